import { ENDS_WITHOUT_YES, PROBLEMS, type RESULT_STEPS } from "#db/schema/values.rules.ts";

export { PROBLEMS };

export const CHECK_RESULTS = ["confirmed", "not_confirmed", ...PROBLEMS, "under_way", "not_finished"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

type ResultStep = (typeof RESULT_STEPS)[number];
/** Of test checks only: how it ended without a yes. */
export type EndWithoutYes = (typeof ENDS_WITHOUT_YES)[number];

/** `step`: on record of the check. `ageMs`: how long ago its link was made. `openMs`: how long after it the check may end. */
export function resultOf(step: ResultStep | null, ageMs: number, openMs: number): CheckResult {
  if (step === null) return ageMs < openMs ? "under_way" : "not_finished";
  return isEndWithoutYes(step) ? "not_confirmed" : step;
}

export function isEndWithoutYes(step: ResultStep | null): step is EndWithoutYes {
  return (ENDS_WITHOUT_YES as readonly (string | null)[]).includes(step);
}

/** The steps with which a check has one of these results, and whether one without such a step may have it. */
export function stepsOfResults(results: readonly CheckResult[]) {
  const steps = results.flatMap((result): readonly ResultStep[] => {
    if (result === "under_way" || result === "not_finished") return [];
    return result === "not_confirmed" ? ENDS_WITHOUT_YES : [result];
  });
  return { steps, isOpen: results.includes("under_way"), isOver: results.includes("not_finished") };
}
