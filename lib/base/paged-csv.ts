import { type CsvCell, type CsvForm, csvOf, FOR_MACHINES } from "./csv.ts";
import type { Refused } from "./result.ts";

/** A spreadsheet opens so many rows without trouble. */
const MAX_ROWS = 100_000;
const AT_ONCE = 1_000;

export type CsvOptions = { max?: number; form?: CsvForm };

/** `cursor`: the `next` of the page before; `null`: from the newest. */
type Read<Row> = (
  cursor: string | null,
  max: number,
) => Promise<{ ok: true; rows: readonly Row[]; next: string | null } | Refused>;

/** `what`: what the rows are called. `told`: the column for what is no row. */
type Lines<Row> = {
  columns: readonly string[];
  lineOf: (row: Row) => Record<string, CsvCell>;
  what: string;
  told: string;
};

/**
 * Writes a list as CSV (RFC 4180), the newest first, read page by page as the caller takes them. Its first line names the
 * columns.
 */
export async function pagedCsv<Row>(
  read: Read<Row>,
  { columns, lineOf, what, told }: Lines<Row>,
  { max = MAX_ROWS, form = FOR_MACHINES }: CsvOptions,
): Promise<{ ok: true; csv: AsyncGenerator<string> } | Refused> {
  const first = await read(null, Math.min(AT_ONCE, max));
  if (!first.ok) return first;
  async function* lines(page: typeof first & { ok: true }): AsyncGenerator<Record<string, CsvCell>> {
    for (let written = page.rows.length; ; written += page.rows.length) {
      yield* page.rows.map(lineOf);
      if (page.next === null) return;
      if (written >= max)
        return yield { [told]: `Only the newest ${written} ${what} are here. Narrow the filter for the others.` };
      const next = await read(page.next, Math.min(AT_ONCE, max - written));
      if (!next.ok) return yield { [told]: `The file ends here. You may no longer see the other ${what}.` };
      page = next;
    }
  }
  return { ok: true, csv: csvOf(columns, lines(first), form) };
}
