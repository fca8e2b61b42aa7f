import type { ConstructorOptions } from "pg-boss";
import { arrayOf } from "#db/prepared.ts";
import { database } from "./database.ts";

/**
 * Gives pg-boss the database as it takes it from a driver that is not its own: the same address, role and session as all other
 * statements. The pool `boss` has one connection, so a text that begins a transaction ends it on the same one.
 */
export function bossDatabase(pool: "boss" | "general"): NonNullable<ConstructorOptions["db"]> {
  return {
    async executeSql(text, values = []) {
      const rows = await database(pool).$client.unsafe(text, values.map(textOf));
      // Of several statements there is a list of rows each.
      return { rows: [...rows].flat() };
    },
  };
}

/** A parameter as text, or as what the driver writes as PostgreSQL reads it. */
function textOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return arrayOf(value);
  return typeof value === "object" ? JSON.stringify(value) : (value as string | number | boolean);
}
