import { LRUCache } from "lru-cache";
import { MINUTE_MS } from "#lib/base/time.rules.ts";
import { takeToken, waitForToken } from "#lib/limits/rate-limiter.ts";
import { sharedBuckets } from "#lib/limits/shared.ts";
import type { Exhausted } from "#lib/verification/limits.ts";

const MAX_NAMES = 4_096;

/** Counts for the gate test alone: nothing here takes from what a key, a device or a token of a true check may do. */
function limitOf(kind: string, limit: Exhausted["limit"], quota: number) {
  const kept = new LRUCache<string, number>({ max: MAX_NAMES });
  const buckets = sharedBuckets(`gate test ${kind}`, kept, { perMs: MINUTE_MS });
  const rate = { quota, perMs: MINUTE_MS };
  const exhaustedAfter = (waitMs: number | null): Exhausted | null =>
    waitMs === null ? null : { limit, quota, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
  return {
    take: (name: string, now = performance.now()) => exhaustedAfter(takeToken(buckets, name, rate, now)),
    /** Gives the same answer, and takes nothing. */
    ask: (name: string, now = performance.now()) => exhaustedAfter(waitForToken(buckets, name, rate, now)),
  };
}

/** Limits by caller how many runs are opened. */
export const openings = limitOf("opening", "caller", 30);
/**
 * Limits by a run's text, which nobody can invent, what it accepts: starts, questions about its tokens, and orders of tokens.
 * Everybody who knows its address may call it. A walk asks a shop 60 times at most, and the shop asks a few times on each page.
 */
export const acceptedCalls = limitOf("call", "key", 600);
/** Limits what all runs refuse to a caller. */
export const refusedCalls = limitOf("refused", "caller", 600);
