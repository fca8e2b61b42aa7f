import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { invitation, member } from "../schema/member.ts";
import { organization } from "../schema/organization.ts";
import type { Role } from "../schema/values.rules.ts";
import { columnsOf, milliseconds } from "../sql.ts";
import type { LockedTransaction } from "./organization-lock.ts";

type NewInvitation = {
  id: string;
  organizationId: string;
  email: string;
  role: Role;
  invitedBy: string | null;
  digest: Buffer;
  ttlMs: number;
};

export async function insertInvitation(tx: LockedTransaction, { ttlMs, ...row }: NewInvitation): Promise<Date> {
  const expiresAt = sql`now() + ${milliseconds(ttlMs)}`;
  const [inserted] = await tx
    .insert(invitation)
    .values({ ...row, expiresAt })
    .returning({ expiresAt: invitation.expiresAt });
  if (!inserted) throw new Error("The invitation was not made");
  return inserted.expiresAt;
}

/** Neither accepted nor revoked; it may have expired. An address has at most one of these in an organization. */
const isPending = and(isNull(invitation.acceptedAt), isNull(invitation.revokedAt));

const isOpen = and(isPending, gt(invitation.expiresAt, sql`now()`));

/** Revokes the pending invitation of an address. */
export async function revokeInvitationTo(tx: LockedTransaction, organizationId: string, email: string): Promise<void> {
  await tx
    .update(invitation)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitation.organizationId, organizationId), eq(invitation.email, email), isPending));
}

/** The role that an open invitation offers, by its id or to an address. */
export async function roleOffered(db: Db, organizationId: string, to: { id: string } | { email: string }) {
  const named = "id" in to ? eq(invitation.id, to.id) : eq(invitation.email, to.email);
  const [row] = await db
    .select({ role: invitation.role })
    .from(invitation)
    .where(and(eq(invitation.organizationId, organizationId), named, isOpen));
  return row?.role ?? null;
}

export async function revokeOpenInvitation(tx: LockedTransaction, organizationId: string, id: string) {
  const [row] = await tx
    .update(invitation)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitation.organizationId, organizationId), eq(invitation.id, id), isOpen))
    .returning({ email: invitation.email, role: invitation.role });
  return row ?? null;
}

/** `open`: invitations of other addresses that can still be accepted. `ofLastDay`: all that were made in the last 24 hours. */
export async function countInvitations(db: Db, organizationId: string, email: string) {
  const [row] = await db
    .select({
      open: sql<number>`count(*) filter (where ${isOpen} and ${invitation.email} <> ${email})`,
      ofLastDay: sql<number>`count(*) filter (where ${invitation.createdAt} > now() - interval '24 hours')`,
    })
    .from(invitation)
    .where(eq(invitation.organizationId, organizationId));
  return row ?? { open: 0, ofLastDay: 0 };
}

export async function listOpenInvitations(db: Db, organizationId: string) {
  return db
    .select(columnsOf(invitation, "id", "email", "role", "createdAt", "expiresAt"))
    .from(invitation)
    .where(and(eq(invitation.organizationId, organizationId), isOpen))
    .orderBy(asc(invitation.email));
}

const isInviter = and(eq(member.organizationId, invitation.organizationId), eq(member.userId, invitation.invitedBy));

/** The role that the inviter has now; `null`: the inviter is no longer a member. */
const inviter = sql<
  Role | "operator" | null
>`CASE WHEN ${invitation.invitedBy} IS NULL THEN 'operator' ELSE ${member.role} END`;

/** The open invitations that a member has sent. */
export async function listOffersOf(db: Db, organizationId: string, invitedBy: string) {
  return db
    .select({ id: invitation.id, role: invitation.role })
    .from(invitation)
    .where(and(eq(invitation.organizationId, organizationId), eq(invitation.invitedBy, invitedBy), isOpen));
}

export async function findOpenInvitation(db: Db, digest: Buffer) {
  const [row] = await db
    .select({
      organizationId: invitation.organizationId,
      organizationName: organization.name,
      ...columnsOf(invitation, "email", "role", "expiresAt"),
      inviter,
    })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, invitation.organizationId))
    .leftJoin(member, isInviter)
    .where(and(eq(invitation.digest, digest), isOpen));
  return row ?? null;
}

/** Accepts the invitation, once, for the address that it is bound to. */
export async function spendInvitation(tx: LockedTransaction, digest: Buffer, email: string) {
  const [row] = await tx
    .update(invitation)
    .set({ acceptedAt: sql`now()` })
    .where(and(eq(invitation.digest, digest), eq(invitation.email, email), isOpen))
    .returning({ role: invitation.role });
  return row ?? null;
}
