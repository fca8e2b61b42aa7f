import { expect, test } from "vitest";
import {
  afterAnswer,
  afterFailure,
  type Circuit,
  CLOSED_CIRCUIT,
  closes,
  MAX_FAILURES,
} from "#lib/eid/circuit.rules.ts";

const after = (outcomes: string, from: Circuit = CLOSED_CIRCUIT) =>
  [...outcomes].reduce((circuit, outcome) => (outcome === "x" ? afterFailure : afterAnswer)(circuit), from);

test.for([
  ["fewer failures than open it", "x".repeat(MAX_FAILURES - 1), false],
  ["as many in a row", "x".repeat(MAX_FAILURES), true],
  ["an answer between them", `${"x".repeat(MAX_FAILURES - 1)}.x`, false],
  ["an answer after it opened, which was under way", `${"x".repeat(MAX_FAILURES)}.`, true],
] as const)("after %s", ([, outcomes, isOpen]) => {
  expect(after(outcomes).isOpen).toBe(isOpen);
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
