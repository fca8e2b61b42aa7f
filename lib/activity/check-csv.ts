import type { Actor } from "#lib/core/actor.ts";
import { type CsvCell, type CsvForm, csvOf, FOR_MACHINES } from "#lib/core/csv.ts";
import type { Refused } from "#lib/core/result.ts";
import type { CheckFilter } from "./check-filter.rules.ts";
import { type CheckPage, type CheckRow, listChecks } from "./check-list.ts";

/** A spreadsheet opens so many rows without trouble. */
const MAX_ROWS = 100_000;
const AT_ONCE = 1_000;

const COLUMNS = ["time", "result", "eid", "age", "host", "key", "label", "took_seconds", "reference"] as const;

type Line = Record<(typeof COLUMNS)[number], CsvCell>;

/** What the pages call the results and the eIDs. */
export type CheckWords = {
  resultOf: (row: CheckRow) => string;
  eidOf: (row: CheckRow) => string;
  droppedOf: (droppedCount: number) => string;
};

/** The checks of a filter as CSV (RFC 4180), the newest first, read page by page as the caller takes them. Its first line names the columns. */
export async function checksCsv(
  actor: Actor,
  organizationId: string,
  filter: CheckFilter,
  words: CheckWords,
  { max = MAX_ROWS, form = FOR_MACHINES }: { max?: number; form?: CsvForm } = {},
): Promise<{ ok: true; csv: AsyncGenerator<string> } | Refused> {
  const read = (cursor: string | null, left: number) =>
    listChecks(actor, organizationId, filter, cursor, Math.min(AT_ONCE, left));
  const first = await read(null, max);
  return first.ok ? { ok: true, csv: csvOf(COLUMNS, linesOf(read, first, words, max), form) } : first;
}

async function* linesOf(
  read: (cursor: string, left: number) => Promise<CheckPage | Refused>,
  first: CheckPage,
  words: CheckWords,
  max: number,
): AsyncGenerator<Line> {
  let page = first;
  for (let written = 0; ; ) {
    for (const row of page.rows) yield lineOf(row, words);
    written += page.rows.length;
    if (page.next === null) return;
    if (written >= max)
      return yield noteOf(`Only the newest ${written} checks are here. Narrow the filter for the others.`);
    const next = await read(page.next, max - written);
    if (!next.ok) return yield noteOf("The file ends here. You may no longer see the other checks.");
    page = next;
  }
}

const EMPTY = Object.fromEntries(COLUMNS.map((name) => [name, null])) as Line;

function noteOf(result: string): Line {
  return { ...EMPTY, result };
}

function lineOf(row: CheckPage["rows"][number], { resultOf, eidOf, droppedOf }: CheckWords): Line {
  if (!("result" in row)) return { ...EMPTY, time: row.at, result: droppedOf(row.droppedCount) };
  const { at: time, minimumAge: age, host, key, keyLabel: label, tookMs, reference } = row;
  const took_seconds = tookMs === null ? null : Math.round(tookMs / 100) / 10;
  return { time, result: resultOf(row), eid: eidOf(row), age, host, key, label, took_seconds, reference };
}
