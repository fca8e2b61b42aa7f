import { type CsvCell, type CsvForm, csvOf, FOR_MACHINES } from "#lib/base/csv.ts";
import type { Refused } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { CheckFilter } from "./check-filter.rules.ts";
import { type CheckPage, type CheckRow, listChecks } from "./check-list.ts";

/** A spreadsheet opens so many rows without trouble. */
const MAX_ROWS = 100_000;
const AT_ONCE = 1_000;

/** Says what each column of the file tells of a check. What is no check stands in `time` and `result`. */
export type CheckColumns = Readonly<Record<string, (row: CheckRow) => CsvCell>>;
type Options = { droppedOf: (droppedCount: number) => string; max?: number; form?: CsvForm };

/**
 * Writes the checks of a filter as CSV (RFC 4180), the newest first, read page by page as the caller takes them. Its
 * first line names the columns.
 */
export async function checksCsv(
  actor: Actor,
  organizationId: string,
  filter: CheckFilter,
  columns: CheckColumns,
  { droppedOf, max = MAX_ROWS, form = FOR_MACHINES }: Options,
): Promise<{ ok: true; csv: AsyncGenerator<string> } | Refused> {
  const read = (cursor: string | null, left: number) =>
    listChecks(actor, organizationId, filter, cursor, Math.min(AT_ONCE, left));
  const lineOf = (row: CheckPage["rows"][number]): Record<string, CsvCell> => {
    if (!("result" in row)) return { time: row.at, result: droppedOf(row.droppedCount) };
    return Object.fromEntries(Object.entries(columns).map(([name, cellOf]) => [name, cellOf(row)]));
  };
  async function* lines(page: CheckPage): AsyncGenerator<Record<string, CsvCell>> {
    for (let written = page.rows.length; ; written += page.rows.length) {
      yield* page.rows.map(lineOf);
      if (page.next === null) return;
      if (written >= max)
        return yield { result: `Only the newest ${written} checks are here. Narrow the filter for the others.` };
      const next = await read(page.next, max - written);
      if (!next.ok) return yield { result: "The file ends here. You may no longer see the other checks." };
      page = next;
    }
  }
  const first = await read(null, max);
  return first.ok ? { ok: true, csv: csvOf(Object.keys(columns), lines(first), form) } : first;
}
