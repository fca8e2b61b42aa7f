import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { auditEvent } from "../schema/account.ts";

/** `before`: the id that the page begins after; `null`: the latest. */
export type AuditPage = {
  before: string | null;
  actor?: string | undefined;
  action?: string | undefined;
  limit: number;
};

/** The latest first: ids are ordered by time. */
export async function listAuditEvents(db: Db, organizationId: string, { before, actor, action, limit }: AuditPage) {
  return db
    .select({
      id: auditEvent.id,
      createdAt: auditEvent.createdAt,
      actor: auditEvent.actor,
      action: auditEvent.action,
      subject: auditEvent.subject,
      before: auditEvent.before,
      after: auditEvent.after,
    })
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.organizationId, organizationId),
        before === null ? undefined : lt(auditEvent.id, before),
        actor === undefined ? undefined : eq(auditEvent.actor, actor),
        action === undefined ? undefined : eq(auditEvent.action, action),
      ),
    )
    .orderBy(desc(auditEvent.id))
    .limit(limit);
}

export type AuditRow = Awaited<ReturnType<typeof listAuditEvents>>[number];

/** How often somebody did something in the last 24 hours, in organizations that are gone too. */
export async function countAuditEntriesOfToday(db: Db, actor: string, action: string): Promise<number> {
  const isOfToday = sql`${auditEvent.id} >= uuid_v7_from(now() - interval '24 hours')`;
  return db.$count(auditEvent, and(isOfToday, eq(auditEvent.actor, actor), eq(auditEvent.action, action)));
}
