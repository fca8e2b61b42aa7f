import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { organization } from "../schema/organization.ts";
import { subscription } from "../schema/subscription.ts";
import { columnsOf } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

export async function updateOrganizationName(db: Db, id: string, name: string): Promise<void> {
  await db.update(organization).set({ name }).where(eq(organization.id, id));
}

/** True: it changed. */
export async function setSuspended(tx: LockedTransaction, id: string, isSuspended: boolean): Promise<boolean> {
  const [row] = await tx
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

/** Also deletes its keys, domains, members and terms. The ledger and the audit log stay. */
export async function deleteOrganizationRow(tx: LockedTransaction, id: string): Promise<void> {
  await tx.delete(organization).where(eq(organization.id, id));
}

export async function selectOrganizations(db: Db) {
  return db
    .select({
      ...columnsOf(organization, "id", "name", "suspendedAt"),
      subscription: subscription.status,
      createdAt: organization.createdAt,
    })
    .from(organization)
    .leftJoin(subscription, eq(subscription.organizationId, organization.id))
    .orderBy(asc(organization.createdAt), asc(organization.id));
}

export async function findOrganization(db: Db, id: string) {
  const [row] = await db
    .select(columnsOf(organization, "id", "name", "timeZone"))
    .from(organization)
    .where(eq(organization.id, id));
  return row ?? null;
}

export type SettingsRow = Pick<
  typeof organization.$inferSelect,
  "name" | "language" | "timeZone" | "legalAddress" | "vatNumber" | "verifiedDevices"
>;

export async function findSettings(db: Db, organizationId: string): Promise<SettingsRow> {
  const [row] = await db
    .select(columnsOf(organization, "name", "language", "timeZone", "legalAddress", "vatNumber", "verifiedDevices"))
    .from(organization)
    .where(eq(organization.id, organizationId));
  if (!row) throw new Error("An organization that there is has settings");
  return row;
}

export async function updateSettings(tx: LockedTransaction, organizationId: string, settings: Partial<SettingsRow>) {
  await tx.update(organization).set(settings).where(eq(organization.id, organizationId));
}

export async function findAccent(db: Db, organizationId: string): Promise<string | null> {
  const [row] = await db
    .select({ accent: organization.accent })
    .from(organization)
    .where(eq(organization.id, organizationId));
  return row?.accent ?? null;
}

export async function updateAccent(db: Db, organizationId: string, accent: string | null): Promise<void> {
  await db.update(organization).set({ accent }).where(eq(organization.id, organizationId));
}
