import { CASES, type CaseName, FINDINGS, type FindingName } from "./cases.rules.ts";

/** `saw`: what the gate test saw. `change`: what to do about it; `null`: nothing. */
export type CaseResult = { case: CaseName; passed: boolean; saw: string; change: string | null };
export type Finding = { finding: FindingName; saw: string; change: string };

/** `problem`: why the shop could not be walked, or not to the end. */
export type Report = {
  cases: CaseResult[];
  findings: Finding[];
  requests: number;
  tookMs: number;
  problem: string | null;
};

export function isSound({ cases, findings, problem }: Report): boolean {
  return problem === null && findings.length === 0 && cases.every(({ passed }) => passed);
}

const COLOURS = { ok: "\x1b[32m", FAILED: "\x1b[31m", found: "\x1b[33m" } as const;

/** The report as a table for a terminal. */
export function tableOf({ cases, findings, requests, tookMs, problem }: Report, isColoured: boolean): string {
  const rows = [
    ...cases.map(({ case: name, passed, saw, change }) => ({
      state: passed ? ("ok" as const) : ("FAILED" as const),
      title: CASES[name].title,
      lines: [saw, ...(change === null ? [] : [change])],
    })),
    ...findings.map(({ finding, saw, change }) => ({
      state: "found" as const,
      title: FINDINGS[finding].title,
      lines: [saw, change],
    })),
  ];
  const width = Math.max(0, ...rows.map(({ title }) => title.length));
  const lines = rows.flatMap(({ state, title, lines: [first, ...more] }) => [
    `${coloured(state, isColoured)}  ${title.padEnd(width)}  ${first}`,
    ...more.map((line) => `${" ".repeat(width + 10)}${line}`),
  ]);
  const passed = cases.filter(({ passed }) => passed).length;
  const found = `${findings.length} ${findings.length === 1 ? "finding" : "findings"}`;
  const asked = `${requests} ${requests === 1 ? "request" : "requests"}`;
  const sum = `${passed} of ${Object.keys(CASES).length} cases passed, ${found}; ${asked} in ${(tookMs / 1_000).toFixed(1)} seconds.`;
  return [...lines, ...(lines.length > 0 ? [""] : []), ...(problem === null ? [] : [problem]), sum].join("\n");
}

/** The state of a row, as wide as all of them. */
export function coloured(state: keyof typeof COLOURS, isColoured: boolean): string {
  const text = state.padEnd(6);
  return isColoured ? `${COLOURS[state]}${text}\x1b[0m` : text;
}
