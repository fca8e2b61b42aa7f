import type { Db } from "#db/client.ts";
import {
  type MadeRow,
  type SteppedRow,
  selectMade,
  selectMadeOf,
  selectStepped,
  selectUnended,
  selectUnendedDays,
} from "#db/queries/check-list.ts";
import type { CheckQuestion } from "#db/queries/check-question.ts";
import { ENDS } from "#db/schema/values.rules.ts";
import { config } from "#lib/core/config.ts";
import { firstUuidV7, momentOfUuidV7 } from "#lib/core/uuid.ts";

/** Where to look for checks: those made before `before`, an id. `withEnded`: a check that met a problem and ended is wanted, too. */
export type Source = {
  db: Db;
  organizationId: string;
  question: CheckQuestion;
  before: string | null;
  reads: Reads;
  withEnded: boolean;
};

/** How many links or steps are read: at first, at once, and for a page at most. */
export type Reads = { first: number; batch: number; page: number };

/**
 * Some links, the newest first, all of them older than the ones before. `stopped`: the search ended at this id, which is older than
 * `before`, though there may be more.
 */
type Found = { made: MadeRow[]; stopped: string | null };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Longer than a call takes from its check to its event. */
const LAG_MS = 60_000;
/** Most filters find their page in the first batch. All that is read for a page is a second of work, even where nothing fits. */
export const READS: Reads = { first: 100, batch: 2_000, page: 20_000 };

const isEnd = (code: string) => (ENDS as readonly string[]).includes(code);

/** How long after its link a check may end: the visitor has the time of the link, and then that of the eID. */
export function longestMs(): number {
  const { linkMs, flowMs } = config().ttl;
  return linkMs + flowMs;
}

/** How long after its link the end of a check is looked for: an hour at least, because the times may have been longer then. Other pages may be opened as long as there is a row of the check. */
function endsMs(): number {
  return Math.max(HOUR_MS, longestMs() + LAG_MS);
}

/** All links, in batches that grow. */
export async function* scanMade({ db, organizationId, question, before, reads }: Source): AsyncGenerator<Found> {
  let from = before;
  let read = 0;
  for (let size = reads.first; read < reads.page; size = Math.min(reads.batch, size * 2)) {
    const made = await selectMade(db, organizationId, question, { before: from }, size);
    yield { made, stopped: null };
    const last = made.at(-1);
    if (last === undefined || made.length < size) return;
    from = last.id;
    read += made.length;
  }
  yield { made: [], stopped: from };
}

/** The links of the days on which more were made than ended. */
export async function* scanUnended(source: Source): AsyncGenerator<Found> {
  const { db, organizationId, question, before } = source;
  const days = await selectUnendedDays(db, organizationId, question);
  const { from, to } = question;
  let later: number | null = null;
  for (const day of days) {
    const start = new Date(day);
    // A link that is made at midnight counts on the day before its call.
    const end: Date = new Date(+start + DAY_MS + (later === +start + DAY_MS ? 0 : LAG_MS));
    later = +start;
    if ((to && start >= to) || (from && end <= from) || (before !== null && +start > momentOfUuidV7(before))) continue;
    const ofDay = { from: from && from > start ? from : start, to: to && to < end ? to : end };
    for await (const found of scanMade({ ...source, question: { ...question, ...ofDay } })) {
      yield found;
      if (found.stopped !== null) return;
    }
  }
}

/**
 * The links of the newest steps with one of these codes. Steps come later than their links, and not in the order of their
 * links: of the steps that are read so far, the links that are younger than the oldest step are complete. Steps later than `before`
 * may be of links that are older: they are read again for every page. Where they are too many, the links are read instead, so that
 * every page gets further.
 */
export async function* scanStepped(source: Source, codes: readonly string[]): AsyncGenerator<Found> {
  const { db, organizationId, question, before, reads } = source;
  const lateMs = codes.every(isEnd) ? endsMs() : DAY_MS;
  const [top = null] = [before ?? [], question.to ? firstUuidV7(+question.to) : []].flat().toSorted();
  let below = top === null ? null : firstUuidV7(momentOfUuidV7(top) + lateMs);
  const references = new Set<string>();
  let waiting: MadeRow[] = [];
  let read = 0;
  // Where the first few are no page, what is asked for is rare: every further round trip costs more than what it saves.
  for (let size = reads.first; ; size = reads.batch) {
    const steps = await selectStepped(db, organizationId, question, codes, { before: below }, size);
    const fresh = steps.filter(({ reference }) => !references.has(reference) && references.add(reference));
    waiting.push(...(await madeOf(source, fresh, codes, lateMs)));
    waiting.sort((a, b) => (a.id < b.id ? 1 : -1));
    const oldest = steps.at(-1);
    const isLast = oldest === undefined || steps.length < size;
    const complete = isLast ? waiting : waiting.filter(({ id }) => id >= oldest.id);
    waiting = isLast ? [] : waiting.filter(({ id }) => id < oldest.id);
    yield { made: complete, stopped: null };
    if (isLast) return;
    below = oldest.id;
    read += steps.length;
    const isLate = top !== null && below >= top;
    if (isLate && read >= reads.page / 2) return yield* scanMade(source);
    if (!isLate && read >= reads.page) return yield { made: [], stopped: below };
  }
}

/**
 * The links of some steps, the newest first. Most checks that met a problem ended all the same, and then that is their result: if
 * only problems are asked for, their links are not read.
 */
async function madeOf(
  { db, organizationId, question, before, withEnded }: Source,
  steps: readonly SteppedRow[],
  codes: readonly string[],
  lateMs: number,
): Promise<MadeRow[]> {
  const around = (afterMs: number) => (step: SteppedRow) => {
    const at = momentOfUuidV7(step.id);
    return { ...step, after: firstUuidV7(at - lateMs), before: firstUuidV7(at + afterMs) };
  };
  let wanted = steps;
  if (!withEnded && !codes.some(isEnd) && steps.length > 0) {
    const unended = await selectUnended(db, organizationId, steps.map(around(endsMs())));
    const references = new Set(unended.map(({ reference }) => reference));
    wanted = steps.filter(({ reference }) => references.has(reference));
  }
  // A link is made before its step, in the same millisecond at the latest.
  return wanted.length === 0 ? [] : selectMadeOf(db, organizationId, question, wanted.map(around(1)), { before });
}
