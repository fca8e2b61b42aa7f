import { type ActivityRow, selectActivity } from "#db/queries/activity-event-list.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type CsvCell, csvOf } from "#lib/core/csv.ts";
import { database } from "#lib/core/database.ts";
import { readOf } from "#lib/core/read.ts";
import type { Refused } from "#lib/core/result.ts";
import { explanationOf } from "./explanation.rules.ts";
import type { ActivityFilter } from "./filter.rules.ts";

/** A spreadsheet opens a file with so many rows without trouble. */
const MAX_ROWS = 100_000;
const AT_ONCE = 2_000;

const COLUMNS = [
  "time",
  "kind",
  "result",
  "code",
  "meaning",
  "fix",
  "provider",
  "mode",
  "age",
  "host",
  "key",
  "label",
  "billed",
  "reference",
] as const;

type Line = Record<(typeof COLUMNS)[number], CsvCell>;

/** The events of a filter as CSV (RFC 4180), the newest first, read page by page as the caller takes them. Its first line names the columns. */
export async function activityCsv(
  actor: Actor,
  organizationId: string,
  filter: ActivityFilter,
  limit = MAX_ROWS,
): Promise<{ ok: true; csv: AsyncGenerator<string> } | Refused> {
  const allowed = await readOf(actor, "see activity", organizationId, async () => null);
  return allowed.ok ? { ok: true, csv: csvOf(COLUMNS, linesOf(organizationId, filter, limit)) } : allowed;
}

async function* linesOf(organizationId: string, filter: ActivityFilter, limit: number): AsyncGenerator<Line> {
  let before: string | null = null;
  for (let left = limit; left > 0; left -= AT_ONCE) {
    const asked = Math.min(AT_ONCE, left);
    const rows: ActivityRow[] = await selectActivity(database(), organizationId, filter, before, asked);
    yield* rows.map(lineOf);
    before = rows.at(-1)?.id ?? null;
    if (rows.length < asked) return;
  }
  const meaning = `Only the newest ${limit} events are here. Narrow the filter for the others.`;
  yield { ...(Object.fromEntries(COLUMNS.map((name) => [name, null])) as Line), meaning };
}

function lineOf(row: ActivityRow): Line {
  const { at: time, kind, code, provider, mode, minimumAge: age, host, key, keyLabel: label, reference } = row;
  const { words, fix } = explanationOf(row);
  const meaning = row.droppedCount === null ? words : `${words} (${row.droppedCount})`;
  const [result, billed] = [row.ok ? "ok" : "refused", row.billed ? "yes" : "no"];
  return { time, kind, result, code, meaning, fix, provider, mode, age, host, key, label, billed, reference };
}
