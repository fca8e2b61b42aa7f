/**
 * What a shop's answers cost, in requests. `arrive`: until a visitor can start a check. `start`: to start it there, also after an
 * earlier one. `back`: to come home and to look at the page.
 */
export type Cost = { arrive: number; start: number; back: number };

/** The visitors who begin anew after the first: adult, another session's second, errors, 16, hang. */
const FRESH = 5;
/** The cases that a visitor walks after another: malformed, early close, nonsense, another key, no. */
const CHAINED = 5;
/** How often at most a visitor who was let in is followed by a new one. */
const LET_IN = 4;

/** How many more attempts than the first of each case the shop's requests suffice for. */
export function affordableExtras(left: number, { arrive, start, back }: Cost): number {
  // The adult looks at the page once more.
  const needed = FRESH * (arrive + start + back) + CHAINED * (start + back) + 1 + LET_IN * arrive;
  return Math.max(0, Math.floor((left - needed) / back));
}

/** How long the yes of an adult lives, in seconds, so that nobody waits for 30 minutes. */
export const BRIEF = { min: 3, max: 10 };

/** Long enough for a way home through a shop as slow as it was before. */
export function briefSeconds(slowestMs: number): number {
  return Math.min(BRIEF.max, Math.max(BRIEF.min, Math.ceil((4 * slowestMs) / 1_000)));
}
