import type { DotState } from "#app/_ui/result.tsx";
import type { CheckRow } from "#lib/activity/check-list.ts";
import type { CheckResult, EndWithoutYes } from "#lib/activity/check-result.rules.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";

/** Says the shape of the mark beside a result. */
const DOTS: Partial<Record<CheckResult, DotState>> = {
  confirmed: "yes",
  not_confirmed: "no",
  eid_down: "bad",
  shop_unavailable: "bad",
  under_way: "busy",
};

export function resultWords(result: CheckResult): string {
  if (result === "under_way") return "Under way";
  if (result === "not_finished") return "Not finished";
  return explanationOf({ kind: "step", code: result, host: null }).title;
}

const ENDS = {
  not_confirmed: "Not confirmed",
  too_young: "Too young",
  went_back: "Cancelled",
  gave_up: "Gave up after a problem",
} as const satisfies Record<EndWithoutYes, string>;

/** Says the word and the mark of a check. Only of a test check it says which no it was. */
export function resultOfRow({ result, end }: Pick<CheckRow, "result" | "end">): { word: string; dot: DotState } {
  return { word: end === null ? resultWords(result) : ENDS[end], dot: DOTS[result] ?? "open" };
}

/** Writes for example "< 1 s", "14 s", "2 min 5 s": whole seconds, so that they stand below each other. */
export function duration(ms: number): string {
  if (ms < 1_000) return "< 1 s";
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function droppedWords(droppedCount: number, count: (n: number) => string): string {
  return droppedCount === 1 ? "1 event was not recorded here" : `${count(droppedCount)} events were not recorded here`;
}
