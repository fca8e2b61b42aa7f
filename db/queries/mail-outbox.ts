import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";
import type { Role } from "../schema/values.rules.ts";
import { jsonb } from "../sql.ts";

/** `key`: what the mail is about and its recipient. A second mail with the same key is not written. `expiresAt`: `null` for clear text. */
export type NewMail = {
  id: string;
  key: string;
  recipient: string;
  subject: string;
  body: string;
  expiresAt: Date | null;
};

/** Lists the addresses of an organization's members with one of these roles. */
export async function listRecipients(db: Db, organizationId: string, roles: readonly Role[]): Promise<string[]> {
  const rows = await db.execute<{ email: string }>(sql`
    SELECT u.email FROM member m JOIN "user" u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND to_jsonb(m.role) <@ ${jsonb(roles)} ORDER BY u.email`);
  return rows.map(({ email }) => email);
}

const MAIL = sql`id, key, recipient, subject, body, expires_at AS "expiresAt"`;

export async function insertMails(db: Db, mails: NewMail[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO mail_outbox (id, key, recipient, subject, body, expires_at)
    SELECT id, key, recipient, subject, body, "expiresAt" FROM jsonb_to_recordset(${jsonb(mails)})
      AS m(id uuid, key text, recipient text, subject text, body text, "expiresAt" timestamptz)
    ON CONFLICT DO NOTHING`);
}

/** Takes the first that waits after an id, for three days at most; others who look meanwhile see the next one. */
export async function takeMail(tx: Transaction, after: string): Promise<NewMail | null> {
  // A mail server may take its time to answer.
  await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '2min'`);
  const [row] = await tx.execute<NewMail>(sql`
    SELECT ${MAIL} FROM mail_outbox WHERE sent_at IS NULL AND created_at > now() - interval '3 days'
      AND (expires_at IS NULL OR expires_at > now()) AND id > ${after}
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`);
  return row ?? null;
}

/** Locks a waiting mail; `null`: it was sent. Fails if another sender holds it for more than three seconds. */
export async function findWaitingMail(tx: Transaction, id: string): Promise<NewMail | null> {
  await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '2min'`);
  await tx.execute(sql`SET LOCAL lock_timeout = '3s'`);
  const [row] = await tx.execute<NewMail>(
    sql`SELECT ${MAIL} FROM mail_outbox WHERE id = ${id} AND sent_at IS NULL FOR UPDATE`,
  );
  return row ?? null;
}

/** What opens something is kept no longer than it must. */
export async function markMailSent(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`
    UPDATE mail_outbox SET sent_at = now(), body = CASE WHEN expires_at IS NULL THEN body ELSE '' END WHERE id = ${id}`);
}

/** Deletes mails after `days`, and those that have expired. Until then their keys prevent a second mail about the same thing. */
export async function deleteOldEmails(db: Db, days: number): Promise<void> {
  await db.execute(sql`
    DELETE FROM mail_outbox WHERE created_at < now() - ${days} * interval '1 day' OR expires_at < now()`);
}
