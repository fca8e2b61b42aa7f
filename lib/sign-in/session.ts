import { createHash, randomBytes } from "node:crypto";
import { deleteSession, findSession, insertSession } from "#db/queries/sign-in.ts";
import { database } from "#lib/core/database.ts";

export const SESSION_LIVES_MS = 30 * 86_400_000;

/** What is stored in place of a session or a link: both are random, so no key is needed. */
export function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Signs a user in; answers the value of the cookie, which is stored nowhere. */
export async function openSession(userId: string, browser: string): Promise<string> {
  const secret = newSecret();
  await insertSession(database(), { digest: digestOf(secret), userId, browser, livesMs: SESSION_LIVES_MS });
  return secret;
}

export async function readSession(secret: string) {
  return findSession(database(), digestOf(secret));
}

export async function closeSession(secret: string): Promise<void> {
  await deleteSession(database(), digestOf(secret));
}
