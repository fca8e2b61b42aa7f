import { and, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { auditEvent } from "../schema/audit-event.ts";
import { pluginKey } from "../schema/plugin-key.ts";
import { columnsOf } from "../sql.ts";
import { namesInAudit } from "./person.ts";

export type AuditEntry = {
  id: string;
  organizationId: string | null;
  actor: string;
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
};

/** An entry about a key holds the key's label, because somebody may rename it later. */
export async function insertAuditEvent(db: Db, entry: AuditEntry): Promise<void> {
  const subjectLabel = sql`(SELECT ${pluginKey.label} FROM ${pluginKey} WHERE ${pluginKey.key} = ${entry.subject})`;
  await db.insert(auditEvent).values({ ...entry, subjectLabel });
}

/** `before`: the last id of the page before; `null`: the first page. */
export type AuditPage = {
  before: string | null;
  actor?: string | undefined;
  actions?: readonly string[] | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  limit: number;
};

/** The latest first. Ids are ordered by time. */
export async function listAuditEvents(
  db: Db,
  organizationId: string,
  { before, actor, actions, since, until, limit }: AuditPage,
) {
  return db
    .select(columnsOf(auditEvent, "id", "createdAt", "actor", "action", "subject", "subjectLabel", "before", "after"))
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.organizationId, organizationId),
        before === null ? undefined : lt(auditEvent.id, before),
        actor === undefined ? undefined : eq(auditEvent.actor, actor),
        actions === undefined ? undefined : inArray(auditEvent.action, [...actions]),
        since === undefined ? undefined : gte(auditEvent.createdAt, since),
        until === undefined ? undefined : lt(auditEvent.createdAt, until),
      ),
    )
    .orderBy(desc(auditEvent.id))
    .limit(limit);
}

export type AuditRow = Awaited<ReturnType<typeof listAuditEvents>>[number];

/** Everybody who stands in the audit log of an organization, by name. */
export async function listAuditActors(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ actor: auditEvent.actor })
    .from(auditEvent)
    .where(eq(auditEvent.organizationId, organizationId))
    .orderBy(auditEvent.actor)
    .limit(100);
  return rows.map(({ actor }) => actor);
}

/** Who made a key, by creating it or by rotating another; `null`: the entry is not there. */
export async function findKeyCreator(db: Db, organizationId: string, key: string): Promise<string | null> {
  // Ids are ordered by time, and an entry is written in the same commit as its key.
  const [row] = await db.execute<{ actor: string }>(sql`
    SELECT a.actor FROM plugin_key k JOIN audit_event a ON a.organization_id = k.organization_id
      AND a.id >= uuid_v7_from(k.created_at - interval '10 minutes') AND a.id < uuid_v7_from(k.created_at + interval '10 minutes')
    WHERE k.organization_id = ${organizationId} AND k.key = ${key}
      AND ((a.action = 'key.created' AND a.subject = k.key) OR (a.action = 'key.rotated' AND a.after ->> 'key' = k.key))
    LIMIT 1`);
  return row?.actor ?? null;
}

/** Counts an actor's entries of the last 24 hours, also those of deleted organizations. */
export async function countAuditEntriesOfToday(db: Db, actor: string, action: string): Promise<number> {
  const isOfToday = sql`${auditEvent.id} >= uuid_v7_from(now() - interval '24 hours')`;
  return db.$count(auditEvent, and(isOfToday, eq(auditEvent.actor, actor), eq(auditEvent.action, action)));
}

/** Replaces an address in the audit log and counts the entries. Only the owner of the tables has the right. */
export async function pseudonymize(tx: Transaction, email: string, pseudonym: string): Promise<number> {
  const renamed = (column: string) =>
    sql`replace(${sql.identifier(column)}::text, to_json(${email}::text)::text, to_json(${pseudonym}::text)::text)::jsonb`;
  const { count } = await tx.execute(sql`
    UPDATE audit_event SET
      actor = CASE WHEN actor = ${email} THEN ${pseudonym} ELSE actor END,
      subject = CASE WHEN subject = ${email} THEN ${pseudonym} ELSE subject END,
      subject_label = CASE WHEN subject_label = ${email} THEN ${pseudonym} ELSE subject_label END,
      before = ${renamed("before")}, after = ${renamed("after")}
    WHERE ${namesInAudit(email)}`);
  return count;
}
