import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";

/** Adds rows to a table by one COPY, in PostgreSQL's text format. Each row has the fields of the first. */
export async function copyRows<Table extends PgTable>(
  tx: postgres.TransactionSql,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = getTableColumns(table);
  const fields = Object.keys(first) as (keyof typeof first & string)[];
  const names = fields.map((field) => `"${columns[field]?.name}"`).join(", ");
  const lines = rows.map((row) => `${fields.map((field) => textOf(row[field])).join("\t")}\n`);
  const writable = await tx.unsafe(`COPY "${getTableName(table)}" (${names}) FROM STDIN`).writable();
  await pipeline(Readable.from(lines), writable);
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  if (value instanceof Date) return value.toISOString();
  const text = Buffer.isBuffer(value)
    ? `\\x${value.toString("hex")}`
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  return text.replace(/[\\\n\r\t]/g, (letter) => ESCAPES[letter] ?? letter);
}
