import { stringify } from "csv-stringify/sync";
import { type ActivityRow, listActivity } from "#db/queries/activity-list.ts";
import { database } from "#lib/database.ts";
import type { ActivityFilter } from "#lib/rules/activity-filter.ts";
import { explanationOf } from "#lib/rules/explanation.ts";
import type { Actor } from "./actor.ts";
import { type Refused, readOf } from "./change.ts";

/** As many rows as a spreadsheet opens without trouble. */
const MOST_ROWS = 100_000;
const AT_ONCE = 2_000;

const COLUMNS = {
  time: ({ at }) => at.toISOString(),
  kind: ({ kind }) => kind,
  result: ({ ok }) => (ok ? "ok" : "refused"),
  code: ({ code }) => code,
  meaning: (row) => meaningOf(row),
  fix: (row) => explanationOf(row).fix,
  provider: ({ provider }) => provider,
  mode: ({ mode }) => mode,
  age: ({ minimumAge }) => minimumAge,
  host: ({ host }) => host,
  key: ({ key }) => key,
  label: ({ keyLabel }) => keyLabel,
  billed: ({ billed }) => (billed ? "yes" : "no"),
  reference: ({ reference }) => reference,
} as const satisfies Record<string, (row: ActivityRow) => string | number | null>;

/** The events of a filter as CSV (RFC 4180), the newest first, read as it is taken. Its first line names the columns. */
export async function activityCsv(
  actor: Actor,
  organizationId: string,
  filter: ActivityFilter,
  most = MOST_ROWS,
): Promise<{ ok: true; csv: AsyncGenerator<string> } | Refused> {
  const allowed = await readOf(actor, "see activity", organizationId, async () => null);
  return allowed.ok ? { ok: true, csv: linesOf(organizationId, filter, most) } : allowed;
}

async function* linesOf(organizationId: string, filter: ActivityFilter, most: number): AsyncGenerator<string> {
  yield csvOf([Object.keys(COLUMNS)]);
  let before: string | null = null;
  for (let left = most; left > 0; left -= AT_ONCE) {
    const asked = Math.min(AT_ONCE, left);
    const rows: ActivityRow[] = await listActivity(database(), organizationId, filter, before, asked);
    if (rows.length > 0) yield csvOf(rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row))));
    before = rows.at(-1)?.id ?? null;
    if (rows.length < asked) return;
  }
  yield csvOf([[`Only the newest ${most} events are here. Narrow the filter for the others.`]]);
}

function meaningOf(row: ActivityRow): string {
  const { words } = explanationOf(row);
  return row.gapCount === null ? words : `${words} (${row.gapCount})`;
}

/** A spreadsheet must never take a cell for a formula. */
function csvOf(rows: unknown[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: "\r\n" });
}
