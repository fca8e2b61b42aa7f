import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { config } from "#lib/core/config.ts";
import { type Buckets, returnToken, sweptBuckets, takeToken, waitForToken } from "#lib/core/rate-limiter.ts";
import { sharedBuckets } from "#lib/core/shared-buckets.ts";
import { sharedMarks } from "#lib/core/shared-marks.ts";

/** An exhausted limit: its name, how many calls a minute it allows, and in how many seconds to try again. */
export type Exhausted = { limit: "device" | "key" | "caller" | "token"; quota: number; retryAfterSeconds: number };

/** Whose call it is, before any lookup. `caller`: an address prefix. `place`: its return host, its origin and a digest of its secret. */
export type LimitedCall = { pluginKey: string; deviceId: string; caller: string; place: string };

/** How many names invented by strangers are counted. The oldest is dropped, which refills only a stranger's bucket. */
const MAX_UNKNOWN = 16_384;
const MINUTE_MS = 60_000;

/**
 * Only accepted calls and answered questions take from these, so a stranger can neither empty, create nor evict them. They
 * hold at most as many entries as calls were accepted in the last minute.
 */
const accepted = {
  key: sharedBuckets("key", sweptBuckets()),
  device: sharedBuckets("device", sweptBuckets()),
  answer: sharedBuckets("answer", sweptBuckets()),
};
/** Refused calls use up a budget of the caller's own: one plugin key's text from one address prefix. */
const refused = sharedBuckets("refused", new LRUCache<string, number>({ max: MAX_UNKNOWN }));
const refusedQuestions = sharedBuckets("refused question", new LRUCache<string, number>({ max: MAX_UNKNOWN }));
/**
 * Key and place of calls that were accepted in the last hour. The caller's budget does not stop them: a shop may share its
 * address with a stranger, and behind a proxy that is not configured all callers share one address.
 */
const welcome = sharedMarks("welcome", { max: MAX_UNKNOWN, ttlMs: 3_600_000 });

/** The limit of each key that was read from the database, when it was, and whose key it is. */
const quotas = new Map<string, { quota: number; readAt: number; shop: Shop }>();
/** How long an exhausted key is refused without a lookup. After that, its limit may have been raised. */
const QUOTA_IS_FRESH_MS = 1_000;

type LimitedKey = { text: string; callsPerMinute: number | null };
type Shop = { organizationId: string; pluginKeyId: string };

type ReadKey = LimitedKey & { organizationId: string; id: string };

export function rememberLimits(keys: Iterable<ReadKey>, now = performance.now()): void {
  for (const key of keys) {
    const shop = { organizationId: key.organizationId, pluginKeyId: key.id };
    quotas.set(key.text, { quota: quotaOf(key), readAt: now, shop });
  }
}

/** Whose key this is, for the log; `undefined`: no call with it has been looked up here. */
export function shopOfKey(pluginKey: string | null | undefined): Shop | undefined {
  return quotas.get(pluginKey ?? "")?.shop;
}

/** `settle`: say what became of the call. */
type Entered = { ok: false; exhausted: Exhausted } | { ok: true; settle: (outcome: Outcome) => void };
type Outcome = "accepted" | "refused" | "not decided";

/**
 * Before any lookup. Takes one call from the caller's own budget, which is as large as the key's, and gives it back unless the
 * call is refused: so of many calls at once, not all pass on the last one that is left.
 */
export function enterCall(call: LimitedCall, now = performance.now()): Entered {
  const [place, caller, device] = [placeOf(call), callerOf(call), deviceOf(call)];
  const known = quotas.get(call.pluginKey);
  const isFresh = known !== undefined && now - known.readAt < QUOTA_IS_FRESH_MS;
  const exhausted =
    (isFresh ? peek(accepted.key, call.pluginKey, "key", known.quota, now) : null) ??
    peek(accepted.device, device, "device", config().limits.devicePerMinute, now);
  if (exhausted) return { ok: false, exhausted };
  // The answer is there before that of the database, or `heardOfMachines` waits for it.
  accepted.key.ask(call.pluginKey);
  accepted.device.ask(device);
  const quota = known?.quota ?? config().limits.keyPerMinute;
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

/** The exhausted limit of a key or of its device; `null`: neither is exhausted. Takes nothing. */
export function exhaustedKey(key: LimitedKey, deviceId: string, now = performance.now()): Exhausted | null {
  const device = deviceOf({ pluginKey: key.text, deviceId });
  return (
    peek(accepted.key, key.text, "key", quotaOf(key), now) ??
    peek(accepted.device, device, "device", config().limits.devicePerMinute, now)
  );
}

/** Takes one call from the key's budget and from the device's, for a call that is about to be accepted. */
export function takeAccepted(key: LimitedKey, deviceId: string, now = performance.now()): void {
  const device = deviceOf({ pluginKey: key.text, deviceId });
  take(accepted.device, device, "device", config().limits.devicePerMinute, now);
  take(accepted.key, key.text, "key", quotaOf(key), now);
}

/** Puts back what `takeAccepted` took: the call was not accepted after all. */
export function returnAccepted(key: LimitedKey, deviceId: string): void {
  const device = deviceOf({ pluginKey: key.text, deviceId });
  returnToken(accepted.device, device, { quota: config().limits.devicePerMinute, perMs: MINUTE_MS });
  returnToken(accepted.key, key.text, { quota: quotaOf(key), perMs: MINUTE_MS });
}

/** The token's name in the limits: a digest of its text. */
export function limitNameOf(token: string): string {
  return hash("sha256", token, "base64url");
}

/** Before the lookup: asks the other machines about a token, by its name. `heardOfMachines` says when they have answered. */
export function askAboutToken(name: string): void {
  accepted.answer.ask(name);
  refusedQuestions.ask(name);
}

/**
 * Takes one question about a token, after it is known whether it can be answered. Answered and refused questions count
 * separately, by the name of the token: wrong guesses never stop the right question, and a forged token has the same
 * limit as a genuine one.
 */
export function takeQuestion(name: string, isAnswered: boolean, now = performance.now()): Exhausted | null {
  return take(isAnswered ? accepted.answer : refusedQuestions, name, "token", config().limits.tokenPerMinute, now);
}

function quotaOf({ callsPerMinute }: LimitedKey): number {
  return callsPerMinute ?? config().limits.keyPerMinute;
}

function deviceOf({ pluginKey, deviceId }: Pick<LimitedCall, "pluginKey" | "deviceId">): string {
  return `${pluginKey} ${deviceId}`;
}

function callerOf({ pluginKey, caller }: LimitedCall): string {
  return `${pluginKey} ${caller}`;
}

function placeOf({ pluginKey, place }: LimitedCall): string {
  return `${pluginKey} ${place}`;
}

function peek(buckets: Buckets, name: string, limit: Exhausted["limit"], quota: number, now: number): Exhausted | null {
  return exhaustedAfter(limit, quota, waitForToken(buckets, name, { quota, perMs: MINUTE_MS }, now));
}

function take(buckets: Buckets, name: string, limit: Exhausted["limit"], quota: number, now: number): Exhausted | null {
  return exhaustedAfter(limit, quota, takeToken(buckets, name, { quota, perMs: MINUTE_MS }, now));
}

function exhaustedAfter(limit: Exhausted["limit"], quota: number, waitMs: number | null): Exhausted | null {
  return waitMs === null ? null : { limit, quota, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
