import { expect, test } from "vitest";
import type { StepCode } from "#lib/activity/activity.rules.ts";
import { storedStep } from "#lib/activity/activity.rules.ts";
import {
  CHECK_RESULTS,
  type CheckResult,
  endWithoutYesOf,
  PROBLEMS,
  resultOf,
  stepsOfResults,
} from "#lib/activity/check-result.rules.ts";
import { shownSteps } from "#lib/activity/check-steps.rules.ts";
import { codesOf } from "#lib/activity/explanation.rules.ts";

const OPEN_MS = 900_000;
const of = (steps: string[], ageMs = 0) => resultOf(new Set(steps), ageMs, OPEN_MS);

test.for<[string[], CheckResult]>([
  [["opened", "eid_down", "confirmed", "used"], "confirmed"],
  [["opened", "eid_down", "not_confirmed", "used"], "not_confirmed"],
  [["opened", "claimed", "too_young"], "not_confirmed"],
  [["opened", "claimed", "cancelled", "went_back"], "not_confirmed"],
  [["claimed", "eid_timeout", "gave_up"], "not_confirmed"],
  [["opened", "used", "eid_down"], "eid_down"],
  [["opened", "claimed", "expired"], "expired"],
  [["opened", "claimed", "cancelled", "eid_timeout"], "under_way"],
  [[], "under_way"],
])("a check with the steps %j is %s", ([steps, result]) => {
  expect(of(steps)).toBe(result);
});

test("a check without an end is under way as long as it may end, and afterwards not finished", () => {
  expect([of(["opened"], OPEN_MS - 1), of(["opened"], OPEN_MS)]).toEqual(["under_way", "not_finished"]);
});

test("every problem has a name, and nothing that is about a person is one", () => {
  expect(PROBLEMS.map((problem) => of([problem]))).toEqual([...PROBLEMS]);
  for (const problem of PROBLEMS) expect(storedStep(problem, "live")).toBe(problem);
  const aboutPersons: StepCode[] = ["too_young", "cancelled", "eid_no_age", "eid_timeout", "eid_refused"];
  expect(PROBLEMS.filter((problem) => (aboutPersons as string[]).includes(problem))).toEqual([]);
});

test("the steps of a result are those with which a check has it", () => {
  for (const result of CHECK_RESULTS) {
    const steps = stepsOfResults([result]);
    const found = codesOf("step").filter((code) => of([code]) === result);
    if (result === "under_way" || result === "not_finished") expect(steps).toBeNull();
    else expect(steps?.toSorted()).toEqual(found.toSorted());
  }
  expect(stepsOfResults(["confirmed", "not_finished"])).toBeNull();
  expect(stepsOfResults(["confirmed", "expired"])).toEqual(["confirmed", "expired"]);
});

test("which no it was is told of a check that ended with one", () => {
  expect(endWithoutYesOf(new Set(["claimed", "too_young"]))).toBe("too_young");
  expect(endWithoutYesOf(new Set(["not_confirmed"]))).toBe("not_confirmed");
  expect(endWithoutYesOf(new Set(["confirmed"]))).toBeNull();
  expect(endWithoutYesOf(new Set(["opened", "cancelled"]))).toBeNull();
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
