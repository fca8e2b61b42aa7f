import { type SQL, sql } from "drizzle-orm";
import { customType, type PgColumn, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Buffer<ArrayBuffer>; driverData: Buffer }>({ dataType: () => "bytea" });

/** A digest; the value itself is not stored. */
export const digest = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** A point in time, to the millisecond, as the database's clock tells it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const born = () => moment("created_at").notNull().defaultNow();

/** Checks that a column holds one of these constants or null. They become part of the constraint's text. */
export function isOneOf(column: PgColumn, values: readonly (string | number)[]): SQL {
  if (values.length === 0) throw new Error(`${column.name} has no values to be one of`);
  return sql`${column} in (${sql.raw(values.map((value) => (typeof value === "string" ? `'${value}'` : value)).join(", "))})`;
}
