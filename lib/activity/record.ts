import { LRUCache } from "lru-cache";
import type { Recorded } from "#db/schema/activity.ts";
import type { Outcome } from "#db/schema/values.rules.ts";
import type { verification } from "#db/schema/verification.ts";
import { hostOfOrigin } from "#lib/base/host.rules.ts";
import { type Mode, modeOfKey, type ProviderId } from "#lib/core/provider.rules.ts";
import { countEvent } from "#lib/observe/metrics.ts";
import { type CallCode, type CheckCode, isBilledCall } from "./activity.rules.ts";
import { droppedEvents, enqueue, newEvent, type QueuedEvent } from "./queue.ts";

/**
 * A call of a generator. `pluginKey`: `null` where the text cannot be a key; such a call belongs to no organization. `host`: `null`
 * where it is unknown, or the page is ours. `reference`: in the answer; the check's, or one for a refused call. `verificationId`:
 * of the check that the call made. `isBackend`: it carried a secret of the key.
 */
type Call = Recorded & {
  provider: ProviderId;
  pluginKey: string | null;
  code: CallCode;
  reference: string;
  verificationId?: string;
  isBackend?: boolean;
};

/** The verification that an event is about. */
export type Subject = Pick<
  typeof verification.$inferSelect,
  "id" | "pluginKeyId" | "mode" | "provider" | "minimumAge" | "returnOrigin" | "problem"
>;

/**
 * A question about a token. `verification`: the token's, where the reader of the record may know it. `reference`: the one in
 * the answer, which is not the check's: a token must not lead to the steps of the visitor who brought it. Only where those
 * steps say no more than the answer, of a test check and of one that is confirmed, the record tells which check it was.
 */
type Check = {
  pluginKey?: string | null | undefined;
  pluginKeyId?: string;
  code: CheckCode;
  verification?: Subject & { outcome: Outcome | null };
  reference: string;
  /** Our own page asked, as a shop's backend would. The event then names no host. */
  isOurs?: boolean;
};

export function recordCall({ code, isBackend, ...facts }: Call): void {
  if (facts.pluginKey === null) return;
  record(newEvent("call", code, { ...facts, billed: isBilledCall(code, facts.provider) }), null, isBackend);
}

/** Records a question about a token. One without a known key belongs to no organization and is not recorded for any. */
export function recordCheck({ pluginKey = null, pluginKeyId, code, verification, reference, isOurs }: Check): void {
  const key = pluginKeyId ?? verification?.pluginKeyId ?? null;
  if (key === null && pluginKey === null) return;
  const isKnown = verification?.mode === "test" || verification?.outcome === "verified";
  const event = newEvent("check", code, {
    ...(verification && factsOf(verification)),
    ...(isOurs ? { host: null } : isKnown && { checkId: verification.id }),
    ...(key === null ? { pluginKey } : { pluginKeyId: key }),
    reference,
  });
  record(event, verification?.mode ?? null, verification !== undefined);
}

export function factsOf({ provider, minimumAge, returnOrigin }: Subject): Partial<Recorded> {
  return { provider, minimumAge, host: hostOfOrigin(returnOrigin) };
}

/**
 * Refused events of one key and kind are limited by the minute: anybody can call and ask with a public key, and that must not
 * hide what the shop's visitors ran into. Nor what its backend did: `isOwn` says that no stranger can have made it up, because a
 * secret of the key came with the call, or the question is about a token of ours. Those are counted by themselves.
 */
export function record(event: QueuedEvent, mode: Mode | null, isOwn = false): void {
  const { kind, code, ok, pluginKey, pluginKeyId } = event;
  countEvent(kind, code, event.provider ?? null, mode ?? (pluginKey ? modeOfKey(pluginKey) : null));
  const key = pluginKeyId ?? pluginKey ?? "";
  const isLimited = !ok && kind !== "dropped";
  const report = (dropped: number) => record(droppedEvents(key, dropped), null);
  if (isLimited && isThrottled(`${isOwn ? "own " : ""}${kind} ${key}`, report)) return;
  enqueue(event);
}

/**
 * Bounds the refused calls of one key that are recorded in a minute; as many again of its checks, of its visitors'
 * steps, and of what no stranger can make up. The key is public, and a flood of calls must not fill 30 days of records.
 */
const MAX_REFUSED = 120;
const WINDOW_MS = 60_000;
/** Bounds the keys that are counted at once. */
const MAX_KEYS = 16_384;

type Window = { since: number; refused: number; dropped: number };

const windows = new LRUCache<string, Window>({ max: MAX_KEYS });

/**
 * True: this event is one too many of its minute. `report` hears once, when the minute is over, how many were dropped. `name`:
 * the key, the kind of event, and whose it can be.
 */
export function isThrottled(name: string, report: (dropped: number) => void): boolean {
  const now = performance.now();
  const found = windows.get(name);
  const window = found && now - found.since < WINDOW_MS ? found : { since: now, refused: 0, dropped: 0 };
  if (window !== found) windows.set(name, window);
  window.refused += 1;
  if (window.refused <= MAX_REFUSED) return false;
  window.dropped += 1;
  if (window.dropped === 1) setTimeout(() => report(window.dropped), window.since + WINDOW_MS - now).unref();
  return true;
}
