import { LRUCache } from "lru-cache";
import type { Db } from "#db/client.ts";

/** What was summed over fewer rows is always read anew. */
const LARGE_ROWS = 10_000;
/** PostgreSQL sums a row in about a microsecond, so readers who never stop take a thirtieth of one core. */
const US_PER_ROW = 30;
const MAX_MS = 60_000;
const MAX_ANSWERS = 1_000;

type Answered = { answer: Promise<unknown>; until: number };

const answers = new LRUCache<string, Answered>({ max: MAX_ANSWERS });

/**
 * The same query, which answers again what it answered lately where that was a sum over many rows: a page of a busy shop would
 * otherwise sum its whole month each time. `rowsOf`: how many rows an answer is about. Only for what a reader sees; what is
 * decided or invoiced is read anew. `name`: of the query; with its arguments it names the answer.
 */
export function reusing<Asked extends readonly unknown[], Answer>(
  name: string,
  read: (db: Db, ...asked: Asked) => Promise<Answer>,
  rowsOf: (answer: Answer) => number,
): (db: Db, ...asked: Asked) => Promise<Answer> {
  return async (db, ...asked) => {
    const id = `${name} ${JSON.stringify(asked)}`;
    const known = answers.get(id);
    if (known && performance.now() < known.until) return known.answer as Promise<Answer>;
    const answer = read(db, ...asked);
    // Of readers who come while a sum is made again that is known to be large, one makes it.
    if (known) answers.set(id, { answer, until: Number.POSITIVE_INFINITY });
    try {
      keep(id, answer, rowsOf(await answer));
    } catch (fault) {
      answers.delete(id);
      throw fault;
    }
    return answer;
  };
}

function keep(id: string, answer: Promise<unknown>, rows: number): void {
  if (rows < LARGE_ROWS) answers.delete(id);
  else answers.set(id, { answer, until: performance.now() + Math.min(MAX_MS, (rows * US_PER_ROW) / 1_000) });
}
