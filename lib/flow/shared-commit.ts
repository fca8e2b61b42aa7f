import DataLoader from "dataloader";
import { within } from "#lib/deadline.ts";

/** Longer than any statement may take: it is for a connection that has gone silent. */
const DEADLINE_MS = 8_000;

/**
 * Lets requests that arrive while the database is busy with others go together in the next transaction, and answers each
 * after the commit. An idle server adds one turn of the event loop; a busy one pays one commit for many.
 */
export function sharingCommits<Ask, Answer>(
  answerTogether: (asks: readonly Ask[]) => Promise<Answer[]>,
  deadlineMs = DEADLINE_MS,
): (ask: Ask) => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Ask, Answer>(
    (asks) => {
      const answers = within(deadlineMs, answerTogether(asks));
      running = answers.catch(() => {});
      return answers;
    },
    { cache: false, maxBatchSize: 256, batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)) },
  );
  return (ask) => loader.load(ask);
}
