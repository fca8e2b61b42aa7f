import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { member } from "../schema/account.ts";

/** What somebody is in an organization, and the database's clock. */
export async function findMembership(db: Db, organizationId: string, userId: string) {
  const [row] = await db
    .select({ role: member.role, now: sql<Date>`clock_timestamp()`.mapWith((text: string) => new Date(text)) })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.userId, userId)));
  return row ?? null;
}
