import { eq, lt, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { mailOutbox } from "../schema/mail-outbox.ts";
import { invitation } from "../schema/member.ts";
import { signInLink, signInSession, user } from "../schema/user.ts";

/** Finds or creates the user of an e-mail address. */
export async function upsertUser(db: Db, id: string, email: string): Promise<{ id: string }> {
  const [row] = await db
    .insert(user)
    .values({ id, email })
    .onConflictDoUpdate({ target: user.email, set: { email } })
    .returning({ id: user.id });
  if (!row) throw new Error("The user was neither found nor made");
  return row;
}

export async function findUserByEmail(db: Db, email: string) {
  const [row] = await db.select({ id: user.id, email: user.email }).from(user).where(eq(user.email, email));
  return row ?? null;
}

export async function hasUsers(db: Db): Promise<boolean> {
  const rows = await db.select({ id: user.id }).from(user).limit(1);
  return rows.length > 0;
}

/** Whether the address has a user or an open invitation. */
export async function isExpected(db: Db, email: string): Promise<boolean> {
  const [row] = await db.execute<{ expected: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${user} WHERE email = ${email}) OR EXISTS (
      SELECT 1 FROM ${invitation}
      WHERE email = ${email} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()) AS expected
  `);
  return row?.expected === true;
}

/** Until the transaction ends, nobody can make this user a member of an organization. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM ${user} WHERE id = ${userId} FOR UPDATE`);
}

/** Also deletes the user's sessions, company accounts, memberships and sent invitations. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.delete(user).where(eq(user.id, userId));
}

/** Deletes the other rows with this address outside the audit log. Returns how many. */
export async function deleteAddress(db: Db, email: string): Promise<number> {
  const invitations = await db.delete(invitation).where(eq(invitation.email, email)).returning({ id: invitation.id });
  const links = await db.delete(signInLink).where(eq(signInLink.email, email)).returning({ at: signInLink.createdAt });
  const mails = await db.delete(mailOutbox).where(eq(mailOutbox.recipient, email)).returning({ id: mailOutbox.id });
  return invitations.length + links.length + mails.length;
}

/** Deletes links, sessions and invitations so many days after they expire, because they hold addresses. */
export async function deleteExpiredSignIns(db: Db, days: { links: number; sessions: number; invitations: number }) {
  const daysAgo = (count: number) => sql`now() - ${count} * interval '1 day'`;
  await db.delete(signInLink).where(lt(signInLink.expiresAt, daysAgo(days.links)));
  await db.delete(signInSession).where(lt(signInSession.expiresAt, daysAgo(days.sessions)));
  await db.delete(invitation).where(lt(invitation.expiresAt, daysAgo(days.invitations)));
}
