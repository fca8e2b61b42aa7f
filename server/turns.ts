import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { hasBody } from "./write-refusal.ts";

/** Tells large from small: no form without a file is as large, nor are most of Stripe's events. */
const LARGE_BYTES = 8 * 1024;
const [EVERY_MS, MAX_WAIT_MS] = [20, 3_000];
const MAX_CALLERS = 4_096;

/** Says whether its body is large, or of a length that nobody has said. */
export function hasLargeBody(request: IncomingMessage): boolean {
  return hasBody(request) && !(Number(request.headers["content-length"]) <= LARGE_BYTES);
}

/**
 * Large bodies are taken in turn, one every 20 ms of each caller: to read, judge or refuse one costs as much as several calls, and
 * its sender sends the next as soon as it is answered. What waits is not read. A caller never waits for another one: a stranger
 * could keep a member's logo or Stripe's events away. False: too many of this caller wait, so this one may not.
 */
export function takingTurns(): (caller: string) => Promise<boolean> {
  const nexts = new LRUCache<string, number>({ max: MAX_CALLERS });
  return async (caller) => {
    const now = performance.now();
    const turn = Math.max(now, nexts.get(caller) ?? now);
    if (turn - now > MAX_WAIT_MS) return false;
    nexts.set(caller, turn + EVERY_MS);
    if (turn > now) await new Promise((begin) => setTimeout(begin, turn - now));
    return true;
  };
}
