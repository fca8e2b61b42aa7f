import { isExpected } from "#db/queries/user.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { type Rate, returnToken, sweptBuckets, takeToken, waitForToken } from "#lib/limits/rate-limiter.ts";
import { heardOfMachines, sharedBuckets } from "#lib/limits/shared.ts";
import type { Letter } from "#lib/mail/letter.rules.ts";
import { sendNow } from "#lib/mail/mail.ts";
import { postMail } from "#lib/mail/outbox.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";

export const LINK_TTL_MS = 10 * 60_000;

/** Allows one address five at once, then one every three minutes. The latest link works even if others ask for it, too. */
const PER_ADDRESS: Rate = { quota: 5, perMs: 15 * 60_000 };
/** Limits strangers at one host, whose mailboxes may all be one person's. */
const PER_HOST: Rate = { quota: 60, perMs: 60_000 };
/** Limits all addresses of a kind together. */
const ALTOGETHER: Rate = { quota: 120, perMs: 60_000 };
/** An empty budget is logged once in this time. */
const LOG_EVERY_MS = 60_000;

/** May this address sign in? With `SIGN_UP=anyone` every address may, else those with an account or an invitation. */
export async function maySignIn(email: string): Promise<boolean> {
  return config().signUp === "anyone" || (await hasAccountOrInvitation(email));
}

/** Takes the same time for every address, so that the time tells nothing. */
export function hasAccountOrInvitation(email: string): Promise<boolean> {
  return isExpected(database(), email);
}

/** May this address get an e-mail now? If so, the e-mail counts against the budgets. */
export async function takeEmailBudget(email: string, isKnown: boolean): Promise<boolean> {
  if (!isKnown && config().signUp !== "anyone") return false;
  budgets.ask(email);
  // Nobody waits for the e-mail's decision.
  await heardOfMachines(true);
  return budgets.take(email, isKnown);
}

/** May this member get a code now? Only who is signed in as the member asks, so nobody else's asks count. */
export async function takeCodeBudget(email: string): Promise<boolean> {
  const mailbox = mailboxOf(email);
  codes.ask(mailbox);
  await heardOfMachines(true);
  return takeToken(codes, mailbox, PER_ADDRESS, performance.now()) === null;
}

/** Puts back what `takeCodeBudget` took: no code was mailed after all. */
export function returnCodeBudget(email: string): void {
  returnToken(codes, mailboxOf(email), PER_ADDRESS);
}

const budgets = emailBudgets();
const codes = sharedBuckets("sign-in code", sweptBuckets(), { perMs: PER_ADDRESS.perMs });

/**
 * Checks the budget of the address first, so that many requests for one address do not empty the budget of all. Strangers
 * have a budget of their own, and the first e-mail to a known address needs none: each member gets a link, however many
 * strangers ask. Only e-mails that are sent make an entry, so made-up addresses fill no memory.
 */
export function emailBudgets() {
  const addresses = sharedBuckets("sign-in address", sweptBuckets(), { perMs: PER_ADDRESS.perMs });
  const hosts = sharedBuckets("sign-in host", sweptBuckets(), { perMs: PER_HOST.perMs });
  const budgets = sharedBuckets("sign-in budget", sweptBuckets(), { perMs: ALTOGETHER.perMs });
  const loggedAt = new Map<string, number>();
  const stopped = (budget: string, { quota }: Rate, now: number): false => {
    if (now - (loggedAt.get(budget) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return false;
    loggedAt.set(budget, now);
    log.warn({ event: "sign_in_mail_stopped", budget, quota });
    return false;
  };
  const take = (email: string, isKnown: boolean, now = performance.now()): boolean => {
    const [mailbox, host] = [mailboxOf(email), hostOf(email)];
    const fullAt = addresses.get(mailbox);
    if (waitForToken(addresses, mailbox, PER_ADDRESS, now) !== null) return false;
    if (!isKnown && waitForToken(hosts, host, PER_HOST, now) !== null)
      return stopped("strangers at one host", PER_HOST, now);
    const isFirst = fullAt === undefined || fullAt <= now;
    if (!isKnown || !isFirst) {
      const budget = isKnown ? "known" : "strangers";
      if (takeToken(budgets, budget, ALTOGETHER, now) !== null) return stopped(budget, ALTOGETHER, now);
    }
    takeToken(addresses, mailbox, PER_ADDRESS, now);
    if (!isKnown) takeToken(hosts, host, PER_HOST, now);
    return true;
  };
  const ask = (email: string) => {
    addresses.ask(mailboxOf(email));
    hosts.ask(hostOf(email));
    for (const kind of ["known", "strangers"]) budgets.ask(kind);
  };
  return { take, ask };
}

/** Names the mailbox that an address leads to: what follows a + is a tag of its owner's (RFC 5233), who can write any. */
function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*/, "");
}

function hostOf(email: string): string {
  return email.slice(email.indexOf("@") + 1);
}

/** Returns once the e-mail is in the outbox, from which this process sends it at once, and another one if this one stops. */
export async function sendLinkEmail(email: string, page: Letter["page"], until: Date): Promise<void> {
  const letter: Letter = {
    organization: null,
    subject: "Sign in to Ageway",
    fact: "This link signs you in to Ageway once, within ten minutes.",
    action: "Sign in",
    page,
    more: "If you did not ask for this, delete this e-mail. Nobody has signed in.",
  };
  const posted = { about: `link ${uuidV7()}`, recipient: email, letter, opensUntil: until };
  for (const id of await postMail(database(), [posted]))
    void sendNow(id).catch((fault) => log.warn({ event: "link_not_sent", ...faultOf(fault) }));
}
