import { insertJob, listJobRuns } from "#db/queries/job.ts";
import { bossDatabase } from "./boss-database.ts";
import { database } from "./database.ts";

export type JobStatus = {
  job: string;
  /** When the run is due that follows the last success; in the past: nobody has done it yet. */
  due: Date;
  lagSeconds: number;
  runningSince: Date | null;
  lastSuccess: Date | null;
  /** The run failed three times, or waits for another try. The log says why (`job_failed`). */
  lastFailure: Date | null;
};

/** Lists when each job is due, and how it went: for `ageway jobs`, the doctor and `/metrics`. */
export async function readJobs(now = new Date()): Promise<JobStatus[]> {
  const boss = await openBoss();
  if (!(await boss.isInstalled())) return [];
  const [schedules, runs] = await Promise.all([boss.getSchedules(), listJobRuns(database())]);
  const runsOf = new Map(runs.map((one) => [one.job, one]));
  return schedules
    .map(({ name: job, cron, createdOn }) => {
      const { lastDue = null, runningSince = null, lastSuccess = null, lastFailure = null } = runsOf.get(job) ?? {};
      const [due = now] = boss.previewSchedule(cron, { count: 1, from: lastDue ?? createdOn });
      const lagSeconds = Math.max(0, Math.floor((+now - +due) / 1000));
      return { job, due, lagSeconds, runningSince, lastSuccess, lastFailure };
    })
    .toSorted((one, other) => (one.job < other.job ? -1 : 1));
}

/**
 * Has a job run at once rather than at its next time, if none of its runs waits or goes on. Nothing happens where no process of this
 * database has run jobs yet.
 */
export async function hurryJob(name: string): Promise<void> {
  const boss = await openBoss();
  const queue = (await boss.isInstalled()) ? await boss.getQueue(name) : null;
  if (queue) await insertJob(database(), queue);
}

/** Opens a client that is asked, and runs nothing. */
async function openBoss() {
  const { PgBoss } = await import("pg-boss");
  return new PgBoss({ db: bossDatabase("general"), schema: "jobs", schedule: false, supervise: false });
}
