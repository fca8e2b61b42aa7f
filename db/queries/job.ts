import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

export type JobRuns = {
  job: string;
  /** When its last run that succeeded was due; runs are remembered for a week. */
  lastDue: Date | null;
  runningSince: Date | null;
  lastSuccess: Date | null;
  lastFailure: Date | null;
};

/** Says how the runs of each job went, from the table of jobs that pg-boss documents for SQL. */
export async function listJobRuns(db: Db): Promise<JobRuns[]> {
  return db.execute<JobRuns>(sql`
    SELECT name AS job,
      max(created_on) FILTER (WHERE state = 'completed') AS "lastDue",
      max(started_on) FILTER (WHERE state = 'active') AS "runningSince",
      max(completed_on) FILTER (WHERE state = 'completed') AS "lastSuccess",
      max(coalesce(completed_on, started_on)) FILTER (WHERE state IN ('failed', 'retry')) AS "lastFailure"
    FROM jobs.job GROUP BY name`);
}

/** What pg-boss says of a queue. */
type Queue = {
  name: string;
  policy?: string;
  expireInSeconds?: number;
  deleteAfterSeconds?: number;
  heartbeatSeconds?: number | null;
};

/** Adds a run that is due now and is not tried again, unless one of its runs waits or goes on. */
export async function insertJob(db: Db, queue: Queue): Promise<void> {
  const { name, policy, expireInSeconds, deleteAfterSeconds, heartbeatSeconds = null } = queue;
  await db.execute(sql`
    INSERT INTO jobs.job (name, policy, expire_seconds, deletion_seconds, retry_limit, retry_delay, heartbeat_seconds, keep_until)
    VALUES (${name}, ${policy}, ${expireInSeconds}, ${deleteAfterSeconds}, 0, 0, ${heartbeatSeconds}::int,
      now() + interval '1 hour')
    ON CONFLICT DO NOTHING`);
}
