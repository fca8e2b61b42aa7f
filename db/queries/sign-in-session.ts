import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { signInSession, user } from "../schema/user.ts";
import { columnsOf, milliseconds } from "../sql.ts";

/** `askedAt`: if absent, now. */
type NewSession = { digest: Buffer; userId: string; browser: string; ttlMs: number; askedAt?: Date | null };

export async function insertSession(db: Db, { ttlMs, ...row }: NewSession): Promise<void> {
  await db.insert(signInSession).values({ ...row, expiresAt: sql`now() + ${milliseconds(ttlMs)}` });
}

/** The session and its user. Every five minutes it also stores when the session was last seen. */
export async function findSession(db: Db, digest: Buffer) {
  const [row] = await db
    .select({
      ...columnsOf(signInSession, "id", "askedAt"),
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

/** The latest first. */
export async function selectSessions(db: Db, userId: string) {
  return db
    .select(columnsOf(signInSession, "id", "browser", "createdAt", "lastSeenAt"))
    .from(signInSession)
    .where(and(eq(signInSession.userId, userId), gt(signInSession.expiresAt, sql`now()`)))
    .orderBy(desc(signInSession.lastSeenAt), desc(signInSession.id));
}

/** False: the user has no such session. */
export async function deleteSessionOfUser(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(signInSession)
    .where(and(eq(signInSession.userId, userId), eq(signInSession.id, id)))
    .returning({ id: signInSession.id });
  return deleted.length > 0;
}

export async function deleteSessions(db: Db, userId: string): Promise<number> {
  const deleted = await db
    .delete(signInSession)
    .where(eq(signInSession.userId, userId))
    .returning({ id: signInSession.id });
  return deleted.length;
}
