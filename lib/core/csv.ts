import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | boolean | Date | null;

/** By itself, it quotes a cell only for the whole of `\r\n`, and a bare `\n` would end the line. */
const OPTIONS = { record_delimiter: "\r\n", quoted_match: /[\r\n]/, escape_formulas: true };

/**
 * RFC 4180, a line at a time: the names of the columns, then the rows. A text that a spreadsheet would take for a formula
 * gets an apostrophe before it.
 */
export async function* csvOf<Column extends string>(
  columns: readonly Column[],
  rows: AsyncIterable<Record<Column, CsvCell>> | Iterable<Record<Column, CsvCell>>,
): AsyncGenerator<string> {
  yield lineOf(columns);
  for await (const row of rows) yield lineOf(columns.map((column) => row[column]));
}

function lineOf(cells: readonly CsvCell[]): string {
  return stringify([cells.map(textOf)], OPTIONS);
}

/** Numbers stay numbers: a minus sign is no formula there. */
function textOf(cell: CsvCell): string | number {
  if (typeof cell === "number") return cell;
  return cell instanceof Date ? cell.toISOString() : String(cell ?? "");
}
