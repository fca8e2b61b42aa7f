import { ENDS_WITHOUT_YES, PROBLEMS, type RESULT_STEPS } from "#db/schema/values.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";

export { PROBLEMS };

export const CHECK_RESULTS = ["confirmed", "not_confirmed", ...PROBLEMS, "under_way", "not_finished"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

type ResultStep = (typeof RESULT_STEPS)[number];
/** Says how a test check ended without a yes; no live one does. */
export type EndWithoutYes = (typeof ENDS_WITHOUT_YES)[number];

/** `step`: on record of the check. `ageMs`: how long ago its link was made. `openMs`: how long after it the check may end. */
export function resultOf(step: ResultStep | null, ageMs: number, openMs: number): CheckResult {
  if (step === null) return ageMs < openMs ? "under_way" : "not_finished";
  return isEndWithoutYes(step) ? "not_confirmed" : step;
}

export function isEndWithoutYes(step: ResultStep | null): step is EndWithoutYes {
  return (ENDS_WITHOUT_YES as readonly (string | null)[]).includes(step);
}

/** Lists the steps with which a check has one of these results, and whether one without such a step may have it. */
export function stepsOfResults(results: readonly CheckResult[]) {
  const steps = results.flatMap((result): readonly ResultStep[] => {
    if (result === "under_way" || result === "not_finished") return [];
    return result === "not_confirmed" ? ENDS_WITHOUT_YES : [result];
  });
  return { steps, isOpen: results.includes("under_way"), isOver: results.includes("not_finished") };
}

/** A step of a check as members see it. `at`: `null` where its moment could tell how the check ended. */
export type ShownStep = { code: string; at: Date | null };

/**
 * Tells the steps of a check. Of a live check that was not confirmed, the moments, the order and the number of what
 * came after its page was opened could tell too young from cancelled: each is told once, in one order, and without its
 * moment.
 */
export function shownSteps(
  { mode, result }: { mode: Mode; result: CheckResult },
  steps: readonly { code: string; at: Date }[],
): ShownStep[] {
  if (mode === "test" || result !== "not_confirmed") return steps.map(({ code, at }) => ({ code, at }));
  const opened = steps.find(({ code }) => code === "opened");
  const met = PROBLEMS.filter((problem) => steps.some(({ code }) => code === problem));
  return [
    ...(opened ? [{ code: "opened", at: opened.at }] : []),
    ...[...met, "not_confirmed"].map((code) => ({ code, at: null })),
  ];
}
