import { expect, test } from "vitest";
import { ACTIVITY_KINDS, isBilledCall } from "#lib/activity/activity.rules.ts";
import { codesOf } from "#lib/activity/explanation.rules.ts";
import { countedStep, isBilledStep, isPage, type StepCode, storedStep, whyNotOf } from "#lib/activity/step.rules.ts";

const STEPS = codesOf("step") as StepCode[];
const CALLS = codesOf("call") as Parameters<typeof isBilledCall>[0][];

test("an event is of a call, a step, a check or of events that were dropped", () => {
  expect(ACTIVITY_KINDS).toEqual(["call", "step", "check", "dropped"]);
});

test("of a test check every step is kept as it happened", () => {
  expect(STEPS.map((step) => storedStep(step, "test"))).toEqual(STEPS);
});

test("the ends of live checks that were not confirmed cannot be told apart", () => {
  const ends = ["not_confirmed", "too_young", "went_back", "gave_up"] as const;
  expect(ends.map((end) => storedStep(end, "live"))).toEqual(ends.map(() => "not_confirmed"));
});

test("of the way to the eID and back a live check leaves nothing: its length would tell who was too young", () => {
  const left = STEPS.filter((step) => storedStep(step, "live") === null);
  expect(left.toSorted()).toEqual(["cancelled", "claimed", "eid_no_age", "eid_refused", "eid_timeout", "tried_again"]);
});

test("that a live check went to the eID is counted, and not kept", () => {
  for (const mode of ["live", "test"] as const) {
    const counted = STEPS.filter((step) => countedStep(step, mode) !== storedStep(step, mode));
    expect(counted).toEqual(mode === "live" ? ["claimed"] : []);
  }
  expect(countedStep("claimed", "live")).toBe("claimed");
});

test.for([
  "opened",
  "eid_down",
  "other_browser",
  "confirmed",
  "expired",
  "used",
  "in_app_browser",
  "cookies_blocked",
  "shop_unavailable",
  "link_incomplete",
] as const)("%s is kept of a live check, too: it says nothing of anybody's age", (step) => {
  expect(storedStep(step, "live")).toBe(step);
});

test("what a page shows is one event however often somebody looks; what a visitor does is one each time", () => {
  expect(STEPS.filter(isPage).toSorted()).toEqual([
    "cookies_blocked",
    "expired",
    "in_app_browser",
    "link_incomplete",
    "opened",
    "other_browser",
    "shop_unavailable",
    "used",
  ]);
});

test("provider b bills an accepted call, provider s a confirmed check, and nothing else is billed", () => {
  expect(CALLS.filter((call) => isBilledCall(call, "b"))).toEqual(["accepted"]);
  expect(CALLS.filter((call) => isBilledCall(call, "s"))).toEqual([]);
  expect(STEPS.filter((step) => isBilledStep(step, "s"))).toEqual(["confirmed"]);
  expect(STEPS.filter((step) => isBilledStep(step, "b"))).toEqual([]);
});

test.for([
  ["too_young", null, "too_young"],
  ["went_back", null, "cancelled"],
  ["gave_up", "eid_no_age", "no_age"],
  ["gave_up", "eid_timeout", "failed"],
  ["gave_up", "eid_refused", "failed"],
  ["gave_up", null, "failed"],
] as const)("a check that ended %s after %s was not confirmed because: %s", ([step, problem, why]) => {
  expect(whyNotOf(step, problem)).toBe(why);
});

test("no other step says why a check was not confirmed", () => {
  const silent = STEPS.filter((step) => !["too_young", "went_back", "gave_up"].includes(step));
  for (const step of silent) expect(whyNotOf(step, "eid_no_age"), step).toBeNull();
});
