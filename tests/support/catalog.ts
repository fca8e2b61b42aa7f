import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

/**
 * What a database's catalog says of the tables in `public`, a line each: tables, columns, constraints and indexes. In the order of
 * names; of a partitioned table the parent, whose partitions have the same.
 */
export async function catalogOf(db: Db): Promise<string[]> {
  const rows = await db.execute<{ line: string }>(sql`
    WITH tables AS (
      SELECT oid, relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    )
    SELECT format('table %s', relname) AS line FROM tables
    UNION ALL
    SELECT format('%s.%s: %s%s%s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN ' not null' ELSE '' END,
      CASE a.attgenerated WHEN 's' THEN ' generated ' WHEN '' THEN ' default ' END || pg_get_expr(d.adbin, d.adrelid))
    FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    UNION ALL
    SELECT format('%s, constraint %s: %s', t.relname, c.conname, pg_get_constraintdef(c.oid))
    FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid
    UNION ALL
    SELECT replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') FROM tables t JOIN pg_index i ON i.indrelid = t.oid
    ORDER BY 1`);
  return rows.map(({ line }) => line);
}
