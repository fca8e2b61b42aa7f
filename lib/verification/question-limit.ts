import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { MINUTE_MS } from "#lib/base/time.rules.ts";
import { sweptBuckets } from "#lib/limits/rate-limiter.ts";
import { sharedBuckets } from "#lib/limits/shared.ts";
import { config } from "#lib/runtime/config.ts";
import { type Exhausted, MAX_UNKNOWN, take } from "./limits.ts";

const EACH_MINUTE = { perMs: MINUTE_MS };
/** Only answered questions take from these, so a stranger can neither empty, create nor evict them. */
const answered = sharedBuckets("answer", sweptBuckets(), EACH_MINUTE);
const refused = sharedBuckets("refused question", new LRUCache<string, number>({ max: MAX_UNKNOWN }), EACH_MINUTE);

/** The token's name in the limits: a digest of its text. */
export function limitNameOf(token: string): string {
  return hash("sha256", token, "base64url");
}

/**
 * Asks the other machines about a token, by its name, before the lookup. `heardOfMachines` says when they have
 * answered.
 */
export function askAboutToken(name: string): void {
  answered.ask(name);
  refused.ask(name);
}

/**
 * Takes one question about a token, after it is known whether it can be answered. Answered and refused questions count
 * separately, by the name of the token: wrong guesses never stop the right question, and a forged token has the same
 * limit as a genuine one.
 */
export function takeQuestion(name: string, isAnswered: boolean, now = performance.now()): Exhausted | null {
  return take(isAnswered ? answered : refused, name, "token", config().limits.tokenPerMinute, now);
}
