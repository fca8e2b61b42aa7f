import type { IncomingMessage } from "node:http";
import { hasBody } from "./write-refusal.ts";

/** No form without a file is as large, nor are most of Stripe's events. */
const LARGE_BYTES = 8 * 1024;
const [EVERY_MS, MAX_WAIT_MS] = [20, 3_000];

/** Is its body large, or of a length that nobody has said? */
export function hasLargeBody(request: IncomingMessage): boolean {
  return hasBody(request) && !(Number(request.headers["content-length"]) <= LARGE_BYTES);
}

/**
 * Large bodies of strangers are taken in turn, one every 20 ms: to read, judge or refuse one costs as much as several calls, and
 * its sender sends the next as soon as it is answered. What waits is not read. False: too many wait, so this one may not.
 */
export function takingTurns(): () => Promise<boolean> {
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = performance.now();
    const turn = Math.max(now, next);
    if (turn - now > MAX_WAIT_MS) return false;
    next = turn + EVERY_MS;
    if (turn > now) await new Promise((begin) => setTimeout(begin, turn - now));
    return true;
  };
}
