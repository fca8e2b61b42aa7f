import type { Actor } from "#lib/core/actor.ts";
import { type CsvCell, type CsvForm, csvOf, FOR_MACHINES } from "#lib/core/csv.ts";
import type { Refused } from "#lib/core/result.ts";
import type { CheckFilter } from "./check-filter.rules.ts";
import { type CheckPage, listChecks } from "./check-list.ts";
import { READS, type Reads } from "./check-scan.ts";

/** A spreadsheet opens so many rows without trouble. Of a filter that fits almost no check, so many pages are minutes of work. */
const LIMITS = { rows: 100_000, pages: 500 };
const AT_ONCE = 1_000;

type Options = { rows?: number; pages?: number; reads?: Reads; form?: CsvForm };

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
  { rows = LIMITS.rows, pages = LIMITS.pages, reads = READS, form = FOR_MACHINES }: Options = {},
): Promise<{ ok: true; csv: AsyncGenerator<string> } | Refused> {
  const read = (cursor: string | null, left: number) =>
    listChecks(actor, organizationId, filter, cursor, Math.min(AT_ONCE, left), reads);
  const first = await read(null, rows);
  if (!first.ok) return first;
  return { ok: true, csv: csvOf(COLUMNS, linesOf(read, first, words, rows, pages), form) };
}

/** After every page there is a pause: a search that finds nothing would not see that its reader is gone. */
async function* linesOf(
  read: (cursor: string, left: number) => Promise<CheckPage | Refused>,
  first: CheckPage,
  words: CheckWords,
  rows: number,
  pages: number,
): AsyncGenerator<Line | null> {
  let page = first;
  let written = 0;
  for (let n = 1; ; n += 1) {
    for (const row of page.rows) yield lineOf(row, words);
    written += page.rows.length;
    if (page.next === null) return;
    if (written >= rows || n >= pages) break;
    yield null;
    const next = await read(page.next, rows - written);
    if (!next.ok) return yield noteOf("The file ends here. You may no longer see the other checks.");
    page = next;
  }
  yield noteOf(`Only the newest ${written} checks are here. Narrow the filter for the others.`);
}

const EMPTY = Object.fromEntries(COLUMNS.map((name) => [name, null])) as Line;

function noteOf(result: string): Line {
  return { ...EMPTY, result };
}

function lineOf(row: Row, { resultOf, eidOf, droppedOf }: CheckWords): Line {
  if (!("result" in row)) return { ...EMPTY, time: row.at, result: droppedOf(row.droppedCount) };
  const { at: time, minimumAge: age, host, key, keyLabel: label, tookMs, reference } = row;
  const took_seconds = tookMs === null ? null : Math.round(tookMs / 100) / 10;
  return { time, result: resultOf(row), eid: eidOf(row), age, host, key, label, took_seconds, reference };
}
