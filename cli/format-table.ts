import { timeText } from "#lib/base/time.rules.ts";
import { count, money } from "#lib/billing/money.rules.ts";

/** Rows of a list that a person reads; `--json` has all. */
const MAX_ROWS = 30;

type Row = Record<string, unknown>;

export function firstRowsText(rows: Row[]): string {
  const more = rows.length - MAX_ROWS;
  return `${tableOf(rows.slice(0, MAX_ROWS))}${more > 0 ? `\n… and ${count(more)} more (--json has all)` : ""}`;
}

/** Leaves out what no row has, so that the rest fits a terminal. */
export function tableOf(rows: Row[]): string {
  const [first] = rows;
  if (!first) return "(none)";
  const names = Object.keys(first).filter((name) => rows.some((row) => row[name] !== null));
  return columnsText([names.map(headingOf), ...rows.map((row) => names.map((name) => cellOf(row, name)))]);
}

/** Writes one field a line; the fields of a field stand below it. */
export function factsText(facts: object): string {
  return columnsText(pairsOf(facts));
}

function pairsOf(facts: object): string[][] {
  return Object.entries(facts).flatMap(([name, value]) =>
    value?.constructor === Object ? pairsOf(value) : [[headingOf(name), cellOf(facts as Row, name)]],
  );
}

/** Writes cells below each other; all rows have as many. */
export function columnsText(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Writes the name of a field in words, such as "Suspended" for `suspendedAt`. Other texts stay. */
export function headingOf(name: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]*)*$/.test(name)) return name;
  const words = name
    .replace(/^is(?=[A-Z])|(?:At|Minor)$/g, "")
    .replace(/[A-Z][a-z]*/g, (word) => ` ${word.length === 1 ? word : word.toLowerCase()}`)
    .replace(/\b(?:id|url)\b/g, (word) => word.toUpperCase())
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function cellOf(row: Row, name: string): string {
  const { [name]: value, currency } = row;
  if (value === null) return "-";
  if (value instanceof Date) return timeText(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ") || "-";
  if (typeof value === "number" && name.endsWith("Minor") && typeof currency === "string")
    return money(value, currency);
  return String(value);
}
