import { expect, test } from "vitest";
import { deadlineOf, outcomeOfLeaving, stateOf } from "#lib/verification/verification.rules.ts";

const ttl = { linkMs: 600_000, flowMs: 900_000, tokenMs: 1_800_000 };
const at = (ms: number) => new Date(1_800_000_000_000 + ms);
const created = { createdAt: at(0), startedAt: null, completedAt: null };
const started = { ...created, startedAt: at(599_999) };

test("a link lives ten minutes, to the millisecond", () => {
  expect(stateOf(created, at(599_999), ttl)).toBe("created");
  expect(stateOf(created, at(600_000), ttl)).toBe("expired");
});

test("a flow lives fifteen minutes from its claim, however late that was", () => {
  expect(stateOf(started, at(599_999 + 899_999), ttl)).toBe("authorizing");
  expect(stateOf(started, at(599_999 + 900_000), ttl)).toBe("expired");
  expect(deadlineOf(started, ttl)).toEqual(at(599_999 + 900_000));
});

test("what is completed never expires", () => {
  expect(stateOf({ ...started, completedAt: at(700_000) }, at(10 ** 9), ttl)).toBe("completed");
});

test("who leaves an untouched or cancelled check cancelled it; who leaves a broken one did not", () => {
  expect(
    ([null, "cancelled", "eid_down", "eid_timeout", "eid_no_age", "eid_refused", "too_young"] as const).map(
      outcomeOfLeaving,
    ),
  ).toEqual(["cancelled", "cancelled", "failed", "failed", "failed", "failed", "too_young"]);
});
