import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | boolean | Date | null;

/** Without `quoted_match` the library quotes a cell for `\r\n` only, and a bare `\n` in a cell would end the line. */
const OPTIONS = { record_delimiter: "\r\n", quoted_match: /[\r\n]/, escape_formulas: true };

/**
 * CSV (RFC 4180), line by line: the names of the columns, then the rows. A text that a spreadsheet would read as a formula
 * gets an apostrophe in front. `null` is no row but a pause, in which a reader who is gone may end it.
 */
export async function* csvOf<Column extends string>(
  columns: readonly Column[],
  rows: AsyncIterable<Record<Column, CsvCell> | null> | Iterable<Record<Column, CsvCell> | null>,
): AsyncGenerator<string> {
  yield lineOf(columns);
  for await (const row of rows) yield row === null ? "" : lineOf(columns.map((column) => row[column]));
}

function lineOf(cells: readonly CsvCell[]): string {
  return stringify([cells.map(textOf)], OPTIONS);
}

/** Numbers stay numbers, so that a minus sign is not escaped as a formula. */
function textOf(cell: CsvCell): string | number {
  if (typeof cell === "number") return cell;
  return cell instanceof Date ? cell.toISOString() : String(cell ?? "");
}
