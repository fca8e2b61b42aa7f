import { LRUCache } from "lru-cache";
import { HOUR_MS } from "#lib/base/time.rules.ts";
import { newEvent } from "./queue.ts";
import { factsOf, record, type Subject } from "./record.ts";
import { countedStep, isBilledStep, isPage, type StepCode, whyNotOf } from "./step.rules.ts";

/**
 * Records a step; of a live check only what `countedStep` allows. Why it was not confirmed is counted by day and stored
 * with no event.
 */
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
 * Records that the eID has answered "too young", and nothing else can come of the check. Of a test check this is told
 * at once. Of a live one nothing is on record before the visitor leaves, as before any other no.
 */
export function recordTooYoung(verification: Subject): void {
  if (verification.mode === "test") recordStep(verification, "too_young");
}

/**
 * Records that a visitor left, and the check ended. One that never went to the eID is counted with those that did, so
 * that a stage of the funnel has every check of the next. Of live checks the counters of a quiet day would otherwise
 * tell who of those who were not confirmed showed their age.
 */
export function recordLeft(verification: Subject & { startedAt: Date | null }, step: StepCode): void {
  // On record since the eID's answer.
  if (verification.mode === "test" && step === "too_young") return;
  // A live check that an eID ended by being down is told as that, and not as a no: the step is on record already.
  if (verification.mode === "live" && step === "gave_up" && verification.problem === "eid_down") return;
  if (verification.startedAt === null) recordStep(verification, "claimed", true);
  recordStep(verification, step);
}

/** Remembers pages that were recorded in the last hour: a reload records nothing. */
const recordedPages = new LRUCache<string, true>({ max: 20_000, ttl: HOUR_MS });

function isRecordedBefore(page: string): boolean {
  if (recordedPages.has(page)) return true;
  recordedPages.set(page, true);
  return false;
}
