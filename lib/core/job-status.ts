import { listJobs } from "#db/queries/job.ts";
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

/** When each job is due, and how it went: for `ageway jobs`, the doctor and `/metrics`. */
export async function readJobs(now = new Date()): Promise<JobStatus[]> {
  const { PgBoss } = await import("pg-boss");
  // It is asked about times only, and connects to nothing.
  const calendar = new PgBoss({ schedule: false });
  const rows = await listJobs(database());
  return rows.map(({ cron, scheduledAt, lastDue, ...row }) => {
    const [due = now] = calendar.previewSchedule(cron, { count: 1, from: lastDue ?? scheduledAt });
    return { ...row, due, lagSeconds: Math.max(0, Math.floor((+now - +due) / 1000)) };
  });
}
