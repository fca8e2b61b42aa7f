import { LRUCache } from "lru-cache";
import { HOUR_MS, MINUTE_MS } from "#lib/base/time.rules.ts";
import { type Buckets, returnToken, sweptBuckets, takeToken, waitForToken } from "#lib/limits/rate-limiter.ts";
import { type SharedBuckets, sharedBuckets, sharedMarks } from "#lib/limits/shared.ts";
import { config } from "#lib/runtime/config.ts";

/** An exhausted limit: its name, how many calls a minute it allows, and in how many seconds to try again. */
export type Exhausted = {
  limit: "device" | "key" | "address" | "visitor" | "caller" | "token";
  quota: number;
  retryAfterSeconds: number;
};

/**
 * Says whose call it is, before any lookup. `caller`: an address prefix. `place`: its return host, its origin and a
 * digest of its secret. `visitor`: the digest by which the shop's backend names its visitor. `sendsSecret`: it sent a
 * text that may be a secret of the key.
 */
export type LimitedCall = {
  pluginKey: string;
  deviceId: string;
  caller: string;
  place: string;
  visitor: string | null;
  sendsSecret: boolean;
};

/** Sets how many names invented by strangers are counted. The oldest is dropped, which refills only a stranger's bucket. */
export const MAX_UNKNOWN = 16_384;
const EACH_MINUTE = { perMs: MINUTE_MS };

/**
 * Only accepted calls take from these, so a stranger can neither empty, create nor evict them. They hold at most as many
 * entries as calls were accepted in the last minute.
 */
const accepted = {
  key: sharedBuckets("key", sweptBuckets(), EACH_MINUTE),
  device: sharedBuckets("device", sweptBuckets(), EACH_MINUTE),
  address: sharedBuckets("address", sweptBuckets(), EACH_MINUTE),
  visitor: sharedBuckets("visitor", sweptBuckets(), EACH_MINUTE),
};
/** Refused calls use up a budget of the caller's own: one plugin key's text from one address prefix. */
const refused = sharedBuckets("refused", new LRUCache<string, number>({ max: MAX_UNKNOWN }), EACH_MINUTE);
/**
 * Key and place of calls that were accepted in the last hour. The caller's budget does not stop them: a shop may share its
 * address with a stranger, and behind a proxy that is not configured all callers share one address.
 */
const welcome = sharedMarks("welcome", { max: MAX_UNKNOWN, ttlMs: HOUR_MS });

/** The limits of each key that was read from the database, when they were, and whose key it is. */
const known = new Map<string, { key: LimitedKey; readAt: number; shop: Shop }>();
/** Sets how long an exhausted key is refused without a lookup. After that, its limit may have been raised. */
const QUOTA_IS_FRESH_MS = 1_000;

type LimitedKey = { text: string; callsPerMinute: number | null; callsPerAddress: number | null };
type Shop = { organizationId: string; pluginKeyId: string };

type ReadKey = LimitedKey & { organizationId: string; id: string };

export function rememberLimits(keys: Iterable<ReadKey>, now = performance.now()): void {
  for (const key of keys) {
    const shop = { organizationId: key.organizationId, pluginKeyId: key.id };
    known.set(key.text, { key, readAt: now, shop });
  }
}

/** Tells whose key this is, for the log; `undefined`: no call with it has been looked up here. */
export function shopOfKey(pluginKey: string | null | undefined): Shop | undefined {
  return known.get(pluginKey ?? "")?.shop;
}

/** `settle`: say what became of the call. */
type Entered = { ok: false; exhausted: Exhausted } | { ok: true; settle: (outcome: Outcome) => void };
type Outcome = "accepted" | "refused" | "not decided";

/**
 * Takes one call, before any lookup, from the caller's own budget, which is as large as the key's, and gives it back
 * unless the call is refused: so of many calls at once, not all pass on the last one that is left.
 */
