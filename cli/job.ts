import type { Command } from "commander";
import { readJobs } from "#lib/core/job-status.ts";
import type { Format } from "./format.ts";

/** What runs beside the requests. */
export function addJobs(ageway: Command, format: Format): void {
  ageway
    .command("jobs")
    .description("List the jobs that run beside the requests: when each is due, how late it is, and how it ended")
    .action(async () => format({ rows: await readJobs() }));
}
