import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { member } from "../schema/member.ts";
import { organization } from "../schema/organization.ts";
import { signInSession, user } from "../schema/user.ts";
import type { Role } from "../schema/values.rules.ts";
import { clockNow, columnsOf } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

/** A user's role in an organization, and the database's clock; `null`: no member. */
export async function findMembership(db: Db, organizationId: string, userId: string) {
  const [row] = await db.select({ role: member.role, now: clockNow }).from(member).where(is(organizationId, userId));
  return row ?? null;
}

export type MemberRow = Pick<typeof member.$inferSelect, "organizationId" | "userId" | "role">;

/** True if the user was not in this role before. */
export async function upsertMember(tx: LockedTransaction, row: MemberRow): Promise<boolean> {
  const rows = await tx
    .insert(member)
    .values(row)
    .onConflictDoUpdate({
      target: [member.organizationId, member.userId],
      set: { role: row.role },
      setWhere: ne(member.role, row.role),
    })
    .returning({ role: member.role });
  return rows.length > 0;
}

/** Returns the role that the user has now: a user who was a member before keeps their role. */
export async function insertMember(tx: LockedTransaction, row: MemberRow): Promise<Role> {
  await tx.insert(member).values(row).onConflictDoNothing();
  return (await findMembership(tx, row.organizationId, row.userId))?.role ?? row.role;
}

/** `lastSeenAt`: in a browser that is still signed in, to five minutes; `null`: in none. */
export async function selectMembers(db: Db, organizationId: string) {
  const lastSeenAt = sql<Date | null>`(SELECT max(last_seen_at) FROM sign_in_session s WHERE s.user_id = "user".id AND s.expires_at > now())`;
  return db
    .select({
      userId: user.id,
      email: user.email,
      role: member.role,
      createdAt: member.createdAt,
      lastSeenAt: lastSeenAt.mapWith(signInSession.lastSeenAt),
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.organizationId, organizationId))
    .orderBy(asc(user.email));
}

export async function findMember(db: Db, organizationId: string, userId: string) {
  const [row] = await db
    .select({ email: user.email, role: member.role })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(is(organizationId, userId));
  return row ?? null;
}

export async function isMember(db: Db, organizationId: string, email: string): Promise<boolean> {
  const rows = await db
    .select({ userId: user.id })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.organizationId, organizationId), eq(user.email, email)));
  return rows.length > 0;
}

export async function hasOtherOwner(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: member.userId })
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.role, "owner"), ne(member.userId, userId)))
    .limit(1);
  return rows.length > 0;
}

export async function updateRole(tx: LockedTransaction, { organizationId, userId, role }: MemberRow): Promise<void> {
  await tx.update(member).set({ role }).where(is(organizationId, userId));
}

export async function deleteMember(tx: LockedTransaction, organizationId: string, userId: string): Promise<void> {
  await tx.delete(member).where(is(organizationId, userId));
}

/** Counts the organizations that a user owns. It locks the user, so that concurrent callers see what the others created. */
export async function countOwned(tx: Transaction, userId: string): Promise<number> {
  await tx.execute(sql`SELECT 1 FROM ${user} WHERE id = ${userId} FOR NO KEY UPDATE`);
  return tx.$count(member, and(eq(member.userId, userId), eq(member.role, "owner")));
}

export async function listOrganizationsOf(db: Db, userId: string) {
  return db
    .select({
      id: organization.id,
      name: organization.name,
      role: member.role,
      ...columnsOf(organization, "suspendedAt", "timeZone", "createdAt"),
    })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(eq(member.userId, userId))
    .orderBy(asc(organization.name), asc(organization.id));
}

function is(organizationId: string, userId: string) {
  return and(eq(member.organizationId, organizationId), eq(member.userId, userId));
}
