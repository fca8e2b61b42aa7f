import { stringify } from "csv-stringify/sync";

export type CsvCell = string | number | boolean | Date | null;

/** Says how a file is written: as RFC 4180 has it, or as the spreadsheets of a language open it with a double click. */
export type CsvForm = { isSpreadsheet: boolean; delimiter: "," | ";"; decimal: "." | "," };

export const FOR_MACHINES: CsvForm = { isSpreadsheet: false, delimiter: ",", decimal: "." };

/** Excel divides by semicolons where its numbers have a decimal comma, and in Switzerland, which writes them with a dot. */
export function forSpreadsheet(locale: string): CsvForm {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  const decimal = parts.some(({ type, value }) => type === "decimal" && value === ",") ? "," : ".";
  const isSwiss = /-(?:CH|LI)\b/i.test(locale);
  return { isSpreadsheet: true, delimiter: decimal === "," || isSwiss ? ";" : ",", decimal };
}

/** Begins a file: without it, Excel takes UTF-8 for the old character set of its language. */
const BYTE_ORDER_MARK = "\ufeff";

/** Without `quoted_match` the library quotes a cell for `\r\n` only, and a bare `\n` in a cell would end the line. */
function optionsOf({ delimiter, decimal }: CsvForm) {
  return {
    delimiter,
    record_delimiter: "\r\n",
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: { number: (value: number) => String(value).replace(".", decimal) },
  };
}

/** Makes pieces large: to send one costs more than to write a row. */
const ROWS_OF_A_PIECE = 100;

/**
 * CSV (RFC 4180, unless told otherwise), piece by piece: the names of the columns, then the rows. A text that a spreadsheet would read as a formula
 * gets an apostrophe in front.
 */
export async function* csvOf<Column extends string>(
  columns: readonly Column[],
  rows: AsyncIterable<Record<Column, CsvCell>> | Iterable<Record<Column, CsvCell>>,
  form = FOR_MACHINES,
): AsyncGenerator<string> {
  const options = optionsOf(form);
  if (form.isSpreadsheet) yield BYTE_ORDER_MARK;
  let waiting: (string | number)[][] = [[...columns]];
  for await (const row of rows) {
    waiting.push(columns.map((column) => textOf(row[column], form)));
    if (waiting.length < ROWS_OF_A_PIECE) continue;
    yield stringify(waiting, options);
    waiting = [];
  }
  yield stringify(waiting, options);
}

/** Numbers stay numbers, so that a minus sign is not escaped as a formula. A spreadsheet reads no `T` and `Z` as a time. */
function textOf(cell: CsvCell, { isSpreadsheet }: CsvForm): string | number {
  if (typeof cell === "number") return cell;
  if (!(cell instanceof Date)) return String(cell ?? "");
  return isSpreadsheet ? cell.toISOString().slice(0, 19).replace("T", " ") : cell.toISOString();
}
