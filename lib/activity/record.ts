import { LRUCache } from "lru-cache";
import type { Outcome } from "#db/schema/values.rules.ts";
import type { MinimumAge } from "#lib/core/age.rules.ts";
import { hostOfOrigin } from "#lib/core/host.rules.ts";
import { countEvent } from "#lib/core/metrics.ts";
import { type Mode, modeOfKey, type ProviderId } from "#lib/core/provider.rules.ts";
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
import { wentWell } from "./explanation.rules.ts";
import { flushSoon } from "./flush.ts";
import { droppedEvents, enqueue, newEvent, type QueuedEvent } from "./queue.ts";
import { isThrottled } from "./throttle.ts";

/** A call of a generator. `pluginKey`: `null` where the text cannot be a key; such a call belongs to no organization. */
type Call = {
  pluginKey: string | null;
  code: CallCode;
  provider: ProviderId;
  minimumAge: MinimumAge | null;
  /** `null`: unknown, or the page is ours. */
  host: string | null;
  /** The reference in the answer: the check's, or one for a refused call. */
  reference: string;
  /** Of the check that the call made. */
  verificationId?: string;
  /** It carried a secret of the key. */
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

export function recordCall(call: Call): void {
  const { pluginKey, code, provider, minimumAge, host, reference, verificationId, isBackend } = call;
  if (pluginKey === null) return;
  const event = newEvent("call", code, wentWell("call", code));
  event.pluginKey = pluginKey;
  event.provider = provider;
  event.minimumAge = minimumAge;
  event.host = host;
  event.billed = isBilledCall(code, provider);
  event.reference = reference;
  event.verificationId = verificationId ?? null;
  record(event, null, isBackend);
}

/** Of a live check only what `countedStep` allows. Why it was not confirmed is counted by day and stored with no event. */
export function recordStep(verification: Subject, step: StepCode, isCountedOnly = false): void {
  const code = countedStep(step, verification.mode);
  if (code === null) return;
  if (isPage(code) && isRecordedBefore(`${verification.id} ${code}`)) return;
  const event = newEvent("step", code, wentWell("step", code));
  event.isCountedOnly = isCountedOnly;
  event.verificationId = verification.id;
  event.pluginKeyId = verification.pluginKeyId;
  setFacts(event, verification);
  event.billed = isBilledStep(code, verification.provider);
  event.whyNot = verification.mode === "live" ? whyNotOf(step, verification.problem) : null;
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
  const event = newEvent("check", code, wentWell("check", code));
  if (verification) setFacts(event, verification);
  if (isOurs) event.host = null;
  else if (verification?.mode === "test" || verification?.outcome === "verified") event.checkId = verification.id;
  event.reference = reference;
  event.pluginKeyId = key;
  event.pluginKey = key === null ? pluginKey : null;
  record(event, verification?.mode ?? null, verification !== undefined);
}

/**
 * Refused events of one key and kind are limited by the minute: anybody can call and ask with a public key, and that must not
 * hide what the shop's visitors ran into. Nor what its backend did: `isOwn` says that no stranger can have made it up, because a
 * secret of the key came with the call, or the question is about a token of ours. Those are counted by themselves.
 */
function record(event: QueuedEvent, mode: Mode | null, isOwn = false): void {
  countEvent(
    event.kind,
    event.code,
    event.provider,
    mode ?? (event.pluginKey === null ? null : modeOfKey(event.pluginKey)),
  );
  const key = event.pluginKeyId ?? event.pluginKey ?? "";
  const standsForDropped = event.kind === "dropped";
  const isCounted = !event.ok && !standsForDropped;
  if (
    isCounted &&
    isThrottled(`${isOwn ? "own " : ""}${event.kind} ${key}`, (droppedCount) =>
      record(droppedEvents(key, droppedCount), null),
    )
  )
    return;
  if (enqueue(event)) flushSoon();
}

function setFacts(event: QueuedEvent, { provider, minimumAge, returnOrigin }: Subject): void {
  event.provider = provider;
  event.minimumAge = minimumAge;
  event.host = hostOfOrigin(returnOrigin);
}

/** Pages that were recorded in the last hour: a reload records nothing. */
const recordedPages = new LRUCache<string, true>({ max: 20_000, ttl: 3_600_000 });

function isRecordedBefore(page: string): boolean {
  if (recordedPages.has(page)) return true;
  recordedPages.set(page, true);
  return false;
}
