import { getTableColumns, type Table } from "drizzle-orm";
import type { ParameterOrJSON, Sql } from "postgres";
import type { Db } from "./client.ts";

/** `null`, a number, or text that PostgreSQL reads as the parameter's type: `{1,2}` is a list of numbers. */
type Parameter = string | number | boolean | Buffer | null;

/**
 * A statement of a hot path, with `$1` and so on for its parameters. Each connection parses and plans it once, where
 * drizzle's `execute` has the server parse and plan anew, in two round trips. `text` must be constant: a connection keeps
 * every text that it has prepared.
 */
export function preparedStatement<Row extends object>(
  text: string,
): (db: Db, ...values: Parameter[]) => Promise<Row[]> {
  // `execute`: statements that are called one after the other are sent in that order. The driver would wait for `then`.
  return (db, ...values) =>
    clientOf(db)
      .unsafe<Row[]>(text, values as ParameterOrJSON<never>[], { prepare: true })
      .execute();
}

/** The driver's client behind a pool or a transaction, which drizzle keeps out of its types. */
function clientOf(db: Db): Sql {
  return (db._ as unknown as { session: { client: Sql } }).session.client;
}

/** All columns of a table, or some, for the text of a statement, by the names of its schema. */
export function columnsOf(table: Table, alias: string, names?: readonly string[]): string {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => names?.includes(name) ?? true);
  return columns.map(([name, column]) => `${alias}.${column.name} AS "${name}"`).join(", ");
}

const UNSAFE_IN_LIST = /[",\\{}\s]|^$|^null$/i;

/** A list as the text of a PostgreSQL array of any type. */
export function arrayOf(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map(elementOf).join(",")}}`;
}

function elementOf(value: string | number | boolean | null): string {
  if (typeof value !== "string") return value === null ? "NULL" : String(value);
  return UNSAFE_IN_LIST.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
}
