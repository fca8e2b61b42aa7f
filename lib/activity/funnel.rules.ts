import type { ActivityKind, CallCode } from "./activity.rules.ts";
import type { StepCode } from "./step.rules.ts";

export type Funnel = ReturnType<typeof funnelOf>;

type Count = "made" | "opened" | "wentToEid" | "confirmed" | "notConfirmed";

/** Says what each code counts as. A replay makes no link. An app's own browser shows our page, too. */
const COUNTS: Record<string, Count> = {
  accepted: "made",
  opened: "opened",
  in_app_browser: "opened",
  claimed: "wentToEid",
  confirmed: "confirmed",
  not_confirmed: "notConfirmed",
  too_young: "notConfirmed",
  went_back: "notConfirmed",
  gave_up: "notConfirmed",
} satisfies Partial<Record<CallCode | StepCode, Count>>;

export type Counted = { kind: ActivityKind; code: string; events: number };

/**
 * Says how far the checks of a period came, and where the others were lost. Always
 * `made = neverOpened + leftOurPage + leftOrAway + didNotComeBack + notConfirmed + confirmed`.
 *
 * The counters are of events, and an event may be lost, or counted twice (a page that is opened after a restart). So each stage
 * is held between the ones beside it: a check that ended went to the eID, and no more checks were opened than were made.
 *
 * `isDisclosed`: may it be said how many went to the eID? Of live checks not before their day is settled: a visitor who cancels on
 * our page is counted as one who went there when the check ends, so a reader who saw the counter rise before that, or not,
 * would know who cancelled.
 */
export function funnelOf(rows: readonly Counted[], isDisclosed = true) {
  const counts: Record<Count, number> = { made: 0, opened: 0, wentToEid: 0, confirmed: 0, notConfirmed: 0 };
  for (const { kind, code, events } of rows) {
    const count = countOf(kind, code);
    if (count !== null) counts[count] += events;
  }
  const { confirmed, notConfirmed } = counts;
  const cameBack = confirmed + notConfirmed;
  const made = Math.max(counts.made, cameBack);
  const wentToEid = Math.min(made, Math.max(isDisclosed ? counts.wentToEid : 0, cameBack));
  const opened = Math.min(made, Math.max(counts.opened, wentToEid));
  return {
    /** Counts the stages, each a part of the one before. */
    made,
    opened,
    /** Includes those who ended on our page. Of a day whose way is not told: only those who ended. */
    wentToEid,
    /** Their check ended, on our page or after the eID. */
    cameBack,
    confirmed,
    /** Counts what was lost between two stages. Checks under way are among them. */
    neverOpened: made - opened,
    leftOurPage: isDisclosed ? opened - wentToEid : 0,
    /** Left our page or did not come back, on a day whose way is not told. */
    leftOrAway: isDisclosed ? 0 : opened - wentToEid,
    didNotComeBack: wentToEid - cameBack,
    notConfirmed,
  };
}

export function addFunnels(funnels: readonly Funnel[]): Funnel {
  const sum = funnelOf([]);
  for (const name of Object.keys(sum) as (keyof Funnel)[])
    sum[name] = funnels.reduce((all, funnel) => all + funnel[name], 0);
  return sum;
}

export function isEnd(kind: ActivityKind, code: string): boolean {
  const count = countOf(kind, code);
  return count === "confirmed" || count === "notConfirmed";
}

function countOf(kind: ActivityKind, code: string): Count | null {
  return kind === "call" || kind === "step" ? (COUNTS[code] ?? null) : null;
}
