import { LRUCache } from "lru-cache";
import { MINUTE_MS } from "#lib/base/time.rules.ts";
import { takeToken, waitForToken } from "#lib/limits/rate-limiter.ts";
import { sharedBuckets } from "#lib/limits/shared.ts";
import type { Exhausted } from "#lib/verification/limits.ts";
import type { Run } from "./run.ts";

const EACH_MINUTE = { perMs: MINUTE_MS };
const MAX_NAMES = 4_096;
/** A walk asks a shop 60 times at most, and a shop that asks on each page does so a few times for each. */
const A_MINUTE = { openings: 30, calls: 600, refused: 600 };

/** Counts for the gate test alone: nothing here takes from what a key, a device or a token of a true check may do. */
const openings = sharedBuckets("shop doctor opening", new LRUCache<string, number>({ max: MAX_NAMES }), EACH_MINUTE);
/** By run, which nobody can invent. Only accepted calls take from it: everybody who knows a run's address may call it. */
const calls = sharedBuckets("shop doctor call", new LRUCache<string, number>({ max: MAX_NAMES }), EACH_MINUTE);
const refused = sharedBuckets("shop doctor refused", new LRUCache<string, number>({ max: MAX_NAMES }), EACH_MINUTE);

export function takeOpening(caller: string, now = performance.now()): Exhausted | null {
  return exhaustedAfter("caller", A_MINUTE.openings, takeToken(openings, caller, rateOf(A_MINUTE.openings), now));
}

/** Limits what a run accepts: starts at its generators, questions about its tokens, and orders of tokens. */
export function takeCall({ text }: Run, now = performance.now()): Exhausted | null {
  return exhaustedAfter("key", A_MINUTE.calls, takeToken(calls, text, rateOf(A_MINUTE.calls), now));
}

/** Gives the same answer, and takes nothing. */
export function exhaustedRun({ text }: Run, now = performance.now()): Exhausted | null {
  return exhaustedAfter("key", A_MINUTE.calls, waitForToken(calls, text, rateOf(A_MINUTE.calls), now));
}

/** Limits what all runs refuse to a caller. */
export function takeRefused(caller: string, now = performance.now()): Exhausted | null {
  return exhaustedAfter("caller", A_MINUTE.refused, takeToken(refused, caller, rateOf(A_MINUTE.refused), now));
}

function rateOf(quota: number) {
  return { quota, perMs: MINUTE_MS };
}

function exhaustedAfter(limit: Exhausted["limit"], quota: number, waitMs: number | null): Exhausted | null {
  return waitMs === null ? null : { limit, quota, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
}
