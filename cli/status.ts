import type { Command } from "commander";
import { examine } from "#lib/doctor/doctor.ts";
import { type DoctorFinding, isNotChecked } from "#lib/doctor/finding.ts";
import { readWhatHolds } from "#lib/runtime/read-config.ts";
import type { Format } from "./format.ts";

/** Adds what an operator wants to know before anything else, from what the doctor finds. */
export function addStatus(ageway: Command, format: Format): void {
  ageway
    .command("status")
    .description(
      "Say in three lines which instance this is, whether its database, jobs and eIDs work, and what needs you. Needs the environment of the server. Exit status 0 if nothing is wrong",
    )
    .action(async () => {
      const { config, unsound } = readWhatHolds(process.env);
      const address = unsound.has("BASE_URL") ? null : config.baseUrl;
      const status = summaryOf(await examine(), { version: ageway.version() ?? "", address, isDemo: config.isDemo });
      await format(status, statusText);
      if (status.wrong.length > 0) process.exitCode = 1;
    });
}

type Instance = { version: string; address: string | null; isDemo: boolean };
type Part = "database" | "jobs" | "eids";
type PartState = DoctorFinding["state"] | "not checked";

/** `wrong`: what the doctor found so, in words. `warnings`: how many. */
type Status = Instance & Record<Part, PartState> & { wrong: string[]; warnings: number };

export function summaryOf(rows: readonly DoctorFinding[], instance: Instance): Status {
  const stateOf = (name: string): PartState => {
    const found = rows.filter(({ check }) => check === name);
    const worst = (["wrong", "warn"] as const).find((one) => found.some(({ state }) => state === one));
    return worst === "warn" && found.some(isNotChecked) ? "not checked" : (worst ?? "ok");
  };
  return {
    ...instance,
    database: stateOf("database"),
    jobs: stateOf("jobs"),
    eids: stateOf("eid"),
    wrong: rows.filter(({ state }) => state === "wrong").map(({ found }) => found),
    warnings: rows.filter(({ state }) => state === "warn").length,
  };
}

export function statusText({ version, address, isDemo, database, jobs, eids, wrong, warnings }: Status): string {
  return [
    `Ageway ${version} ${address === null ? "without a valid BASE_URL" : `at ${address}`}${isDemo ? " (demo)" : ""}`,
    `Database ${partText(database)} · jobs ${partText(jobs)} · eIDs ${partText(eids)}`,
    needText(wrong, warnings),
  ].join("\n");
}

function partText(state: PartState): string {
  return state === "warn" ? "with a warning" : state;
}

function needText([first, ...others]: readonly string[], warnings: number): string {
  if (first === undefined && warnings === 0) return "Nothing needs you.";
  if (first === undefined)
    return `Nothing is wrong. ${warnings === 1 ? "1 warning" : `${warnings} warnings`}: see ageway doctor.`;
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  return `Needs you: ${first}${more}. ageway doctor says what to do.`;
}
