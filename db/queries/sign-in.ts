import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { invitation, signInAccount, signInLink, signInSession, user } from "../schema/account.ts";

export async function insertUser(db: Db, row: { id: string; email: string }): Promise<void> {
  await db.insert(user).values(row).onConflictDoNothing();
}

export async function findUserByEmail(db: Db, email: string) {
  const [row] = await db.select({ id: user.id, email: user.email }).from(user).where(eq(user.email, email));
  return row ?? null;
}

export async function findUser(db: Db, id: string) {
  const [row] = await db.select({ id: user.id, email: user.email }).from(user).where(eq(user.id, id));
  return row ?? null;
}

export async function findUserByAccount(db: Db, issuer: string, subject: string) {
  const [row] = await db
    .select({ id: user.id, email: user.email })
    .from(signInAccount)
    .innerJoin(user, eq(user.id, signInAccount.userId))
    .where(and(eq(signInAccount.issuer, issuer), eq(signInAccount.subject, subject)));
  return row ?? null;
}

export async function insertAccount(db: Db, row: { issuer: string; subject: string; userId: string }): Promise<void> {
  await db.insert(signInAccount).values(row).onConflictDoNothing();
}

/** Is there somebody of this address, or an invitation that waits for them? */
export async function isExpected(db: Db, email: string): Promise<boolean> {
  const [row] = await db.execute<{ expected: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${user} WHERE email = ${email}) OR EXISTS (
      SELECT 1 FROM ${invitation}
      WHERE email = ${email} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()) AS expected
  `);
  return row?.expected === true;
}

type NewLink = { digest: Buffer; email: string | null; ttlMs: number };

/** `email`: `null` for the link that makes the first owner. */
export async function insertLink(db: Db, { digest, email, ttlMs }: NewLink): Promise<void> {
  await db.insert(signInLink).values({ digest, email, expiresAt: sql`now() + ${ttlMs} * interval '1 millisecond'` });
}

const isOpen = and(isNull(signInLink.usedAt), gt(signInLink.expiresAt, sql`now()`));

/** Whom the link would sign in, without using it up. */
export async function findOpenLink(db: Db, digest: Buffer): Promise<{ email: string | null } | null> {
  const [row] = await db
    .select({ email: signInLink.email })
    .from(signInLink)
    .where(and(eq(signInLink.digest, digest), isOpen));
  return row ?? null;
}

/** Uses the link up. Of two who press at once, one gets in. */
export async function useLink(db: Db, digest: Buffer): Promise<{ email: string; expiresAt: Date } | null> {
  const [row] = await db
    .update(signInLink)
    .set({ usedAt: sql`now()` })
    .where(and(eq(signInLink.digest, digest), isNotNull(signInLink.email), isOpen))
    .returning({ email: signInLink.email, expiresAt: signInLink.expiresAt });
  return row?.email ? { email: row.email, expiresAt: row.expiresAt } : null;
}

/** The same for the link that makes the first owner: good only while there is nobody. */
export async function useFirstLink(db: Db, digest: Buffer): Promise<boolean> {
  // Two links pressed at once would each see nobody: the second waits here for the first one's user.
  await db.execute(sql`LOCK TABLE ${user} IN SHARE ROW EXCLUSIVE MODE`);
  const used = await db
    .update(signInLink)
    .set({ usedAt: sql`now()` })
    .where(opensFirst(digest))
    .returning({ digest: signInLink.digest });
  return used.length > 0;
}

export async function findFirstLink(db: Db, digest: Buffer): Promise<boolean> {
  const found = await db.select({ digest: signInLink.digest }).from(signInLink).where(opensFirst(digest));
  return found.length > 0;
}

function opensFirst(digest: Buffer) {
  const isNobodyThere = sql`NOT EXISTS (SELECT 1 FROM ${user})`;
  return and(eq(signInLink.digest, digest), isNull(signInLink.email), isOpen, isNobodyThere);
}

export async function hasUsers(db: Db): Promise<boolean> {
  const rows = await db.select({ id: user.id }).from(user).limit(1);
  return rows.length > 0;
}

/** `askedAt`: left out, it is now. */
type NewSession = { digest: Buffer; userId: string; browser: string; ttlMs: number; askedAt?: Date | null };

export async function insertSession(db: Db, { ttlMs, ...row }: NewSession): Promise<void> {
  await db.insert(signInSession).values({ ...row, expiresAt: sql`now() + ${ttlMs} * interval '1 millisecond'` });
}

/** The session and whose it is; notes, every few minutes, that it was seen. */
export async function findSession(db: Db, digest: Buffer) {
  const [row] = await db
    .select({
      id: signInSession.id,
      askedAt: signInSession.askedAt,
      expiresAt: signInSession.expiresAt,
      userId: user.id,
      email: user.email,
      isStale: sql<boolean>`${signInSession.lastSeenAt} < now() - interval '5 minutes'`,
    })
    .from(signInSession)
    .innerJoin(user, eq(user.id, signInSession.userId))
    .where(and(eq(signInSession.digest, digest), gt(signInSession.expiresAt, sql`now()`)));
  if (row?.isStale)
    await db.update(signInSession).set({ lastSeenAt: sql`now()` }).where(eq(signInSession.digest, digest));
  return row ?? null;
}

export async function deleteSession(db: Db, digest: Buffer): Promise<void> {
  await db.delete(signInSession).where(eq(signInSession.digest, digest));
}

/** Links and sessions whose time is up, and invitations a month after theirs: they hold somebody's address. */
export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await db.delete(signInLink).where(lt(signInLink.expiresAt, sql`now() - interval '1 day'`));
  await db.delete(signInSession).where(lt(signInSession.expiresAt, sql`now()`));
  await db.delete(invitation).where(lt(invitation.expiresAt, sql`now() - interval '30 days'`));
}
