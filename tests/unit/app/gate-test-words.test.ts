import { expect, test } from "vitest";
import { failedOf, notRunOf, standingOf, whyNotRun } from "#app/(dashboard)/dashboard/gate-test/_lib/run-words.tsx";
import type { GateTestRun } from "#lib/gate-test/gate-test-run.ts";
import type { StoredReport } from "#lib/gate-test/stored-report.rules.ts";

const passed = { case: "no_token", passed: true, saw: "Closed after nothing." } as const;
const failed = { case: "sixteen", passed: false, saw: "Open: the protected text is shown after a yes to 16." } as const;
const notRun = { case: "hang", passed: false, saw: "Not run: a minute was over." } as const;

function reportOf(...cases: StoredReport["cases"]): StoredReport {
  return { cases, findings: [], requests: 1, tookMs: 9, problem: null };
}

function badge(report: StoredReport): string {
  return standingOf({ state: "reported", casesDone: 12, report } as GateTestRun).badge;
}

test("a case that was not run is no failure, and its reason is a sentence", () => {
  const report = reportOf(passed, failed, notRun);
  expect([failedOf(report), notRunOf(report)]).toEqual([[failed], [notRun]]);
  expect(whyNotRun(notRunOf(report))).toBe("A minute was over.");
});

test("the badge says what failed first, then what was not run, then that all passed", () => {
  expect(badge(reportOf(passed, failed, notRun))).toBe("1 failed");
  expect(badge(reportOf(passed, notRun))).toBe("1 not run");
  expect(badge(reportOf(passed))).toBe("12 passed");
});

test("one finding is counted as one", () => {
  const found = { finding: "referrer", saw: "Seen." } as const;
  const badges = [[found], [found, found]].map((findings) => badge({ ...reportOf(passed), findings }));
  expect(badges).toEqual(["1 finding", "2 findings"]);
});
