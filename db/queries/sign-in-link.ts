import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { signInLink, user } from "../schema/user.ts";
import { milliseconds } from "../sql.ts";

type NewLink = { digest: Buffer; email: string | null; ttlMs: number };

/** `email`: `null` for the link that makes the first owner of an instance. */
export async function insertLink(db: Db, { digest, email, ttlMs }: NewLink): Promise<void> {
  await db.insert(signInLink).values({ digest, email, expiresAt: sql`now() + ${milliseconds(ttlMs)}` });
}

const isOpen = and(isNull(signInLink.usedAt), gt(signInLink.expiresAt, sql`now()`));

/** The address that the link would sign in. Does not use the link up. */
export async function findOpenLink(db: Db, digest: Buffer): Promise<{ email: string | null } | null> {
  const [row] = await db
    .select({ email: signInLink.email })
    .from(signInLink)
    .where(and(eq(signInLink.digest, digest), isOpen));
  return row ?? null;
}

/** Uses the link up. Of two concurrent calls one succeeds. */
export async function useLink(db: Db, digest: Buffer): Promise<{ email: string } | null> {
  const [row] = await db
    .update(signInLink)
    .set({ usedAt: sql`now()` })
    .where(and(eq(signInLink.digest, digest), isNotNull(signInLink.email), isOpen))
    .returning({ email: signInLink.email });
  return row?.email ? { email: row.email } : null;
}

/** The same for the link that makes the first owner. It works only while the instance has no user. */
export async function useFirstLink(db: Db, digest: Buffer): Promise<boolean> {
  // Two concurrent links would each see no user. The second one waits here until the first has made its user.
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

/** Ends all open links of an address. */
export async function spendLinks(db: Db, email: string): Promise<void> {
  await db
    .update(signInLink)
    .set({ usedAt: sql`now()` })
    .where(and(eq(signInLink.email, email), isNull(signInLink.usedAt)));
}
