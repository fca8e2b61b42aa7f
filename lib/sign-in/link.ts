import { findOpenLink } from "#db/queries/sign-in-link.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { secretDigest } from "#lib/core/digest.ts";
import { readEmail } from "#lib/core/email.rules.ts";
import { faultOf, log } from "#lib/core/log.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { hasAccountOrInvitation, takeEmailBudget } from "./email.ts";
import {
  type BrowserInfo,
  callNextAuth,
  createCsrfToken,
  replaceSession,
  type SignInRedirect,
  withoutSession,
} from "./next-auth.ts";

/** Lists what was promised to be mailed, and is not in the outbox yet. */
const promised = new Set<Promise<void>>();

/**
 * Mails a link to sign in with, if the address may sign in. Does not wait for the mail: neither the answer nor its time shows
 * whether somebody has this address, or got too many mails. A process that stops calls `finishLinks`.
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

/** Returns when each link that was promised is in the outbox. */
export async function finishLinks(): Promise<void> {
  await Promise.all(promised);
}

async function sendLink(email: string, isKnown: boolean, next: string): Promise<void> {
  if (!(await takeEmailBudget(email, isKnown))) return;
  const { csrfToken, csrfCookie } = await createCsrfToken();
  const body = { email, csrfToken, callbackUrl: `${config().baseUrl}${next}` };
  await callNextAuth(["signin", "email"], { method: "POST", body, cookies: csrfCookie, browser: "" });
}

/** The address that a link would sign in. `null`: the link is used, too old, or none of ours. Does not use it up. */
export async function emailOfLink(token: string): Promise<string | null> {
  return (await findOpenLink(database(), secretDigest(token)))?.email ?? null;
}

/** Uses a link up. `null`: it is used, too old, or none of ours. */
export async function signInByLink(
  token: string,
  next: string,
  { cookies, browser }: BrowserInfo,
): Promise<SignInRedirect | null> {
  const query = { token, callbackUrl: `${config().baseUrl}${next}` };
  const callback = { method: "POST" as const, query, cookies: withoutSession(cookies), browser };
  return replaceSession(await callNextAuth(["callback", "email"], callback), cookies);
}
