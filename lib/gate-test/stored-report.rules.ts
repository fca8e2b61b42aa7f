import type { CaseResult, Finding, Report } from "#packages/gate-test/src/report.rules.ts";

/** Bounds what the gate test saw, in which a shop's answers are quoted. */
const MAX_TEXT = 500;

/** A report as its row has it: codes, and what was seen. What to change is in the words of the version that shows it. */
export type StoredReport = Pick<Report, "requests" | "tookMs" | "problem"> & {
  cases: Pick<CaseResult, "case" | "passed" | "saw">[];
  findings: Pick<Finding, "finding" | "saw">[];
};

export function storedReportOf({ cases, findings, requests, tookMs, problem }: Report): StoredReport {
  return {
    cases: cases.map(({ case: name, passed, saw }) => ({ case: name, passed, saw: storable(saw) })),
    findings: findings.map(({ finding, saw }) => ({ finding, saw: storable(saw) })),
    requests,
    tookMs,
    problem: problem === null ? null : storable(problem),
  };
}

/** Writes what PostgreSQL's jsonb takes: no NUL, and no half of a character, which a cut may leave. */
function storable(text: string): string {
  return text.replaceAll("\u0000", "").slice(0, MAX_TEXT).toWellFormed();
}
