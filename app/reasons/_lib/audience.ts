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
function isVisitorPage(code: ReasonCode): boolean {
  return code in PAGE_STATUS;
}

function isOfGenerator(code: ReasonCode): boolean {
  return codesOf("call").includes(code);
}

/** The token check has its own name for some; those here it shares with the generators. */
function isOfTokenCheck(code: ReasonCode): boolean {
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

/** Live keys alone are refused for these. */
const OF_LIVE_KEYS: ReadonlySet<string> = new Set(["subscription_inactive", "spend_cap_reached"]);

/** Where the dashboard lists what happened for a reason; it shows test and live apart. `test`: `null` where no test key meets it. */
export type DashboardLists = { test: string | null; live: string };

/** `null`: there is no such list, so that nobody finds out who was too young, or nothing of it is on record. */
export function dashboardListsOf(code: ReasonCode): DashboardLists | null {
  const isRefusal = (["call", "check"] as const).some((kind) => codesOf(kind).includes(code) && !wentWell(kind, code));
  const path = isRefusal ? `/dashboard/checks/refused?reason=${code}` : `/dashboard/checks?result=${code}`;
  if (code === "plugin_key_unknown" || !(isRefusal || CHECK_RESULTS.some((result) => result === code))) return null;
  return { test: OF_LIVE_KEYS.has(code) ? null : `${path}&mode=test`, live: path };
}

/** Who learns of a reason, a sentence each: the caller, the visitor, the members of the organization. */
export function audienceOf(code: ReasonCode) {
  return [
    ...(isOfGenerator(code) ? (["reasons.seen.caller"] as const) : []),
    ...(isOfTokenCheck(code) ? (["reasons.seen.backend"] as const) : []),
    ...(code === "not_found" ? (["reasons.seen.program"] as const) : []),
    ...visitorOf(code),
    ...(leavesWithToken(code) ? (["reasons.seen.token"] as const) : []),
    recordOf(code),
  ] as const;
}

function visitorOf(code: ReasonCode) {
  if (code === "not_found") return ["reasons.seen.person"] as const;
  if (isOfGenerator(code)) return [isSentHome(code) ? "reasons.seen.sentHome" : "reasons.seen.page"] as const;
  return isVisitorPage(code) ? (["reasons.seen.visitor"] as const) : [];
}

/** With an unknown key no host is verified, so nobody is sent to one. */
function isSentHome(code: ReasonCode): boolean {
  return code !== "plugin_key_unknown" && STATUS[code as keyof typeof STATUS] === 403;
}

/** Who reads it on the dashboard. `recordCall` stores a call for the organization of its key, and nothing of an unknown one. */
function recordOf(code: ReasonCode) {
  if (code === "plugin_key_unknown") return "reasons.seen.noOrganization";
  if (isOfGenerator(code)) return "reasons.seen.membersOfKey";
  if (code === "token_unknown") return "reasons.seen.membersOfToken";
  if (!codesOf("step").includes(code)) return "reasons.seen.nobody";
  return storedStep(code as StepCode, "live") === code ? "reasons.seen.members" : "reasons.seen.testOnly";
}
