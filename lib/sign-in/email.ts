import { isExpected } from "#db/queries/user.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { log } from "#lib/core/log.ts";
import { sendMail } from "#lib/core/mail.ts";
import { sweptBuckets } from "#lib/core/rate-limiter.ts";
import { type Rate, takeFrom } from "#lib/core/token-bucket.rules.ts";

export const LINK_TTL_MS = 10 * 60_000;

/** Of one address: five at once, and then one in three minutes, so that its owner has a link that lives whoever else asks. */
const PER_ADDRESS: Rate = { quota: 5, perMs: 15 * 60_000 };
const ALTOGETHER: Rate = { quota: 120, perMs: 60_000 };
/** A budget that stops mail is logged once in so long. */
const SAID_EVERY_MS = 60_000;

/** Whether this address may sign in at all: everybody, or whoever is known or invited. */
export async function mayCome(email: string): Promise<boolean> {
  return config().signUp === "anyone" || (await isKnownHere(email));
}

/** Is there somebody of this address, or an invitation for them? The same work for everybody. */
export function isKnownHere(email: string): Promise<boolean> {
  return isExpected(database(), email);
}

/** Whether an address is written to now; if so, it counts. */
export function takesLetter(email: string, isKnown: boolean): boolean {
  return (isKnown || config().signUp === "anyone") && takesBudget(email, isKnown);
}

const takesBudget = letterBudgets();

/**
 * The address decides first, so that many asks for one take nothing of the budget. Strangers have a budget of their own, and
 * the first mail to somebody known needs none: however many ask for whomever, each member gets a link. Only mail that is
 * written counts, so it holds few entries, whatever addresses strangers make up.
 */
export function letterBudgets() {
  const [addresses, budgets] = [sweptBuckets(), sweptBuckets()];
  const saidAt = new Map<string, number>();
  return (email: string, isKnown: boolean, now = performance.now()): boolean => {
    const fullAt = addresses.get(email);
    const address = takeFrom(fullAt, PER_ADDRESS, now);
    if (!address.ok) return false;
    const isFirst = fullAt === undefined || fullAt <= now;
    if (!isKnown || !isFirst) {
      const budget = isKnown ? "known" : "strangers";
      const taken = takeFrom(budgets.get(budget), ALTOGETHER, now);
      if (!taken.ok) {
        if (now - (saidAt.get(budget) ?? Number.NEGATIVE_INFINITY) >= SAID_EVERY_MS) {
          saidAt.set(budget, now);
          log.warn({ event: "sign_in_mail_stopped", budget, quota: ALTOGETHER.quota });
        }
        return false;
      }
      budgets.set(budget, taken.fullAt);
    }
    addresses.set(email, address.fullAt);
    return true;
  };
}

export async function writeLetter(email: string, url: string): Promise<void> {
  await sendMail({
    to: email,
    subject: "Sign in to Ageway",
    text: [
      "Open this link and press the button to sign in. It works once, for ten minutes:",
      "",
      url,
      "",
      "You did not ask for it? Then nobody has signed in, and you can delete this mail.",
      "",
    ].join("\n"),
  });
}
