import { sql } from "drizzle-orm";
import type { Db, Transaction } from "../client.ts";

/** Finds the id of the latest restore; `null`: the database was never restored. */
export async function findEpoch(db: Db): Promise<string | null> {
  const [row] = await db.execute<{ id: string }>(sql`SELECT id FROM restore ORDER BY created_at DESC, id DESC LIMIT 1`);
  return row?.id ?? null;
}

/** Sets how long a statement of this transaction waits for a table that somebody else reads or writes (SQLSTATE 55P03). */
const WAIT_MS = 5_000;

/** Until the transaction ends, a server that starts waits before it reads the epoch. */
export async function lockEpoch(tx: Transaction): Promise<void> {
  await tx.execute(sql.raw(`SET LOCAL lock_timeout = ${WAIT_MS}`));
  await tx.execute(sql`LOCK TABLE restore IN ACCESS EXCLUSIVE MODE`);
}

export type Holder = { pid: number; login: string; program: string };

/** Lists sessions that read or write the tables that a restore changes, the oldest first. Autovacuum gives way. */
export async function listHolders(db: Db): Promise<Holder[]> {
  return db.execute<Holder>(sql`
    SELECT a.pid, a.usename AS login, a.application_name AS program FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.backend_type = 'client backend' AND EXISTS (
      SELECT 1 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      WHERE l.pid = a.pid AND l.granted AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND coalesce((SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = c.oid), c.relname) IN
          ('restore', 'verification', 'page_key', 'idempotency_key', 'sign_in_session', 'sign_in_link', 'invitation', 'mail_outbox'))
    ORDER BY a.backend_start LIMIT 3`);
}

/** The stored part of a restore's report; the rest is read again each time. It holds no email address. */
export type RestoreReport = {
  lastWriteAt: string | null;
  lastDocument: number;
  ended: Ended;
  /** The moment at which the mails that waited were marked as sent. */
  mailsEndedAt: string;
  batches?: object[];
};

type KnownRestore = { createdAt: Date; doneAt: Date; report: RestoreReport | null };

/** Finds the latest restore. `report` says when it was first told: a second run tells it again. */
export async function findRestore(db: Db): Promise<KnownRestore | null> {
  const [row] = await db.execute<KnownRestore>(sql`
    SELECT created_at AS "createdAt", done_at AS "doneAt", report FROM restore ORDER BY created_at DESC, id DESC LIMIT 1`);
  return row ?? null;
}

/** `doneAt`: of the first run, where this is a second one. */
export async function insertRestore(
  tx: Transaction,
  { id, report, doneAt }: { id: string; report: RestoreReport; doneAt: Date | null },
): Promise<void> {
  // Not `now()`: rows that were written while this waited for its locks are older than the restore.
  await tx.execute(sql`INSERT INTO restore (id, created_at, done_at, report)
    VALUES (${id}, clock_timestamp(), coalesce(${doneAt?.toISOString() ?? null}::timestamptz, clock_timestamp()), ${JSON.stringify(report)}::text::jsonb)`);
}

/** Adds what was found after the commit. */
export async function addToReport(db: Db, id: string, found: Pick<RestoreReport, "batches">): Promise<void> {
  await db.execute(sql`UPDATE restore SET report = report || ${JSON.stringify(found)}::text::jsonb WHERE id = ${id}`);
}

