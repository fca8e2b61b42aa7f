import type { Mode } from "#lib/core/provider.rules.ts";
import type { ActivityKind, CallCode, StepCode } from "./activity.rules.ts";

/** Checks of a day, or of many. Why a check was not confirmed is counted here for test checks only. */
export type Counters = Record<Counter | "notFinished", number>;

type Counter = "started" | "confirmed" | "notConfirmed" | "tooYoung" | "cancelled";

/** What each code counts as. A replay starts nothing. */
const COUNTS: Record<string, readonly Counter[]> = {
  accepted: ["started"],
  confirmed: ["confirmed"],
  not_confirmed: ["notConfirmed"],
  too_young: ["notConfirmed", "tooYoung"],
  went_back: ["notConfirmed", "cancelled"],
  gave_up: ["notConfirmed"],
} satisfies Partial<Record<CallCode | StepCode, readonly Counter[]>>;

type Event = { mode: Mode; kind: ActivityKind; code: string };

export function countersOf(rows: readonly (Event & { events: number })[]): Counters {
  const counters = { started: 0, confirmed: 0, notConfirmed: 0, tooYoung: 0, cancelled: 0 };
  for (const { kind, code, events } of rows) for (const counter of countsAs(kind, code)) counters[counter] += events;
  const { started, confirmed, notConfirmed } = counters;
  // On a single day more checks can end than start: some were started on the day before.
  return { ...counters, notFinished: Math.max(0, started - confirmed - notConfirmed) };
}

/** How far an integration has come. */
export type Checklist = {
  keyUsed: boolean;
  testCheckFinished: boolean;
  domainVerified: boolean;
  liveCheckFinished: boolean;
};

export function checklistOf(events: readonly Event[], domainVerified: boolean): Checklist {
  const hasFinished = (wanted: Mode) => events.some(({ mode, kind, code }) => mode === wanted && isEnd(kind, code));
  return {
    keyUsed: events.some(({ kind }) => kind === "call"),
    testCheckFinished: hasFinished("test"),
    domainVerified,
    liveCheckFinished: hasFinished("live"),
  };
}

function isEnd(kind: ActivityKind, code: string): boolean {
  return countsAs(kind, code).some((counter) => counter === "confirmed" || counter === "notConfirmed");
}

function countsAs(kind: ActivityKind, code: string): readonly Counter[] {
  return kind === "call" || kind === "step" ? (COUNTS[code] ?? []) : [];
}
