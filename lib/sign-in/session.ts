import { deleteSession, findSession, insertSession } from "#db/queries/sign-in-session.ts";
import { database } from "#lib/core/database.ts";
import { digestOf, newSecret } from "#lib/core/secret.ts";

export const SESSION_TTL_MS = 30 * 86_400_000;

/** Signs a user in; answers the value of the cookie, which is stored nowhere. */
export async function openSession(userId: string, browser: string): Promise<string> {
  const secret = newSecret();
  await insertSession(database(), { digest: digestOf(secret), userId, browser, ttlMs: SESSION_TTL_MS });
  return secret;
}

export async function readSession(secret: string) {
  return findSession(database(), digestOf(secret));
}

export async function closeSession(secret: string): Promise<void> {
  await deleteSession(database(), digestOf(secret));
}
