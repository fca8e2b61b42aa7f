import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

export type JobRow = {
  job: string;
  cron: string;
  scheduledAt: Date;
  /** When its last run that succeeded was due; runs are remembered for a week. */
  lastDue: Date | null;
  runningSince: Date | null;
  lastSuccess: Date | null;
  lastFailure: Date | null;
};

/** The jobs that are scheduled, as pg-boss has them; none, where no process of this database has run jobs yet. */
export async function listJobs(db: Db): Promise<JobRow[]> {
  const [known] = await db.execute<{ known: boolean }>(sql`SELECT to_regclass('jobs.schedule') IS NOT NULL AS known`);
  if (!known?.known) return [];
  return db.execute<JobRow>(sql`
    SELECT s.name AS job, s.cron, s.created_on AS "scheduledAt",
      max(j.created_on) FILTER (WHERE j.state = 'completed') AS "lastDue",
      max(j.started_on) FILTER (WHERE j.state = 'active') AS "runningSince",
      max(j.completed_on) FILTER (WHERE j.state = 'completed') AS "lastSuccess",
      max(coalesce(j.completed_on, j.started_on)) FILTER (WHERE j.state IN ('failed', 'retry')) AS "lastFailure"
    FROM jobs.schedule s LEFT JOIN jobs.job j ON j.name = s.name
    GROUP BY s.name, s.cron, s.created_on ORDER BY s.name`);
}

/**
 * Has a job run at once rather than at its next time, if none of its runs waits or goes on. `name`: of a queue that `lib/jobs.ts` makes,
 * with this policy. Nothing happens where no process of this database has run jobs yet.
 */
export async function hurryJob(db: Db, name: string): Promise<void> {
  const [known] = await db.execute<{ known: boolean }>(sql`SELECT to_regclass('jobs.queue') IS NOT NULL AS known`);
  if (!known?.known) return;
  await db.execute(sql`
    INSERT INTO jobs.job (name, policy, expire_seconds, deletion_seconds, retry_limit, retry_delay, heartbeat_seconds, keep_until)
    SELECT name, policy, expire_seconds, deletion_seconds, 0, 0, heartbeat_seconds, now() + interval '1 hour'
    FROM jobs.queue WHERE name = ${name}
    ON CONFLICT DO NOTHING`);
}