export function enterCall(call: LimitedCall, now = performance.now()): Entered {
  const [place, caller] = [placeOf(call), callerOf(call)];
  const read = known.get(call.pluginKey);
  const isFresh = read !== undefined && now - read.readAt < QUOTA_IS_FRESH_MS;
  const key = read?.key ?? { text: call.pluginKey, callsPerMinute: null, callsPerAddress: null };
  const budgets = budgetsOf({ key, request: call, isBackend: call.sendsSecret });
  const exhausted = firstExhausted(
    budgets.filter(({ limit }) => isFresh || limit === "device"),
    now,
  );
  if (exhausted) return { ok: false, exhausted };
  // The answer is there before that of the database, or `heardOfMachines` waits for it.
  for (const { buckets, name } of budgets) buckets.ask(name);
  // The secret may be wrong.
  if (call.sendsSecret)
    for (const { buckets, name } of budgetsOf({ key, request: call, isBackend: false })) buckets.ask(name);
  const quota = quotaOf(key);
  const isCounted = !welcome.has(place);
  if (isCounted) welcome.ask(place);
  const own = isCounted ? take(refused, caller, "caller", quota, now) : null;
  if (own) return { ok: false, exhausted: own };
  return {
    ok: true,
    settle(outcome) {
      if (outcome === "accepted") welcome.add(place);
      if (outcome !== "refused" && isCounted) returnToken(refused, caller, { quota, perMs: MINUTE_MS });
    },
  };
}

/** A call with a key that exists. `isBackend`: it carries a secret of the key. */
type KnownCall = {
  key: LimitedKey;
  request: { deviceId: string; caller: string; visitor: string | null };
  isBackend: boolean;
};

type Budget = { limit: Exhausted["limit"]; buckets: SharedBuckets; name: string; quota: number };

/**
 * Names the budgets that a call takes from once it is accepted: the one place that says whom an accepted call counts for. The
 * shop's backend has budgets of its own, which nobody with only the public key can use up, and is believed which of its
 * visitors asks. Everybody else also takes from the
 * budget of the address, which is at most half of the key's: one address never uses up what the others have.
 */
function budgetsOf({ key, request: { deviceId, caller, visitor }, isBackend }: KnownCall): Budget[] {
  const name = isBackend ? `${key.text} secret` : key.text;
  const { devicePerMinute, addressPerMinute, visitorPerMinute } = config().limits;
  const ofKey: Budget = { limit: "key", buckets: accepted.key, name, quota: quotaOf(key) };
  const ofDevice: Budget = {
    limit: "device",
    buckets: accepted.device,
    name: `${name} ${deviceId}`,
    quota: devicePerMinute,
  };
  if (isBackend && visitor === null) return [ofKey, ofDevice];
  if (isBackend)
    return [
      ofKey,
      ofDevice,
      { limit: "visitor", buckets: accepted.visitor, name: `${name} ${visitor}`, quota: visitorPerMinute },
    ];
  const quota = Math.min(key.callsPerAddress ?? addressPerMinute, Math.ceil(ofKey.quota / 2));
  return [ofKey, ofDevice, { limit: "address", buckets: accepted.address, name: `${name} ${caller}`, quota }];
}

function firstExhausted(budgets: readonly Budget[], now: number): Exhausted | null {
  for (const { limit, buckets, name, quota } of budgets) {
    const exhausted = exhaustedAfter(limit, quota, waitForToken(buckets, name, { quota, perMs: MINUTE_MS }, now));
    if (exhausted) return exhausted;
  }
  return null;
}

/** Answers which limit of an otherwise sound call is exhausted; `null`: none is. Takes nothing. */
export function exhaustedLimit(call: KnownCall, now = performance.now()): Exhausted | null {
  return firstExhausted(budgetsOf(call), now);
}

/** Takes one call from each of its budgets, for a call that is about to be accepted. */
export function takeAccepted(call: KnownCall, now = performance.now()): void {
  for (const { limit, buckets, name, quota } of budgetsOf(call)) take(buckets, name, limit, quota, now);
}

/** Puts back what `takeAccepted` took: the call was not accepted after all. */
export function returnAccepted(call: KnownCall): void {
  for (const { buckets, name, quota } of budgetsOf(call)) returnToken(buckets, name, { quota, perMs: MINUTE_MS });
}

function quotaOf({ callsPerMinute }: LimitedKey): number {
  return callsPerMinute ?? config().limits.keyPerMinute;
}

function callerOf({ pluginKey, caller }: LimitedCall): string {
  return `${pluginKey} ${caller}`;
}

function placeOf({ pluginKey, place }: LimitedCall): string {
  return `${pluginKey} ${place}`;
}

/** Takes one from a bucket; `null`: there was one. */
export function take(
  buckets: Buckets,
  name: string,
  limit: Exhausted["limit"],
  quota: number,
  now: number,
): Exhausted | null {
  return exhaustedAfter(limit, quota, takeToken(buckets, name, { quota, perMs: MINUTE_MS }, now));
}

function exhaustedAfter(limit: Exhausted["limit"], quota: number, waitMs: number | null): Exhausted | null {
  return waitMs === null ? null : { limit, quota, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
