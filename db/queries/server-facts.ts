import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** Holds what a server and a login are like, beside what the tables hold. */
export type ServerFacts = {
  /** Such as 180004. */
  version: number;
  /** A standby takes no writes. */
  isStandby: boolean;
  isReadOnly: boolean;
  login: string;
  /** Beside ours, somebody else may have tables there. */
  tables: string[];
  /** Those of them that the role of the app may not read. */
  unreadable: string[];
  hasTables: boolean;
};

const isTable = sql`c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;

export async function readServerFacts(db: Db): Promise<ServerFacts> {
  const [row] = await db.execute<ServerFacts>(sql`
    SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS "isStandby",
      current_setting('default_transaction_read_only')::boolean AS "isReadOnly", session_user AS login,
      to_regclass('public.billing_event') IS NOT NULL AS "hasTables",
      ARRAY(SELECT relname::text FROM pg_class c WHERE ${isTable} ORDER BY 1) AS tables,
      ARRAY(SELECT relname::text FROM pg_class c
        WHERE ${isTable} AND NOT has_any_column_privilege(c.oid, 'SELECT') ORDER BY 1) AS unreadable`);
  if (!row) throw new Error("The database did not answer");
  return row;
}