/** Counts connections of servers and their jobs to this database, beside the caller's own. */
export async function countServerConnections(db: Db): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'ageway'`);
  return row?.n ?? 0;
}

/** Says when the latest change, check or sign-in was that the database has, and the number of its last document. */
export async function findLastWrites(db: Db): Promise<{ lastWriteAt: Date | null; lastDocument: number }> {
  const [row] = await db.execute<{ lastWriteAt: Date | null; lastDocument: number }>(sql`
    SELECT greatest(
      (SELECT created_at FROM audit_event ORDER BY id DESC LIMIT 1),
      (SELECT created_at FROM billing_event ORDER BY verification_id DESC LIMIT 1),
      (SELECT created_at FROM verification ORDER BY id DESC LIMIT 1),
      (SELECT max(created_at) FROM sign_in_session)
    ) AS "lastWriteAt",
    (SELECT last FROM document_number WHERE series = 'documents') AS "lastDocument"`);
  if (!row) throw new Error("The database did not tell what it has");
  return row;
}

export type Ended = Record<
  "verifications" | "idempotencyKeys" | "sessions" | "signInLinks" | "invitations" | "mails",
  number
>;

/** Ends what people hold from before. A waiting mail counts as sent, so that its key keeps a second one back. */
export async function endEverything(tx: Transaction): Promise<Ended & { endedAt: string }> {
  const [row] = await tx.execute<Ended & { endedAt: Date }>(sql`
    WITH
      keys AS (DELETE FROM idempotency_key RETURNING 1),
      page_keys AS (DELETE FROM page_key),
      sessions AS (DELETE FROM sign_in_session RETURNING 1),
      links AS (DELETE FROM sign_in_link RETURNING 1),
      invitations AS (UPDATE invitation SET revoked_at = now() WHERE accepted_at IS NULL AND revoked_at IS NULL RETURNING 1),
      mails AS (UPDATE mail_outbox SET sent_at = date_trunc('milliseconds', now()) WHERE sent_at IS NULL RETURNING 1)
    SELECT (SELECT count(*) FROM verification)::int AS verifications, (SELECT count(*) FROM keys)::int AS "idempotencyKeys",
      (SELECT count(*) FROM sessions)::int AS sessions, (SELECT count(*) FROM links)::int AS "signInLinks",
      (SELECT count(*) FROM invitations)::int AS invitations, (SELECT count(*) FROM mails)::int AS mails,
      date_trunc('milliseconds', now()) AS "endedAt"`);
  if (!row) throw new Error("The database did not tell what ended");
  // Its own statement: each partition is emptied at once, however many rows it has.
  await tx.execute(sql`TRUNCATE verification`);
  return { ...row, endedAt: row.endedAt.toISOString() };
}

export type WaitingMail = { createdAt: Date; recipient: string; subject: string };

/** Lists the mails that a restore has ended, the latest first. Their rows are deleted as all mails are. */
export async function listEndedMails(db: Db, endedAt: string): Promise<WaitingMail[]> {
  return db.execute<WaitingMail>(sql`
    SELECT created_at AS "createdAt", recipient, subject FROM mail_outbox
    WHERE sent_at = ${endedAt}::timestamptz ORDER BY created_at DESC, id DESC`);
}

export type RestoredKey = {
  changedAt: Date;
  organization: string;
  key: string;
  mode: string;
  pausedAt: Date | null;
  /** Since when its calls must carry one of its secrets; `null`: they need none, also where it has some. */
  lockedAt: Date | null;
  /** The last letters of each secret. */
  secrets: string;
};

/** Lists the plugin keys whose calls are accepted, or that a member may resume; the last changed come first. */
export async function listRestoredKeys(db: Db): Promise<RestoredKey[]> {
  return db.execute<RestoredKey>(sql`
    SELECT greatest(k.created_at, ${lastChange(sql`k.organization_id`, sql`k.key`)}) AS "changedAt", o.name AS organization, k.key, k.mode,
      k.paused_at AS "pausedAt", k.locked_at AS "lockedAt",
      (SELECT coalesce(string_agg(s.hint, ' ' ORDER BY s.place), '') FROM plugin_key_secret s WHERE s.plugin_key_id = k.id) AS secrets
    FROM plugin_key k JOIN organization o ON o.id = k.organization_id
    WHERE k.revoked_at IS NULL AND (k.ends_at IS NULL OR k.ends_at > now())
    ORDER BY 1 DESC, k.id`);
}

export type RestoredDomain = { changedAt: Date; organization: string; host: string; includeSubdomains: boolean };

/** Lists the domains that visitors may be sent to; those that were changed last come first. */
export async function listRestoredDomains(db: Db): Promise<RestoredDomain[]> {
  return db.execute<RestoredDomain>(sql`
    SELECT greatest(d.verified_at, ${lastChange(sql`d.organization_id`, sql`d.host`)}) AS "changedAt", o.name AS organization, d.host,
      d.include_subdomains AS "includeSubdomains"
    FROM domain d JOIN organization o ON o.id = d.organization_id
    WHERE d.verified_at IS NOT NULL ORDER BY 1 DESC, d.id`);
}

export type RestoredMember = { changedAt: Date; organization: string; email: string; role: string };

/** Lists the members of all organizations; those that were changed last come first. */
export async function listRestoredMembers(db: Db): Promise<RestoredMember[]> {
  return db.execute<RestoredMember>(sql`
    SELECT greatest(m.created_at, ${lastChange(sql`m.organization_id`, sql`u.email`)}) AS "changedAt", o.name AS organization, u.email, m.role
    FROM member m JOIN organization o ON o.id = m.organization_id JOIN "user" u ON u.id = m.user_id
    ORDER BY 1 DESC, u.email`);
}

/** Says when the audit log last names a subject of an organization. */
function lastChange(organizationId: ReturnType<typeof sql>, subject: ReturnType<typeof sql>) {
  return sql`(SELECT max(a.created_at) FROM audit_event a WHERE a.organization_id = ${organizationId} AND a.subject = ${subject})`;
}
