import type { Mode } from "#lib/core/provider.rules.ts";
import { type CheckResult, PROBLEMS } from "./check-result.rules.ts";

/** A step of a check as members see it. `at`: `null` where its moment could tell how the check ended. */
export type ShownStep = { code: string; at: Date | null };

/**
 * The steps of a check. Of a live check that was not confirmed, the moments, the order and the number of what came after its page
 * was opened could tell too young from cancelled: each is told once, in one order, and without its moment.
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
