import type { Actor } from "#lib/core/actor.ts";
import { type CsvCell, csvOf } from "#lib/core/csv.ts";
import type { Refused } from "#lib/core/result.ts";
import type { CheckFilter } from "./check-filter.rules.ts";
import { type CheckPage, listChecks } from "./check-list.ts";

/** A spreadsheet opens a file with so many rows without trouble. */
const MAX_ROWS = 100_000;
const AT_ONCE = 1_000;

const COLUMNS = ["time", "result", "eid", "age", "host", "key", "label", "took_seconds", "reference"] as const;

type Line = Record<(typeof COLUMNS)[number], CsvCell>;
type Row = CheckPage["rows"][number];

/** What the pages call the results and the eIDs. */
export type CheckWords = {
  resultOf: (row: Extract<Row, { result: string }>) => string;
  eidOf: (row: Extract<Row, { result: string }>) => string;
  droppedOf: (droppedCount: number) => string;
};

/** The checks of a filter as CSV (RFC 4180), the newest first, read page by page as the caller takes them. Its first line names the columns. */
export async function checksCsv(
  actor: Actor,
  organizationId: string,
  filter: CheckFilter,
  words: CheckWords,
  limit = MAX_ROWS,
): Promise<{ ok: true; csv: AsyncGenerator<string> } | Refused> {
  const first = await listChecks(actor, organizationId, filter, null, Math.min(AT_ONCE, limit));
  if (!first.ok) return first;
  return { ok: true, csv: csvOf(COLUMNS, linesOf(actor, organizationId, filter, words, limit, first)) };
}

async function* linesOf(
  actor: Actor,
  organizationId: string,
  filter: CheckFilter,
  words: CheckWords,
  limit: number,
  first: CheckPage,
): AsyncGenerator<Line> {
  let page: CheckPage | null = first;
  let left = limit;
  while (page !== null) {
    for (const row of page.rows) yield lineOf(row, words);
    left -= page.rows.length;
    if (page.next === null) return;
    if (left <= 0) break;
    const next: CheckPage | Refused = await listChecks(
      actor,
      organizationId,
      filter,
      page.next,
      Math.min(AT_ONCE, left),
    );
    page = next.ok ? next : null;
  }
  yield { ...EMPTY, result: `Only the newest ${limit} checks are here. Narrow the filter for the others.` };
}

const EMPTY = Object.fromEntries(COLUMNS.map((name) => [name, null])) as Line;

function lineOf(row: Row, { resultOf, eidOf, droppedOf }: CheckWords): Line {
  if (!("result" in row)) return { ...EMPTY, time: row.at, result: droppedOf(row.droppedCount) };
  const { at: time, minimumAge: age, host, key, keyLabel: label, tookMs, reference } = row;
  const took_seconds = tookMs === null ? null : Math.round(tookMs / 100) / 10;
  return { time, result: resultOf(row), eid: eidOf(row), age, host, key, label, took_seconds, reference };
}
