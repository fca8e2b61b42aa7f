import type { Command } from "commander";
import { readJobs } from "#lib/core/job-status.ts";
import type { Format } from "./format.ts";

/** What runs beside the requests. */
export function addJobs(ageway: Command, format: Format): void {
  ageway
    .command("jobs")
    .description(
      "what runs beside the requests: when each is due and how late it is, since when it runs, and how it went",
    )
    .action(async () => format({ rows: await readJobs() }));
}
