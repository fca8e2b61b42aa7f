import { expect, test } from "vitest";
import { type RunMoments, runStateOf } from "#lib/gate-test/run-state.rules.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const ago = (ms: number) => new Date(+NOW - ms);
const NEVER: RunMoments = { askedAt: null, startedAt: null, endedAt: null, obstacle: null };

test.for([
  ["nobody asked for it", {}, "draft"],
  ["asked for just now", { askedAt: ago(0) }, "waiting"],
  ["asked for almost five minutes ago", { askedAt: ago(299_999) }, "waiting"],
  ["asked for five minutes ago", { askedAt: ago(300_000) }, "missed"],
  ["begun just now", { askedAt: ago(1), startedAt: ago(0) }, "running"],
  ["begun almost 90 seconds ago", { askedAt: ago(400_000), startedAt: ago(89_999) }, "running"],
  ["begun 90 seconds ago by a job that was killed", { askedAt: ago(95_000), startedAt: ago(90_000) }, "stopped"],
  ["ended with a report", { askedAt: ago(9), startedAt: ago(8), endedAt: ago(7) }, "reported"],
  ["ended with a report a month ago", { askedAt: ago(9e9), startedAt: ago(9e9), endedAt: ago(9e9) }, "reported"],
  ["hindered", { askedAt: ago(9), startedAt: ago(8), endedAt: ago(7), obstacle: "fault" }, "hindered"],
] as const satisfies [string, Partial<RunMoments>, string][])("a run that is %s is %s", ([, moments, state]) => {
  expect(runStateOf({ ...NEVER, ...moments }, NOW)).toBe(state);
});
