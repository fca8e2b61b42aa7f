import { expect, test } from "vitest";
import { checklistOf } from "#lib/activity/checklist.rules.ts";

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
