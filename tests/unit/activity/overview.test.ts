import { expect, test } from "vitest";
import { checklistOf, countersOf } from "#lib/activity/overview.rules.ts";

const NOTHING = { started: 0, confirmed: 0, notConfirmed: 0, tooYoung: 0, cancelled: 0, notFinished: 0 };
const events = (kind: "call" | "step" | "check" | "dropped", code: string, events: number) =>
  ({ mode: "test", kind, code, events }) as const;

test("without an event there is nothing to count", () => {
  expect(countersOf([])).toEqual(NOTHING);
});

test("every end counts once, and what has no end yet is what is left of those that began", () => {
  const rows = [
    events("call", "accepted", 40),
    events("step", "confirmed", 10),
    events("step", "not_confirmed", 8),
    events("step", "too_young", 4),
    events("step", "went_back", 2),
    events("step", "gave_up", 1),
    events("call", "accepted", 2),
  ];
  expect(countersOf(rows)).toEqual({
    started: 42,
    confirmed: 10,
    notConfirmed: 15,
    tooYoung: 4,
    cancelled: 2,
    notFinished: 17,
  });
});

test.for([
  ["call", "repeated"],
  ["call", "returned_with_token"],
  ["call", "domain_not_verified"],
  ["step", "opened"],
  ["step", "cancelled"],
  ["step", "of_another_version"],
  ["check", "answered_yes"],
  // A code counts only where it belongs.
  ["check", "accepted"],
  ["dropped", "confirmed"],
] as const)("a %s %s counts as nothing", ([kind, code]) => {
  expect(countersOf([events(kind, code, 3)])).toEqual(NOTHING);
});

test("a day on which more checks ended than began has none that are unfinished, not fewer than none", () => {
  expect(countersOf([events("call", "accepted", 1), events("step", "confirmed", 2)])).toMatchObject({
    started: 1,
    confirmed: 2,
    notFinished: 0,
  });
});

const TODO = { keyUsed: false, testCheckFinished: false, domainVerified: false, liveCheckFinished: false };

test("an organization that has done nothing has everything before it", () => {
  expect(checklistOf([], false)).toEqual(TODO);
  expect(checklistOf([], true)).toEqual({ ...TODO, domainVerified: true });
});

test("any call uses a key, a refused one, too; what visitors and backends do uses none", () => {
  expect(checklistOf([{ mode: "live", kind: "call", code: "domain_not_verified" }], false)).toEqual({
    ...TODO,
    keyUsed: true,
  });
  expect(checklistOf([{ mode: "test", kind: "step", code: "opened" }], false)).toEqual(TODO);
  expect(checklistOf([{ mode: "test", kind: "check", code: "token_unknown" }], false)).toEqual(TODO);
});

test.for(["confirmed", "not_confirmed", "too_young", "went_back", "gave_up"])(
  "a check that ended %s is a finished one of its own mode",
  (code) => {
    expect(checklistOf([{ mode: "test", kind: "step", code }], false)).toEqual({ ...TODO, testCheckFinished: true });
    expect(checklistOf([{ mode: "live", kind: "step", code }], false)).toEqual({ ...TODO, liveCheckFinished: true });
  },
);

test("a check that has only begun is no finished one", () => {
  expect(checklistOf([{ mode: "live", kind: "call", code: "accepted" }], false)).toEqual({ ...TODO, keyUsed: true });
});
