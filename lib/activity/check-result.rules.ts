import { ENDS_WITHOUT_YES } from "#db/schema/values.rules.ts";

/** What stopped a check, for a reason that is not about the visitor. A check with several has the first of them as its result. */
export const PROBLEMS = [
  "eid_down",
  "other_browser",
  "in_app_browser",
  "cookies_blocked",
  "expired",
  "used",
  "shop_unavailable",
  "link_incomplete",
] as const;

/** A check has the first of these that its steps allow: one that met a problem and was confirmed after it is confirmed. */
export const CHECK_RESULTS = ["confirmed", "not_confirmed", ...PROBLEMS, "under_way", "not_finished"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** Of test checks only: how it ended without a yes. */
export type EndWithoutYes = (typeof ENDS_WITHOUT_YES)[number];

/** `steps`: the codes on record of a check. `ageMs`: how long ago its link was made. `openMs`: how long after it the check may end. */
export function resultOf(steps: ReadonlySet<string>, ageMs: number, openMs: number): CheckResult {
  if (steps.has("confirmed")) return "confirmed";
  if (ENDS_WITHOUT_YES.some((end) => steps.has(end))) return "not_confirmed";
  return PROBLEMS.find((problem) => steps.has(problem)) ?? (ageMs < openMs ? "under_way" : "not_finished");
}

/** Which no it was. A live check has one only. */
export function endWithoutYesOf(steps: ReadonlySet<string>): EndWithoutYes | null {
  return steps.has("confirmed") ? null : (ENDS_WITHOUT_YES.find((end) => steps.has(end)) ?? null);
}

/** The steps of which a check with one of these results has one at least; `null`: it may have none. */
export function stepsOfResults(results: readonly CheckResult[]): string[] | null {
  if (results.some((result) => result === "under_way" || result === "not_finished")) return null;
  return results.flatMap((result) => (result === "not_confirmed" ? ENDS_WITHOUT_YES : [result]));
}

/** The codes that show that a check came so far. An app's own browser shows our page, too. Who leaves our page ends a check without the eID. */
export const CODES_OF_STEP = {
  opened: ["opened", "in_app_browser"],
  claimed: ["claimed", "confirmed", ...ENDS_WITHOUT_YES],
} as const;
