import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | boolean | Date | null;

/** Without `quoted_match` the library quotes a cell for `\r\n` only, and a bare `\n` in a cell would end the line. */
const OPTIONS = { record_delimiter: "\r\n", quoted_match: /[\r\n]/, escape_formulas: true };

/** To send a piece of text costs more than to write a row. */
const ROWS_OF_A_PIECE = 100;

/**
 * CSV (RFC 4180), piece by piece: the names of the columns, then the rows. A text that a spreadsheet would read as a formula
 * gets an apostrophe in front. `null` is no row but a pause, in which a reader who is gone may end it.
 */
export async function* csvOf<Column extends string>(
  columns: readonly Column[],
  rows: AsyncIterable<Record<Column, CsvCell> | null> | Iterable<Record<Column, CsvCell> | null>,
): AsyncGenerator<string> {
  let waiting: (string | number)[][] = [[...columns]];
  for await (const row of rows) {
    if (row !== null) waiting.push(columns.map((column) => textOf(row[column])));
    if (row !== null && waiting.length < ROWS_OF_A_PIECE) continue;
    yield stringify(waiting, OPTIONS);
    waiting = [];
  }
  yield stringify(waiting, OPTIONS);
}

/** Numbers stay numbers, so that a minus sign is not escaped as a formula. */
function textOf(cell: CsvCell): string | number {
  if (typeof cell === "number") return cell;
  return cell instanceof Date ? cell.toISOString() : String(cell ?? "");
}
