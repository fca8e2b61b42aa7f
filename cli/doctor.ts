import type { Command } from "commander";
import { examine } from "#lib/doctor/doctor.ts";
import type { DoctorFinding } from "#lib/doctor/finding.ts";
import type { Format } from "./format.ts";

/** What is wrong with an instance, and what to do. */
export function addDoctor(ageway: Command, format: Format): void {
  ageway
    .command("doctor")
    .description(
      "Find what is wrong with this instance, and say what to do. It looks at settings, database, jobs, queues, mail, DNS, each eID, proxy, limits and Redis, changes nothing and takes at most 20 seconds. Run it with the environment of the server; exit status 0 if nothing is wrong",
    )
    .action(async () => {
      const rows = await examine();
      await format({ rows }, ({ rows }) => findingsText(rows));
      if (rows.some(({ state }) => state === "wrong")) process.exitCode = 1;
    });
}

function findingsText(rows: readonly DoctorFinding[]): string {
  const width = Math.max(...rows.map(({ check }) => check.length));
  return rows
    .flatMap(({ check, state, found, advice }) => [
      `${state.padEnd(5)}  ${check.padEnd(width)}  ${found}`,
      ...(advice === null ? [] : [`${" ".repeat(width + 9)}${advice}`]),
    ])
    .join("\n");
}
