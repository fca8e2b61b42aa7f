import { type ReasonCode, reasonText } from "#app/_http/reason-catalogue.ts";
import type { OutcomeCode } from "#app/verify/_views/outcome.tsx";
import { wentWell } from "#lib/activity/activity.rules.ts";
import { CHECK_RESULTS } from "#lib/activity/check-result.rules.ts";
import { codesOf } from "#lib/activity/explanation.rules.ts";
import { type StepCode, storedStep } from "#lib/activity/step.rules.ts";
import { PAGES } from "#lib/reasons/pages.rules.ts";
import { CALL_REASONS, REASONS } from "#lib/reasons/reason.rules.ts";

/** Names the page of ours that a visitor reads; `null`: none, or not for this reason alone. */
export function pageOf(code: ReasonCode): OutcomeCode | null {
  if (code in PAGES) return code as OutcomeCode;
  return code in CALL_REASONS ? CALL_REASONS[code as keyof typeof CALL_REASONS].page : null;
}

/** Is it an answer of the API? */
export function isAnswer(code: ReasonCode): boolean {
  return code in REASONS;
}

function isOfGenerator(code: ReasonCode): boolean {
  return code in CALL_REASONS;
}

/** The token check has its own name for some; those here it shares with the generators. */
function isOfTokenCheck(code: ReasonCode): boolean {
  return isAnswer(code) && codesOf("check").includes(code) && code !== "plugin_key_unknown";
}

/** Says where the dashboard lists what happened for a reason; it shows test and live apart. `test`: `null` where no test key meets it. */
export type DashboardLists = { test: string | null; live: string };

/** `null`: there is no such list, so that nobody finds out who was too young, or nothing of it is on record. */
export function dashboardListsOf(code: ReasonCode): DashboardLists | null {
  const isRefusal = (["call", "check"] as const).some((kind) => codesOf(kind).includes(code) && !wentWell(kind, code));
  const path = isRefusal ? `/dashboard/checks/refused?reason=${code}` : `/dashboard/checks?result=${code}`;
  if (code === "plugin_key_unknown" || !(isRefusal || CHECK_RESULTS.some((result) => result === code))) return null;
  return { test: reasonText(code)?.isOfLiveKeys ? null : `${path}&mode=test`, live: path };
}

/** Says who learns of a reason, a sentence each: the caller, the visitor, the members of the organization. */
export function audienceOf(code: ReasonCode) {
  return [
    ...(isOfGenerator(code) ? (["reasons.seen.caller"] as const) : []),
    ...(isOfTokenCheck(code) ? (["reasons.seen.backend"] as const) : []),
    ...(code === "not_found" ? (["reasons.seen.program"] as const) : []),
    ...visitorOf(code),
    ...(reasonText(code)?.leavesWithToken ? (["reasons.seen.token"] as const) : []),
    recordOf(code),
  ] as const;
}

function visitorOf(code: ReasonCode) {
  if (code === "not_found") return ["reasons.seen.person"] as const;
  if (isOfGenerator(code)) return [isSentHome(code) ? "reasons.seen.sentHome" : "reasons.seen.page"] as const;
  return code in PAGES ? (["reasons.seen.visitor"] as const) : [];
}

/** With an unknown key no host is verified, so nobody is sent to one. */
function isSentHome(code: ReasonCode): boolean {
  return code !== "plugin_key_unknown" && REASONS[code as keyof typeof REASONS].status === 403;
}

/** Says who reads it on the dashboard. `recordCall` stores a call for the organization of its key, and nothing of an unknown one. */
function recordOf(code: ReasonCode) {
  if (code === "plugin_key_unknown") return "reasons.seen.noOrganization";
  if (isOfGenerator(code)) return "reasons.seen.membersOfKey";
  if (code === "token_unknown") return "reasons.seen.membersOfToken";
  if (!codesOf("step").includes(code)) return "reasons.seen.nobody";
  return storedStep(code as StepCode, "live") === code ? "reasons.seen.members" : "reasons.seen.testOnly";
}
