import { expect, test } from "vitest";
import { ENDS_WITHOUT_YES, RESULT_STEPS } from "#db/schema/values.rules.ts";
import {
  CHECK_RESULTS,
  isEndWithoutYes,
  PROBLEMS,
  resultOf,
  shownSteps,
  stepsOfResults,
} from "#lib/activity/check-result.rules.ts";
import { type StepCode, storedStep } from "#lib/activity/step.rules.ts";

const OPEN_MS = 900_000;

test("each step of a result has one, and an end without a yes is one no", () => {
  const results = RESULT_STEPS.map((step) => resultOf(step, 0, OPEN_MS));
  expect(results).toEqual(["confirmed", ...ENDS_WITHOUT_YES.map(() => "not_confirmed"), ...PROBLEMS]);
  expect(RESULT_STEPS.filter(isEndWithoutYes)).toEqual(ENDS_WITHOUT_YES);
});

test("a check without an end is under way as long as it may end, and afterwards not finished", () => {
  const after = (ageMs: number) => resultOf(null, ageMs, OPEN_MS);
  expect([after(OPEN_MS - 1), after(OPEN_MS)]).toEqual(["under_way", "not_finished"]);
});

test("every problem has a name, and nothing that is about a person is one", () => {
  for (const problem of PROBLEMS) expect(storedStep(problem, "live")).toBe(problem);
  const aboutPersons: StepCode[] = ["too_young", "cancelled", "eid_no_age", "eid_timeout", "eid_refused"];
  expect(PROBLEMS.filter((problem) => (aboutPersons as string[]).includes(problem))).toEqual([]);
});

test("the steps of a result are those with which a check has it", () => {
  for (const result of CHECK_RESULTS) {
    const { steps, isOpen, isOver } = stepsOfResults([result]);
    expect([isOpen, isOver]).toEqual([result === "under_way", result === "not_finished"]);
    expect(steps).toEqual(RESULT_STEPS.filter((step) => resultOf(step, 0, OPEN_MS) === result));
  }
  expect(stepsOfResults(["confirmed", "not_finished"])).toEqual({ steps: ["confirmed"], isOpen: false, isOver: true });
});

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000);

test("of a live check that was not confirmed, order, number and moments of its way are not told", () => {
  const live = { mode: "live", result: "not_confirmed" } as const;
  const quick = [
    { code: "opened", at: at(1) },
    { code: "eid_down", at: at(2) },
    { code: "used", at: at(3) },
    { code: "not_confirmed", at: at(4) },
  ];
  const slow = [
    { code: "opened", at: at(1) },
    { code: "opened", at: at(2) },
    { code: "used", at: at(20) },
    { code: "eid_down", at: at(30) },
    { code: "eid_down", at: at(40) },
    { code: "not_confirmed", at: at(400) },
  ];
  expect(shownSteps(live, slow)).toEqual(shownSteps(live, quick));
  expect(shownSteps(live, quick)).toEqual([
    { code: "opened", at: at(1) },
    { code: "eid_down", at: null },
    { code: "used", at: null },
    { code: "not_confirmed", at: null },
  ]);
});

test("of any other check every step is told with its moment", () => {
  const steps = [
    { code: "opened", at: at(1) },
    { code: "too_young", at: at(2) },
  ];
  expect(shownSteps({ mode: "test", result: "not_confirmed" }, steps)).toEqual(steps);
  expect(shownSteps({ mode: "live", result: "confirmed" }, steps)).toEqual(steps);
});
