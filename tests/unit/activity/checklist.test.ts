import { expect, test } from "vitest";
import { checklistOf } from "#lib/activity/checklist.rules.ts";

const NOTHING = { hasCalled: false, hasAsked: false, isVerified: false, hasPlan: false };
const NONE_DONE = {
  testCheckFinished: false,
  shopCalled: false,
  backendAsked: false,
  domainVerified: false,
  planChosen: false,
  liveCheckFinished: false,
};

test("an organization that has done nothing has everything before it", () => {
  expect(checklistOf([], NOTHING)).toEqual(NONE_DONE);
});

test.for([
  ["hasCalled", "shopCalled"],
  ["hasAsked", "backendAsked"],
  ["isVerified", "domainVerified"],
  ["hasPlan", "planChosen"],
] as const)("%s ticks %s and nothing else", ([fact, step]) => {
  expect(checklistOf([], { ...NOTHING, [fact]: true })).toEqual({ ...NONE_DONE, [step]: true });
});

test.for(["confirmed", "not_confirmed", "too_young", "went_back", "gave_up"])(
  "a check that ended %s is a finished one of its own mode",
  (code) => {
    const ended = (mode: "live" | "test") => checklistOf([{ mode, kind: "step", code }], NOTHING);
    expect(ended("test")).toEqual({ ...NONE_DONE, testCheckFinished: true });
    expect(ended("live")).toEqual({ ...NONE_DONE, liveCheckFinished: true });
  },
);

test("a check that has only begun is no finished one", () => {
  expect(checklistOf([{ mode: "live", kind: "call", code: "accepted" }], NOTHING)).toEqual(NONE_DONE);
});
