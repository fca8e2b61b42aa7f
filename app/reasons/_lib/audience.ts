import type { ReasonCode } from "#app/_http/reason-catalogue.ts";
import { PAGE_OF_REFUSAL, PAGE_STATUS, STATUS } from "#app/_http/reasons.ts";
import type { OutcomeCode } from "#app/verify/_views/outcome.tsx";
import { type StepCode, storedStep } from "#lib/activity/activity.rules.ts";
import { CHECK_RESULTS } from "#lib/activity/check-result.rules.ts";
import { codesOf, wentWell } from "#lib/activity/explanation.rules.ts";

/** The page of ours that a visitor reads; `null`: none, or not for this reason alone. */
export function pageOf(code: ReasonCode): OutcomeCode | null {
  if (code in PAGE_STATUS) return code as OutcomeCode;
  return Object.hasOwn(PAGE_OF_REFUSAL, code) ? PAGE_OF_REFUSAL[code as keyof typeof PAGE_OF_REFUSAL] : null;
}

/** Is it an answer of the API? */
export function isAnswer(code: ReasonCode): boolean {
  return code in STATUS;
}

/** Does a visitor read it as the code of a page, and not only the caller? */
export function isVisitorPage(code: ReasonCode): boolean {
  return code in PAGE_STATUS;
}

/** Is it in the activity record of an organization? */
export function isRecorded(code: ReasonCode): boolean {
  return (["call", "step", "check"] as const).some((kind) => codesOf(kind).includes(code));
}

export function isOfGenerator(code: ReasonCode): boolean {
  return codesOf("call").includes(code);
}

/** The token check has its own name for some; those here it shares with the generators. */
export function isOfTokenCheck(code: ReasonCode): boolean {
  return isAnswer(code) && codesOf("check").includes(code) && code !== "plugin_key_unknown";
}

/** Does the visitor go home with a token from this page, so that the shop’s backend hears a no? */
const LEAVES_WITH_TOKEN: ReadonlySet<string> = new Set([
  "too_young",
  "cancelled",
  "eid_timeout",
  "eid_no_age",
  "eid_refused",
  "eid_down",
  "in_app_browser",
]);

export function leavesWithToken(code: ReasonCode): boolean {
  return LEAVES_WITH_TOKEN.has(code);
}

/** Where the dashboard lists what happened for this reason; `null`: it has no such list, so that nobody finds out who was too young. */
export function dashboardListOf(code: ReasonCode): string | null {
  const isRefusal = (["call", "check"] as const).some((kind) => codesOf(kind).includes(code) && !wentWell(kind, code));
  if (isRefusal) return `/dashboard/checks/refused?reason=${code}`;
  return CHECK_RESULTS.some((result) => result === code) ? `/dashboard/checks?result=${code}` : null;
}

/** Does the record of a live check say so, and not only that of a test check? */
export function isRecordedOfLive(code: ReasonCode): boolean {
  return codesOf("step").includes(code) && storedStep(code as StepCode, "live") === code;
}
