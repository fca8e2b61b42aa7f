import { join } from "node:path";
import { violationsOf } from "./explain.rules.ts";
import { readStored, verifyLedgers } from "./facts.ts";
import { type History, openHistory } from "./history.ts";
import type { FaultWorld } from "./world.ts";

/** `share`: of the rounds of a full run. `print`: for what is to be read while it runs. */
export type PartOptions = { share: number; seed: number; print: (line: string) => void };

/** One promise, what was measured, and what it must be. */
export type ReportRow = { part: string; what: string; measured: string; limit: string; isMet: boolean };

export type FaultPart = (options: PartOptions) => Promise<ReportRow[]>;

/** Where histories stay, for somebody who must find out why a run is red. */
const FOLDER = join("test-results", "faults");

export function historyOf(part: string, { seed }: PartOptions): History {
  return openHistory(join(FOLDER, `${part}-${seed}.jsonl`));
}

/** At least one. */
export function rounds(full: number, { share }: PartOptions): number {
  return Math.max(1, Math.round(full * share));
}

export function noMoreThan(part: string, what: string, measured: number, limit: number, unit = ""): ReportRow {
  return { part, what, measured: `${measured}${unit}`, limit: `≤ ${limit}${unit}`, isMet: measured <= limit };
}

export function exactly(part: string, what: string, measured: number, limit: number): ReportRow {
  return { part, what, measured: String(measured), limit: String(limit), isMet: measured === limit };
}

/** Holds the history against the database, and the ledgers against their chains. */
export async function judge(
  part: string,
  history: History,
  world: FaultWorld,
  { print }: PartOptions,
): Promise<ReportRow[]> {
  history.close();
  const facts = await readStored(world.postgres.url);
  const violations = violationsOf(history.lines, facts);
  for (const { kind, what } of violations.slice(0, 20)) print(`  ${kind}: ${what}`);
  const ledgers = await verifyLedgers(Object.values(world.shops).map(({ id }) => id));
  if (ledgers !== "") print(ledgers);
  print(
    `  ${history.lines.length} lines of history, ${facts.verifications.length} checks, ${facts.events.length} billed`,
  );
  const count = (kind: string) => violations.filter((one) => one.kind === kind).length;
  return [
    ...(["lost", "doubled", "unexplained"] as const).map((kind) => exactly(part, kind, count(kind), 0)),
    {
      part,
      what: "`ageway ledger verify`",
      measured: ledgers === "" ? "clean" : "not clean",
      limit: "clean",
      isMet: ledgers === "",
    },
  ];
}
