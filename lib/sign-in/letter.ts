import { RateLimiterMemory } from "rate-limiter-flexible";
import { isExpected } from "#db/queries/sign-in.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/database.ts";
import { faultOf, log } from "#lib/log.ts";
import { sendMail } from "#lib/mail.ts";

export const LINK_LIVES_MS = 10 * 60_000;

const perAddress = new RateLimiterMemory({ keyPrefix: "letter", points: 5, duration: 15 * 60 });
const altogether = new RateLimiterMemory({ keyPrefix: "letters", points: 120, duration: 60 });

/** Whether this address may sign in at all: everybody, or whoever is known or invited. */
export async function mayCome(email: string): Promise<boolean> {
  return config().signUp === "anyone" || (await isExpected(database(), email));
}

/**
 * Writes to an address, in its own time: whether somebody is known, or was written to too often, shows neither in the
 * answer nor in how long it took.
 */
export function writeLetter(email: string, url: string): void {
  void letter(email, url).catch((fault) => log.error({ event: "mail_failed", ...faultOf(fault) }));
}

async function letter(email: string, url: string): Promise<void> {
  if (!(await mayCome(email)) || !(await counts(email))) return;
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

async function counts(email: string): Promise<boolean> {
  const within = (limiter: RateLimiterMemory, name: string) =>
    limiter.consume(name).then(
      () => true,
      () => false,
    );
  const isWithin = (await within(perAddress, email)) && (await within(altogether, "all"));
  if (!isWithin) log.warn({ event: "letter_not_sent", reason: "rate_limited" });
  return isWithin;
}
