import DataLoader from "dataloader";
import { type DeadlineError, lateAfter, withTimeout } from "#lib/core/with-timeout.ts";

/** A batch may run as long, for its connection may have gone silent; then the next one goes on. */
const DEADLINE_MS = 3_000;
/** Who waited longer for their batch to begin is about to hear that we could not answer, so nothing is done for them. */
const PATIENCE_MS = 3_000;

/**
 * Lets requests that arrive while the database is busy with others go together in the next transaction, and answers each
 * after the commit. An idle server adds one turn of the event loop; a busy one pays one commit for many.
 */
export function sharingCommits<Ask, Answer>(
  answerTogether: (asks: readonly Ask[]) => Promise<Answer[]>,
  deadlineMs = DEADLINE_MS,
  patienceMs = PATIENCE_MS,
): (ask: Ask) => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Waiting<Ask>, Answer>(
    (waiting) => {
      const answers = answerThoseInTime(waiting);
      running = answers.catch(() => {});
      return answers;
    },
    { cache: false, maxBatchSize: 256, batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)) },
  );
  return (ask) => loader.load({ ask, until: performance.now() + patienceMs });

  async function answerThoseInTime(waiting: readonly Waiting<Ask>[]): Promise<(Answer | DeadlineError)[]> {
    const now = performance.now();
    const inTime = waiting.filter(({ until }) => now < until);
    const asks = inTime.map(({ ask }) => ask);
    const answers = asks.length > 0 ? await withTimeout(deadlineMs, answerTogether(asks)) : [];
    const answerOf = new Map(inTime.map((one, n) => [one, answers[n]]));
    return waiting.map((one) => answerOf.get(one) ?? lateAfter(patienceMs));
  }
}

type Waiting<Ask> = { ask: Ask; until: number };
