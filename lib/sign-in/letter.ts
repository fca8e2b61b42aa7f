import { RateLimiterMemory } from "rate-limiter-flexible";
import { isExpected } from "#db/queries/sign-in.ts";
import { config } from "#lib/config.ts";
import { database } from "#lib/database.ts";
import { sendMail } from "#lib/mail.ts";

export const LINK_LIVES_MS = 10 * 60_000;

const perAddress = new RateLimiterMemory({ keyPrefix: "letter", points: 5, duration: 15 * 60 });
/** Strangers have a budget of their own: however many ask, whoever is known gets a link. */
const altogether = {
  known: new RateLimiterMemory({ keyPrefix: "letters", points: 120, duration: 60 }),
  strangers: new RateLimiterMemory({ keyPrefix: "strangers' letters", points: 120, duration: 60 }),
};

/** Whether this address may sign in at all: everybody, or whoever is known or invited. */
export async function mayCome(email: string): Promise<boolean> {
  return config().signUp === "anyone" || (await isKnownHere(email));
}

/** Is there somebody of this address, or an invitation for them? The same work for everybody. */
export function isKnownHere(email: string): Promise<boolean> {
  return isExpected(database(), email);
}

/** Whether an address is written to now; if so, it counts. */
export async function takesLetter(email: string, isKnown: boolean): Promise<boolean> {
  if (!isKnown && config().signUp !== "anyone") return false;
  const budget = isKnown ? altogether.known : altogether.strangers;
  return (await within(budget, "all")) && (await within(perAddress, email));
}

function within(limiter: RateLimiterMemory, name: string): Promise<boolean> {
  return limiter.consume(name).then(
    () => true,
    () => false,
  );
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
