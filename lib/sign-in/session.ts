import { deleteSession, findSession, insertSession } from "#db/queries/sign-in-session.ts";
import { daysMs } from "#lib/base/time.rules.ts";
import type { User } from "#lib/core/actor.ts";
import { newSecret, secretDigest } from "#lib/crypto/digest.ts";
import { cookieLine, cookieName, removalLine } from "#lib/runtime/cookie.ts";
import { database } from "#lib/runtime/database.ts";

const SESSION_TTL_MS = daysMs(30);

export function sessionCookie(): string {
  return cookieName("session");
}

/** The `Set-Cookie` line that signs a browser in with a session. */
export function sessionLine(secret: string): string {
  return cookieLine(sessionCookie(), secret, SESSION_TTL_MS / 1000);
}

/**
 * Signs a user in; answers the value of the cookie. Only its digest is stored. `askedAt`: when the user last proved who they are, now
 * unless it is given; `null`: unknown.
 */
export async function openSession(userId: string, browser: string, askedAt?: Date | null): Promise<string> {
  const secret = newSecret();
  const session = { digest: secretDigest(secret), userId, browser, ttlMs: SESSION_TTL_MS };
  await insertSession(database(), { ...session, ...(askedAt !== undefined && { askedAt }) });
  return secret;
}

export async function readSession(secret: string) {
  return findSession(database(), secretDigest(secret));
}

type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>;

/** Says whose session it is, as verbs ask for an actor. Somebody who never proved who they are did so in 1970. */
function userOf({ id: sessionId, userId: id, email, askedAt }: Session): User {
  return { kind: "user", id, email, sessionId, signedInAt: askedAt ?? new Date(0) };
}

/** Holds what a browser brought along: cookies by name, and what it calls itself ("Firefox on Linux"). */
export type BrowserInfo = { cookies: Cookies; browser: string };

type Cookies = Readonly<Record<string, string>>;

/** Reads who is signed in with these cookies. Throws where the database cannot answer: an outage must sign nobody out. */
export async function readUser(cookies: Cookies): Promise<User | null> {
  const secret = cookies[sessionCookie()];
  const found = secret ? await readSession(secret) : null;
  return found && userOf(found);
}

/** Ends the session of these cookies; answers the `Set-Cookie` line that removes the cookie. */
export async function signOut(cookies: Cookies): Promise<string> {
  const secret = cookies[sessionCookie()];
  if (secret) await deleteSession(database(), secretDigest(secret));
  return removalLine(sessionCookie());
}
