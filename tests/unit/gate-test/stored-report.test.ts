import { expect, test } from "vitest";
import { storedReportOf } from "#lib/gate-test/stored-report.rules.ts";

test("a report is stored as codes and what was seen, without what a shop may put there to be stored", () => {
  const long = `Closed:\u0000 ${"x".repeat(9_000)}`;
  const stored = storedReportOf({
    cases: [{ case: "no_token", passed: false, saw: long, change: "Words of this version." }],
    findings: [{ finding: "referrer", saw: "No policy.", change: "Words of this version." }],
    requests: 3,
    tookMs: 20,
    problem: long,
  });
  const cut = `Closed: ${"x".repeat(492)}`;
  expect(stored).toEqual({
    cases: [{ case: "no_token", passed: false, saw: cut }],
    findings: [{ finding: "referrer", saw: "No policy." }],
    requests: 3,
    tookMs: 20,
    problem: cut,
  });
});

test("no half of a character is stored, neither where the text is cut nor where a shop wrote one", () => {
  const saw = `\udc00${"x".repeat(498)}😀`;
  const report = { cases: [], requests: 3, tookMs: 20, problem: `\ud83d${saw}` };
  const stored = storedReportOf({ ...report, findings: [{ finding: "referrer", saw, change: "" }] });
  expect(stored.findings[0]?.saw).toBe(`\ufffd${"x".repeat(498)}\ufffd`);
  expect(stored.problem?.isWellFormed()).toBe(true);
});
