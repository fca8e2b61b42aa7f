import { LRUCache } from "lru-cache";
import { HOUR_MS } from "#lib/base/time.rules.ts";
import { returnToken, takeToken } from "#lib/limits/rate-limiter.ts";
import { sharedBuckets } from "#lib/limits/shared.ts";
import { config } from "#lib/runtime/config.ts";
import type { VerificationRow } from "./read-verification.ts";

/** A mobile carrier puts thousands of honest visitors behind one address. */
const MAX_UNDER_WAY = 300;
const MAX_CALLERS = 16_384;
/** As long as FLOW_MINUTES may make a check. */
const LONGEST_FLOW_MS = HOUR_MS;

/** Claims by plugin key and address prefix. They fill again in the time in which a check that nobody ends expires. */
const underWay = sharedBuckets("claim", new LRUCache<string, number>({ max: MAX_CALLERS }), { perMs: LONGEST_FLOW_MS });

type Claimed = Pick<VerificationRow, "pluginKeyId" | "withSecret">;

/** Takes one of the checks that a caller may have under way with a key, if they began without a secret of it. False: the caller has them all. */
export function takeClaim(claimed: Claimed, caller: string, now = performance.now()): boolean {
  return claimed.withSecret || takeToken(underWay, nameOf(claimed, caller), rate(), now) === null;
}

/** Gives it back: the check has ended, or was not claimed. */
export function returnClaim(claimed: Claimed, caller: string): void {
  if (!claimed.withSecret) returnToken(underWay, nameOf(claimed, caller), rate());
}

function nameOf({ pluginKeyId }: Claimed, caller: string): string {
  return `${pluginKeyId} ${caller}`;
}

function rate() {
  return { quota: MAX_UNDER_WAY, perMs: config().ttl.flowMs };
}
