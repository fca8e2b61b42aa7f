import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";

/**
 * Says how the tables compare with the migrations of this version. `newer`: by a version that works with this one;
 * `too_new`: by one that does not. `unknown`: by a migration that no version has. `hidden`: the login may not know.
 */
export type TablesVersion = "none" | "older" | "current" | "newer" | "too_new" | "unknown" | "hidden";

/** Compares each migration that ran with the file of its time, to the letter: an edited file is another migration. */
export async function compareTables(client: postgres.Sql, migrationsFolder: string): Promise<TablesVersion> {
  const [journal] = await client<{ may: boolean }[]>`
    SELECT has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') AS may
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'drizzle' AND c.relname = '__drizzle_migrations'`;
  if (!journal) return "none";
  if (!journal.may) return "hidden";
  const ran = await client<
    { hash: string; created_at: string }[]
  >`SELECT hash, created_at FROM drizzle.__drizzle_migrations`;
  const ours = new Map(readMigrationFiles({ migrationsFolder }).map(({ folderMillis, hash }) => [folderMillis, hash]));
  const newest = Math.max(...ours.keys());
  const others = ran.filter(({ hash, created_at }) => ours.get(Number(created_at)) !== hash);
  if (others.some(({ created_at }) => Number(created_at) <= newest)) return "unknown";
  if (others.length > 0) return (await isCompatible(client, newest)) ? "newer" : "too_new";
  if (ran.length === 0) return "none";
  return ran.length < ours.size ? "older" : "current";
}

/** A newer version declares the oldest one that works on its tables. */
async function isCompatible(client: postgres.Sql, newest: number): Promise<boolean> {
  const [declared] = await client`SELECT to_regprocedure('public.compatible_since()') IS NOT NULL AS "isSo"`;
  if (!declared?.isSo) return false;
  const [row] = await client`SELECT public.compatible_since() <= ${newest}::bigint AS "isCompatible"`;
  return row?.isCompatible === true;
}

/** Why this version does not work on such tables, and what to do; `null`: it does, or its migrations make them so. */
export function refusalOf(tables: TablesVersion): string | null {
  if (tables === "too_new")
    return "The tables are of a newer version of Ageway, with which this one cannot work. Start that version, or restore the backup from before it.";
  if (tables === "unknown")
    return "The tables are of a migration that no released version has, as of a build between two releases. Start the build that made them, restore a backup, or use an empty database.";
  return null;
}
