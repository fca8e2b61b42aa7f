import { and, eq, gt, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { signInSession } from "../schema/user.ts";
import { milliseconds } from "../sql.ts";

const { codeDigest, codeExpiresAt, codeTries } = signInSession;

type NewCode = { sessionId: string; digest: Buffer; ttlMs: number; apartMs: number; tries: number };

/** Gives a session a new code in the place of the last. False: one that still works was made less than `apartMs` ago. */
export async function setCode(db: Db, { sessionId, digest, ttlMs, apartMs, tries }: NewCode): Promise<boolean> {
  const isNew = sql`${codeExpiresAt} >= now() + ${milliseconds(ttlMs - apartMs)}`;
  const set = await db
    .update(signInSession)
    .set({ codeDigest: digest, codeExpiresAt: sql`now() + ${milliseconds(ttlMs)}`, codeTries: 0 })
    .where(and(eq(signInSession.id, sessionId), sql`(${isOpen(tries)} AND ${isNew}) IS NOT TRUE`))
    .returning({ id: signInSession.id });
  return set.length > 0;
}

type Try = { isRight: boolean; askedAt: Date | null; tries: number };

/**
 * Counts a try of a session's code. The right code is used up, and the user has proved who they are now. Of two concurrent calls one
 * succeeds. `null`: no code waits, it has expired, or `tries` were made.
 */
export async function tryCode(db: Db, sessionId: string, digests: Buffer[], tries: number): Promise<Try | null> {
  const isRight = inArray(codeDigest, digests);
  const [row] = await db
    .update(signInSession)
    .set({
      askedAt: sql`CASE WHEN ${isRight} THEN now() ELSE ${signInSession.askedAt} END`,
      codeDigest: sql`CASE WHEN ${isRight} THEN NULL ELSE ${codeDigest} END`,
      codeTries: sql`${codeTries} + 1`,
    })
    .where(and(eq(signInSession.id, sessionId), isOpen(tries)))
    .returning({ left: codeDigest, askedAt: signInSession.askedAt, tries: codeTries });
  return row ? { isRight: row.left === null, askedAt: row.askedAt, tries: row.tries } : null;
}

function isOpen(tries: number): SQL | undefined {
  return and(isNotNull(codeDigest), gt(codeExpiresAt, sql`now()`), lt(codeTries, tries));
}
