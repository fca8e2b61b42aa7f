import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";

/** May the login, whatever role it works as now, become the owner of the ledger? A superuser may. */
export async function loginOwnsTables(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ owns: boolean }>(sql`
    SELECT pg_has_role(session_user, relowner, 'MEMBER') AS owns FROM pg_class WHERE oid = 'billing_event'::regclass`);
  return row?.owns === true;
}
