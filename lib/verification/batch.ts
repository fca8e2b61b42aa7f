import DataLoader from "dataloader";
import { type DeadlineError, lateAfter, withTimeout } from "#lib/core/with-timeout.ts";

/** How long a batch may run. Its connection may have gone silent; then the next batch goes on without it. */
const DEADLINE_MS = 3_000;
/** How long a request may wait for its batch to begin. After that its caller hears 503 anyway, so the batch leaves it out. */
const MAX_WAIT_MS = 3_000;

/**
 * Collects requests that arrive while a batch runs, and answers all of them together in the next one: many requests share
 * one transaction, and each is answered after its commit. On an idle server a request waits for one turn of the event loop.
 */
export function batched<Ask, Answer>(
  answerTogether: (asks: readonly Ask[]) => Promise<Answer[]>,
  deadlineMs = DEADLINE_MS,
  maxWaitMs = MAX_WAIT_MS,
): (ask: Ask) => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Waiting<Ask>, Answer>(
    (waiting) => {
      const answers = answerAllInTime(waiting);
      running = answers.catch(() => {});
      return answers;
    },
    { cache: false, maxBatchSize: 256, batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)) },
  );
  return (ask) => loader.load({ ask, until: performance.now() + maxWaitMs });

  async function answerAllInTime(waiting: readonly Waiting<Ask>[]): Promise<(Answer | DeadlineError)[]> {
    const now = performance.now();
    const inTime = waiting.filter(({ until }) => now < until);
    const asks = inTime.map(({ ask }) => ask);
    const answers = asks.length > 0 ? await withTimeout(deadlineMs, answerTogether(asks)) : [];
    const answerOf = new Map(inTime.map((one, n) => [one, answers[n]]));
    return waiting.map((one) => answerOf.get(one) ?? lateAfter(maxWaitMs));
  }
}

type Waiting<Ask> = { ask: Ask; until: number };
