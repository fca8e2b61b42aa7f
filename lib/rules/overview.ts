import type { CallCode, Kind, StepCode } from "./activity.ts";
import type { Mode } from "./admission.ts";

/** Checks of a day, or of many. `finished` is all that ended; what is missing there was given up after a problem. */
export type Counters = Record<Counter, number>;

const COUNTERS = ["started", "finished", "confirmed", "tooYoung", "cancelled"] as const;
type Counter = (typeof COUNTERS)[number];

/** What each code counts as. A replay starts nothing. */
const COUNTS: Record<string, readonly Counter[]> = {
  accepted: ["started"],
  confirmed: ["finished", "confirmed"],
  too_young: ["finished", "tooYoung"],
  went_back: ["finished", "cancelled"],
  gave_up: ["finished"],
} satisfies Partial<Record<CallCode | StepCode, readonly Counter[]>>;

type Happened = { mode: Mode; kind: Kind; code: string };

export function countersOf(rows: readonly (Happened & { events: number })[]): Counters {
  const counters: Counters = { started: 0, finished: 0, confirmed: 0, tooYoung: 0, cancelled: 0 };
  for (const { kind, code, events } of rows) for (const counter of countsAs(kind, code)) counters[counter] += events;
  return counters;
}

/** How far an integration has come. */
export type Checklist = {
  keyUsed: boolean;
  testCheckFinished: boolean;
  domainVerified: boolean;
  liveCheckFinished: boolean;
};

export function checklistOf(happened: readonly Happened[], domainVerified: boolean): Checklist {
  const hasFinished = (wanted: Mode) =>
    happened.some(({ mode, kind, code }) => mode === wanted && countsAs(kind, code).includes("finished"));
  return {
    keyUsed: happened.some(({ kind }) => kind === "call"),
    testCheckFinished: hasFinished("test"),
    domainVerified,
    liveCheckFinished: hasFinished("live"),
  };
}

function countsAs(kind: Kind, code: string): readonly Counter[] {
  return kind === "call" || kind === "step" ? (COUNTS[code] ?? []) : [];
}
