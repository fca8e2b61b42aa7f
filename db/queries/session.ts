import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { signInLink, signInSession } from "../schema/account.ts";

/** The latest first. */
export async function selectSessions(db: Db, userId: string) {
  return db
    .select({
      id: signInSession.id,
      browser: signInSession.browser,
      createdAt: signInSession.createdAt,
      lastSeenAt: signInSession.lastSeenAt,
    })
    .from(signInSession)
    .where(and(eq(signInSession.userId, userId), gt(signInSession.expiresAt, sql`now()`)))
    .orderBy(desc(signInSession.lastSeenAt), desc(signInSession.id));
}

/** False: there is none of theirs. */
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

/** Links that were asked for before open nothing any more. */
export async function spendLinks(db: Db, email: string): Promise<void> {
  await db
    .update(signInLink)
    .set({ usedAt: sql`now()` })
    .where(and(eq(signInLink.email, email), isNull(signInLink.usedAt)));
}
