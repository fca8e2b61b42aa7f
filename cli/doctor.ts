import type { Command } from "commander";
import { examine } from "#lib/doctor/doctor.ts";
import type { DoctorFinding } from "#lib/doctor/finding.ts";
import { readJobs } from "#lib/runtime/job-status.ts";
import { CALLED_FROM } from "./arguments.ts";
import type { Format } from "./format.ts";

/** Adds what is wrong with an instance, and what to do. */
export function addDoctor(ageway: Command, format: Format): void {
  ageway
    .command("doctor")
    // For one version: the address of a shop's page, with the options of the gate test.
    .allowExcessArguments()
    .allowUnknownOption()
    .description(
      "Find what is wrong with this instance, and say what to do. Changes nothing and takes at most 20 seconds; needs the environment of the server. Exit status 0 if nothing is wrong",
    )
    .action(async (_: object, { args }: Command) => {
      if (args.length > 0) return testShop(args, ageway.opts().json === true);
      const rows = await examine();
      await format({ rows }, ({ rows }) => findingsText(rows));
      if (rows.some(({ state }) => state === "wrong")) process.exitCode = 1;
    });
}

export function addJobs(ageway: Command, format: Format): void {
  ageway
    .command("jobs")
    .description("List the jobs: when each is due, how late it is, and how it ended")
    .action(async () => format({ rows: await readJobs() }));
}

/** Runs the gate test, which has a command of its own. Commander has taken `--json`, wherever it stood. */
async function testShop(words: readonly string[], isJson: boolean): Promise<void> {
  process.stderr.write(
    "ageway doctor no longer tests shops after this version: use ageway-gate-test (/docs/gate-test).\n",
  );
  // What it needs is loaded here, so that no other command waits for it.
  const { gateTestCommand } = await import("#packages/gate-test/src/command.ts");
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
  const environment = { ...process.env, AGEWAY_URL: process.env.AGEWAY_URL ?? process.env.BASE_URL };
  const terminal = {
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    environment,
    folder: CALLED_FROM,
  };
  process.exitCode = await gateTestCommand([...(isJson ? ["--json"] : []), ...words], terminal, stopped.signal);
}

/** Says what is advised on several findings once, below all. Advice in the words of another finding is said by that. */
export function findingsText(rows: readonly DoctorFinding[]): string {
  const width = Math.max(...rows.map(({ check }) => check.length));
  const found = new Set(rows.map((row) => row.found));
  const advised = Map.groupBy(rows, ({ advice }) => (advice === null || found.has(advice) ? "" : advice));
  advised.delete("");
  const lines = rows.flatMap((row) => [
    `${row.state.padEnd(5)}  ${row.check.padEnd(width)}  ${row.found}`,
    ...(advised.get(row.advice ?? "")?.length === 1 ? [`${" ".repeat(width + 9)}${row.advice}`] : []),
  ]);
  const shared = [...advised].filter(([, about]) => about.length > 1);
  return [
    ...lines,
    ...shared.map(([advice, about]) => `\n${[...new Set(about.map(({ check }) => check))].join(", ")}: ${advice}`),
  ].join("\n");
}
