import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { auditEvent, domain, organization, pluginKey, user } from "../schema/account.ts";
import { subscription } from "../schema/subscription.ts";

export type AuditEntry = {
  id: string;
  organizationId: string | null;
  actor: string;
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
};

export async function insertAuditEvent(db: Db, entry: AuditEntry): Promise<void> {
  await db.insert(auditEvent).values(entry);
}

export async function insertOrganization(db: Db, row: { id: string; name: string }): Promise<void> {
  await db.insert(organization).values(row);
}

export async function updateOrganizationName(db: Db, id: string, name: string): Promise<void> {
  await db.update(organization).set({ name }).where(eq(organization.id, id));
}

/** True if it changed anything. */
export async function setSuspended(db: Db, id: string, isSuspended: boolean): Promise<boolean> {
  const [row] = await db
    .update(organization)
    .set({ suspendedAt: isSuspended ? sql`now()` : null })
    .where(
      and(
        eq(organization.id, id),
        isSuspended ? isNull(organization.suspendedAt) : sql`${organization.suspendedAt} IS NOT NULL`,
      ),
    )
    .returning({ id: organization.id });
  return row !== undefined;
}

/** Its keys, domains, members and terms go with it; the ledger and the audit log stay. */
export async function deleteOrganizationRow(db: Db, id: string): Promise<void> {
  await db.delete(organization).where(eq(organization.id, id));
}

export async function selectOrganizations(db: Db) {
  return db
    .select({
      id: organization.id,
      name: organization.name,
      suspendedAt: organization.suspendedAt,
      subscription: subscription.status,
      createdAt: organization.createdAt,
    })
    .from(organization)
    .leftJoin(subscription, eq(subscription.organizationId, organization.id))
    .orderBy(asc(organization.createdAt), asc(organization.id));
}

export async function findOrganization(db: Db, id: string): Promise<{ id: string; name: string } | null> {
  const [row] = await db
    .select({ id: organization.id, name: organization.name })
    .from(organization)
    .where(eq(organization.id, id));
  return row ?? null;
}

/** The user of an e-mail address, made if there is none. */
export async function upsertUser(db: Db, id: string, email: string): Promise<{ id: string }> {
  const [row] = await db
    .insert(user)
    .values({ id, email })
    .onConflictDoUpdate({ target: user.email, set: { email } })
    .returning({ id: user.id });
  if (!row) throw new Error("The user was neither found nor made");
  return row;
}

export async function insertPluginKey(
  db: Db,
  row: Pick<
    typeof pluginKey.$inferInsert,
    | "id"
    | "organizationId"
    | "key"
    | "mode"
    | "label"
    | "language"
    | "verifiedDevices"
    | "callsPerMinute"
    | "acceptedPerHour"
  >,
): Promise<void> {
  await db.insert(pluginKey).values(row);
}

/** The organization of the key that was revoked just now, or `null`: no such key, or revoked before. */
export async function revokePluginKey(db: Db, key: string): Promise<string | null> {
  const [row] = await db
    .update(pluginKey)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(pluginKey.key, key), isNull(pluginKey.revokedAt)))
    .returning({ organizationId: pluginKey.organizationId });
  return row?.organizationId ?? null;
}

export async function organizationOfKey(db: Db, key: string) {
  const [row] = await db
    .select({ organizationId: pluginKey.organizationId, mode: pluginKey.mode })
    .from(pluginKey)
    .where(eq(pluginKey.key, key));
  return row ?? null;
}

export async function listPluginKeys(db: Db, organizationId: string) {
  return db
    .select({
      key: pluginKey.key,
      mode: pluginKey.mode,
      label: pluginKey.label,
      language: pluginKey.language,
      verifiedDevices: pluginKey.verifiedDevices,
      callsPerMinute: pluginKey.callsPerMinute,
      acceptedPerHour: pluginKey.acceptedPerHour,
      createdAt: pluginKey.createdAt,
      endsAt: pluginKey.endsAt,
      pausedAt: pluginKey.pausedAt,
      revokedAt: pluginKey.revokedAt,
      isLocked: sql<boolean>`EXISTS (SELECT 1 FROM plugin_key_secret s WHERE s.plugin_key_id = plugin_key.id)`,
      id: pluginKey.id,
    })
    .from(pluginKey)
    .where(eq(pluginKey.organizationId, organizationId))
    .orderBy(asc(pluginKey.createdAt), asc(pluginKey.id));
}

export async function upsertVerifiedDomain(
  db: Db,
  row: { id: string; organizationId: string; host: string; includeSubdomains: boolean },
): Promise<void> {
  await db
    .insert(domain)
    .values({ ...row, verifiedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [domain.organizationId, domain.host],
      // The operator's word needs no record any more.
      set: {
        includeSubdomains: row.includeSubdomains,
        verifiedAt: sql`coalesce(${domain.verifiedAt}, now())`,
        lastVerifiedAt: null,
        missingSince: null,
      },
    });
}

export async function deleteDomain(db: Db, organizationId: string, host: string): Promise<boolean> {
  const [row] = await db
    .delete(domain)
    .where(and(eq(domain.organizationId, organizationId), eq(domain.host, host)))
    .returning({ id: domain.id });
  return row !== undefined;
}
