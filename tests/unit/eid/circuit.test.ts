import { expect, test } from "vitest";
import {
  afterAnswer,
  afterFailure,
  afterProbe,
  type Circuit,
  CLOSED_CIRCUIT,
  closes,
  isSuspected,
  MAX_FAILURES,
} from "#lib/eid/circuit.rules.ts";

const after = (outcomes: string, from: Circuit = CLOSED_CIRCUIT) =>
  [...outcomes].reduce((circuit, outcome) => (outcome === "x" ? afterFailure : afterAnswer)(circuit), from);

test.for([
  ["fewer failures than are suspect", "x".repeat(MAX_FAILURES - 1), false],
  ["as many in a row", "x".repeat(MAX_FAILURES), true],
  ["an answer between them", `${"x".repeat(MAX_FAILURES - 1)}.x`, false],
  ["an answer after them", `${"x".repeat(MAX_FAILURES)}.`, false],
] as const)("after %s", ([, outcomes, isOpen]) => {
  expect(isSuspected(after(outcomes))).toBe(isOpen);
  expect(after(outcomes).isOpen).toBe(false);
  expect(afterProbe(after(outcomes), null).isOpen).toBe(isOpen);
});

test.for([
  [200, false],
  [405, false],
  [500, true],
  [null, true],
] as const)("a question of ours that is answered with %s opens it: %s", ([status, isOpen]) => {
  const failed = after("x".repeat(MAX_FAILURES));
  expect(afterProbe(failed, status)).toEqual(isOpen ? { ...failed, isOpen } : CLOSED_CIRCUIT);
});

test("an answer that was under way when it opened does not close it", () => {
  const open = afterProbe(after("x".repeat(MAX_FAILURES)), null);
  expect([after(".", open).isOpen, after("x", open).isOpen, isSuspected(open)]).toEqual([true, true, false]);
});

test.for([
  [200, 0, true],
  [405, 0, true],
  [500, 29_999, false],
  [503, 30_000, true],
  [null, 600_000, false],
] as const)("a probe that gets %s after %i ms closes it: %s", ([status, openForMs, isClosed]) => {
  expect(closes(status, openForMs)).toBe(isClosed);
});
