import { type CheckResult, PROBLEMS } from "#lib/activity/check-result.rules.ts";
import type { Funnel } from "#lib/activity/funnel.rules.ts";

/** Counts checks that ended in one way. `results`: what the list of checks calls them. */
export type Ending = { name: string; count: number; results: readonly CheckResult[] };

/** Counts visitors who went no further, by where. */
export type Loss = { name: string; count: number };

/** Counts checks under way by how far they came. `claimed`: to the eID, which of live ones is not told. */
type UnderWay = { unopened: number; opened: number; claimed: number };

const NOT_FINISHED = ["not_finished", ...PROBLEMS] as const;

/** Names where a check was lost, and the same where those who may still go on are among them. */
const LOSSES = [
  ["neverOpened", "not opened", "not opened yet"],
  ["leftOurPage", "left our page", "left our page, or still on it"],
  ["didNotComeBack", "no answer from the eID", "no answer from the eID yet"],
  ["leftOrAway", "left recently (where: tomorrow)", "left recently, or still there (where: tomorrow)"],
] as const;

/**
 * Tells how the checks of a period ended: each is in one of the parts. Those that may still end are a part of their own, and so
 * never lost, unless they are too many to be counted (`null`).
 */
export function endingsOf({ confirmed, notConfirmed, ...funnel }: Funnel, underWay: UnderWay | null) {
  const open = underWay && placesOf(funnel, underWay);
  const losses = LOSSES.map(([place, lost, lostOrNot]): Loss => {
    return open ? { name: lost, count: funnel[place] - open[place] } : { name: lostOrNot, count: funnel[place] };
  }).filter(({ count }) => count > 0);
  return {
    confirmed: { name: "Confirmed", count: confirmed, results: ["confirmed"] } satisfies Ending,
    notConfirmed: { name: "Not confirmed", count: notConfirmed, results: ["not_confirmed"] } satisfies Ending,
    unfinished: {
      name: open ? "Did not finish" : "Under way or did not finish",
      count: sumOf(losses.map(({ count }) => count)),
      results: open ? NOT_FINISHED : ["under_way", ...NOT_FINISHED],
    } satisfies Ending,
    losses,
    underWay: {
      name: "Under way",
      count: open ? sumOf(Object.values(open)) : 0,
      results: ["under_way"],
    } satisfies Ending,
  };
}

type Place = (typeof LOSSES)[number][0];

/**
 * Finds among which losses the checks under way are counted. Of those of a live check that opened our page it is not told how many
 * went to the eID. Where an event was lost, no place has more of them than it has checks.
 */
function placesOf(funnel: Record<Place, number>, { unopened, opened, claimed }: UnderWay) {
  const of = (place: Place, checks: number) => Math.min(checks, funnel[place]);
  const leftOrAway = of("leftOrAway", opened);
  return {
    neverOpened: of("neverOpened", unopened),
    leftOurPage: of("leftOurPage", opened - leftOrAway),
    didNotComeBack: of("didNotComeBack", claimed),
    leftOrAway,
  };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
