import { sql } from "drizzle-orm";
import { database } from "#lib/runtime/database.ts";

/** What the audit log says of an organization, in order; of these actions, where some are named. */
export async function tracesOf(organizationId: string, ...actions: string[]) {
  const rows = await database().execute<{
    actor: string;
    action: string;
    subject: string;
    before: unknown;
    after: unknown;
  }>(sql`
    SELECT actor, action, subject, before, after FROM audit_event WHERE organization_id = ${organizationId} ORDER BY id`);
  return [...rows].filter(({ action }) => actions.length === 0 || actions.includes(action));
}
