import { eq, sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import { invitation, signInLink, user } from "../schema/account.ts";
import { mailOutbox } from "../schema/notice.ts";

/** Held until the transaction ends: nobody makes them a member of anything meanwhile. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM ${user} WHERE id = ${userId} FOR UPDATE`);
}

/** With their sessions, company accounts and memberships, and what they have invited others to. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.delete(user).where(eq(user.id, userId));
}

/** What else holds an address outside the audit log: how many rows went. */
export async function deleteAddress(db: Db, email: string): Promise<number> {
  const invitations = await db.delete(invitation).where(eq(invitation.email, email)).returning({ id: invitation.id });
  const links = await db.delete(signInLink).where(eq(signInLink.email, email)).returning({ at: signInLink.createdAt });
  const mails = await db.delete(mailOutbox).where(eq(mailOutbox.recipient, email)).returning({ id: mailOutbox.id });
  return invitations.length + links.length + mails.length;
}

/** Writes a pseudonym for an address wherever it is a whole value of the audit log; how many entries that changed. Only the owner of the tables may. */
export async function pseudonymize(tx: Transaction, email: string, pseudonym: string): Promise<number> {
  const renamed = (column: string) =>
    sql`replace(${sql.identifier(column)}::text, to_json(${email}::text)::text, to_json(${pseudonym}::text)::text)::jsonb`;
  const { count } = await tx.execute(sql`
    UPDATE audit_event SET
      actor = CASE WHEN actor = ${email} THEN ${pseudonym} ELSE actor END,
      subject = CASE WHEN subject = ${email} THEN ${pseudonym} ELSE subject END,
      before = ${renamed("before")}, after = ${renamed("after")}
    WHERE actor = ${email} OR subject = ${email}
      OR strpos(concat(before::text, after::text), to_json(${email}::text)::text) > 0`);
  return count;
}
