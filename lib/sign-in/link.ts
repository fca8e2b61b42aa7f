import { findOpenLink, insertLink, useLink } from "#db/queries/sign-in-link.ts";
import { upsertUser } from "#db/queries/user.ts";
import { readEmail } from "#lib/base/email.rules.ts";
import { type Result, refuse } from "#lib/base/result.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { newSecret, secretDigest } from "#lib/crypto/digest.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { hasAccountOrInvitation, LINK_TTL_MS, maySignIn, sendLinkEmail, takeEmailBudget } from "./email.ts";
import { type BrowserInfo, openSession, signOut } from "./session.ts";

/** Holds what was promised to be mailed, and is not in the outbox yet. */
const promised = new Set<Promise<void>>();

/**
 * Mails a link to sign in with, if the address may sign in. Does not wait for the mail: neither the answer nor its time
 * shows whether somebody has this address, or got too many mails. A process that stops calls `finishLinks`.
 */
export async function requestLink(email: string, next: string): Promise<Result<object, "email_invalid">> {
  const address = readEmail(email);
  if (address === null) return refuse("email_invalid");
  const isKnown = await hasAccountOrInvitation(address);
  const sending = sendLink(address, isKnown, next)
    .catch((fault) => log.error({ event: "link_not_sent", ...faultOf(fault) }))
    .finally(() => promised.delete(sending));
  promised.add(sending);
  return { ok: true };
}

/** Returns when each link that was promised is in the outbox. For a process that stops. */
export async function finishLinks(): Promise<void> {
  await Promise.all(promised);
}

async function sendLink(email: string, isKnown: boolean, next: string): Promise<void> {
  if (!(await takeEmailBudget(email, isKnown))) return;
  const token = newSecret();
  await insertLink(database(), { digest: secretDigest(token), email, ttlMs: LINK_TTL_MS });
  const query = new URLSearchParams({ token, next });
  const until = new Date(Date.now() + LINK_TTL_MS);
  await sendLinkEmail(email, `/sign-in/link?${query}`, until);
}

/** The address that a link would sign in. `null`: the link is used, too old, or none of ours. Does not use it up. */
export async function emailOfLink(token: string): Promise<string | null> {
  return (await findOpenLink(database(), secretDigest(token)))?.email ?? null;
}

/**
 * Uses a link up, and ends the session that the browser had; answers the value of its new cookie. `null`: the link is
 * used, too old, none of ours, or its address may not sign in any more.
 */
export async function signInByLink(token: string, { cookies, browser }: BrowserInfo): Promise<string | null> {
  const used = await useLink(database(), secretDigest(token));
  if (used === null || !(await maySignIn(used.email))) return null;
  const { id } = await upsertUser(database(), uuidV7(), used.email);
  await signOut(cookies);
  return openSession(id, browser);
}
