import { getTableColumns, type SQL, sql, type Table } from "drizzle-orm";

/** A value as a parameter of type `jsonb`: a list of any length is one parameter of a prepared statement. */
export function jsonb(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::jsonb`;
}

/** A number of milliseconds as an interval. */
export function milliseconds(ms: number): SQL {
  return sql`${ms} * interval '1 millisecond'`;
}

/** The database's clock when the statement runs, also where its transaction began long before. */
export const clockNow = sql<Date>`clock_timestamp()`;

/** Some columns of a table, as `select` and `returning` take them. */
export function columnsOf<Of extends Table, Name extends keyof Of["_"]["columns"] & string>(
  table: Of,
  ...names: Name[]
) {
  const all: Of["_"]["columns"] = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Of["_"]["columns"], Name>;
}
