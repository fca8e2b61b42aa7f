import { and, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { signInAccount, user } from "../schema/user.ts";

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
