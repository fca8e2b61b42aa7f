import { LRUCache } from "lru-cache";
import type { Recorded } from "#db/schema/activity.ts";
import type { Outcome } from "#db/schema/values.rules.ts";
import { hostOfOrigin } from "#lib/base/host.rules.ts";
import { HOUR_MS } from "#lib/base/time.rules.ts";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import { type Mode, modeOfKey, type ProviderId } from "#lib/core/provider.rules.ts";
import { countEvent } from "#lib/observe/metrics.ts";
import {
  type CallCode,
  type CheckCode,
  countedStep,
  isBilledCall,
  isBilledStep,
  isPage,
  type StepCode,
  whyNotOf,
} from "./activity.rules.ts";
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
type Subject = {
  id: string;
  pluginKeyId: string;
  mode: Mode;
  provider: ProviderId;
  minimumAge: MinimumAge;
  returnOrigin: string;
  problem: string | null;
};

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

/** Of a live check only what `countedStep` allows. Why it was not confirmed is counted by day and stored with no event. */
export function recordStep(verification: Subject, step: StepCode, isCountedOnly = false): void {
  const code = countedStep(step, verification.mode);
  if (code === null) return;
  if (isPage(code) && isRecordedBefore(`${verification.id} ${code}`)) return;
  const event = newEvent("step", code, {
    ...factsOf(verification),
    verificationId: verification.id,
    pluginKeyId: verification.pluginKeyId,
    billed: isBilledStep(code, verification.provider),
    whyNot: verification.mode === "live" ? whyNotOf(step, verification.problem) : null,
    isCountedOnly,
  });
  record(event, verification.mode);
}

/**
 * The eID has answered that the visitor is too young, and nothing else can come of the check. Of a test check this is told at
 * once. Of a live one nothing is on record before the visitor leaves, as before any other no.
 */
export function recordTooYoung(verification: Subject): void {
  if (verification.mode === "test") recordStep(verification, "too_young");
}

/**
 * A visitor left, and the check ended. One that never went to the eID is counted with those that did, so that a stage of the
 * funnel has every check of the next. Of live checks the counters of a quiet day would otherwise tell who of those who were not
 * confirmed showed their age.
 */
export function recordLeft(verification: Subject & { startedAt: Date | null }, step: StepCode): void {
  // On record since the eID's answer.
  if (verification.mode === "test" && step === "too_young") return;
  // A live check that an eID ended by being down is told as that, and not as a no: the step is on record already.
  if (verification.mode === "live" && step === "gave_up" && verification.problem === "eid_down") return;
  if (verification.startedAt === null) recordStep(verification, "claimed", true);
  recordStep(verification, step);
}

/** A check without a known key belongs to no organization and is not recorded for any. */
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

function factsOf({ provider, minimumAge, returnOrigin }: Subject): Partial<Recorded> {
  return { provider, minimumAge, host: hostOfOrigin(returnOrigin) };
}

/**
 * Refused events of one key and kind are limited by the minute: anybody can call and ask with a public key, and that must not
 * hide what the shop's visitors ran into. Nor what its backend did: `isOwn` says that no stranger can have made it up, because a
 * secret of the key came with the call, or the question is about a token of ours. Those are counted by themselves.
 */
function record(event: QueuedEvent, mode: Mode | null, isOwn = false): void {
  const { kind, code, ok, pluginKey, pluginKeyId } = event;
  countEvent(kind, code, event.provider ?? null, mode ?? (pluginKey ? modeOfKey(pluginKey) : null));
  const key = pluginKeyId ?? pluginKey ?? "";
  const isLimited = !ok && kind !== "dropped";
  const report = (dropped: number) => record(droppedEvents(key, dropped), null);
  if (isLimited && isThrottled(`${isOwn ? "own " : ""}${kind} ${key}`, report)) return;
  enqueue(event);
}

/** Pages that were recorded in the last hour: a reload records nothing. */
const recordedPages = new LRUCache<string, true>({ max: 20_000, ttl: HOUR_MS });

function isRecordedBefore(page: string): boolean {
  if (recordedPages.has(page)) return true;
  recordedPages.set(page, true);
  return false;
}

/**
 * How many refused calls of one key are recorded in a minute; as many again of its checks, of its visitors' steps, and of what no
 * stranger can make up. The key is public, and a flood of calls must not fill 30 days of records.
 */
const MAX_REFUSED = 120;
const WINDOW_MS = 60_000;
/** How many keys are counted at once. */
const MAX_KEYS = 16_384;

type Window = { since: number; refused: number; dropped: number };

const windows = new LRUCache<string, Window>({ max: MAX_KEYS });

/**
 * True: this event is one too many of its minute. `report` hears once, when the minute is over, how many were dropped. `name`:
 * the key, the kind of event, and whose it can be.
 */
export function isThrottled(name: string, report: (dropped: number) => void, now = performance.now()): boolean {
  const found = windows.get(name);
  const window = found && now - found.since < WINDOW_MS ? found : { since: now, refused: 0, dropped: 0 };
  if (window !== found) windows.set(name, window);
  window.refused += 1;
  if (window.refused <= MAX_REFUSED) return false;
  window.dropped += 1;
  if (window.dropped === 1) setTimeout(() => report(window.dropped), window.since + WINDOW_MS - now).unref();
  return true;
}
