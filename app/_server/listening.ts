import cluster from "node:cluster";
import { config } from "#lib/core/config.ts";
import { log } from "#lib/core/log.ts";
import { startJobsThread } from "./jobs-thread.ts";

/** Tells the process that started this one that it serves. The first process of an instance says so in the log, and begins the jobs. */
export function announce(): void {
  process.send?.({ ready: true });
  if (cluster.isWorker) return;
  log.info({ event: "listening", port: config().port });
  startJobsThread();
}
