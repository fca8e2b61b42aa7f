import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "#lib/runtime/database.ts";

test("a logical replica finds each row that the app changes or deletes: by a key without a generated column", async () => {
  const rows = await database().execute<{ name: string; columns: string[] }>(sql`
    SELECT c.relname AS name, ARRAY(
      SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary AND a.attgenerated = ''
    ) AS columns, ARRAY(
      SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary AND a.attgenerated <> ''
    ) AS generated
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND (has_any_column_privilege('ageway_app', c.oid, 'UPDATE') OR has_table_privilege('ageway_app', c.oid, 'DELETE'))`);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows)
    expect(row, row.name).toMatchObject({ columns: [expect.any(String), ...row.columns.slice(1)], generated: [] });
});
