import { paced } from "#db/paced.ts";
import { batchCalls, gauge } from "#lib/observe/metrics.ts";
import { currentRequest, outsideRequests, type RequestContext } from "#lib/observe/request-context.ts";
import { CallerGoneError, DeadlineError, lateAfter, withTimeout } from "#lib/runtime/with-timeout.ts";

/** Sets how long a batch may run. Its connection may have gone silent; then the next batch goes on without it. */
const DEADLINE_MS = paced(3_000);
/** A request waits so long for its batch to begin. Then its caller hears 503 anyway, so the batch leaves it out. */
const MAX_WAIT_MS = paced(3_000);
const MAX_SIZE = 256;
/**
 * Says how many requests are worth a batch of their own while another one runs: we decide the one while the database
 * works on the other. Of 32 callers, fewer at a time cost both sides more than the overlap gives (`npm run bench`).
 */
const MIN_PARALLEL_BATCH = 16;

const waitingOf = new Map<string, () => number>();
const readWaiting = () => [...waitingOf].map(([batch, read]) => [{ batch }, read()] as const);
gauge("ageway_batch_waiting", "How many requests wait for their batch to begin", readWaiting, ["batch"]);

type Options = {
  /** As the metrics call its batches; by default they are not counted. */
  name?: string;
  deadlineMs?: number;
  maxWaitMs?: number;
  inFlight?: number;
  /** Hears of a batch that did not answer in time. */
  onDeadline?: () => void;
};

/**
 * Collects requests that arrive while a batch runs, and answers all of them together in the next one: many requests share
 * one commit, and each is answered after it. An `Error` among the answers fails its own request alone.
 *
 * A batch begins nothing for a caller who has left or has been answered. Each request waits for one whole turn of the event loop,
 * in which Node reads what its caller sent behind it: a caller who left before we read the request is known to have left.
 */
export function batched<Ask, Answer>(
  answerTogether: (asks: readonly Ask[]) => Promise<(Answer | Error)[]>,
  { name, deadlineMs = DEADLINE_MS, maxWaitMs = MAX_WAIT_MS, inFlight = 1, onDeadline = () => {} }: Options = {},
): (ask: Ask) => Promise<Answer> {
  /** Holds those that came in this turn of the event loop. */
  let coming: Waiting<Ask, Answer>[] = [];
  let waiting: Waiting<Ask, Answer>[] = [];
  let running = 0;
  if (name !== undefined) waitingOf.set(name, () => waiting.length);

  return (ask) =>
    new Promise((resolve, reject) => {
      const request = currentRequest();
      const until = Math.min(performance.now() + maxWaitMs, request?.answeredBy ?? Number.POSITIVE_INFINITY);
      coming.push({ ask, until, resolve, reject, request });
      if (coming.length === 1) setImmediate(outsideRequests, endTurn);
    });

  function endTurn(): void {
    const came = coming;
    coming = [];
    setImmediate(enter, came);
  }

  function enter(came: Waiting<Ask, Answer>[]): void {
    waiting.push(...came);
    const begins = running === 0 || (running < inFlight && waiting.length >= MIN_PARALLEL_BATCH);
    if (!begins) return;
    running += 1;
    runNext();
  }

  function runNext(): void {
    const batch = nextBatch();
    if (batch.length === 0) {
      running -= 1;
      return;
    }
    if (name !== undefined) batchCalls.observe({ batch: name }, batch.length);
    withTimeout(deadlineMs, answerTogether(batch.map(({ ask }) => ask))).then(
      (answers) => {
        // The next batch leaves before the answers of this one are written.
        runNext();
        for (const [n, { resolve, reject }] of batch.entries()) {
          const answer = answers[n] as Answer | Error;
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        }
      },
      (fault: unknown) => {
        if (fault instanceof DeadlineError) onDeadline();
        runNext();
        for (const { reject } of batch) reject(fault);
      },
    );
  }

  /** The oldest requests that are still in time and whose callers are there. */
  function nextBatch(): Waiting<Ask, Answer>[] {
    for (;;) {
      const next = waiting.slice(0, MAX_SIZE);
      waiting = waiting.slice(MAX_SIZE);
      const now = performance.now();
      const awaited = next.filter(({ until, request, reject }) => {
        const isGone = request?.connection?.writable === false;
        if (isGone) reject(new CallerGoneError());
        else if (now >= until) reject(lateAfter(maxWaitMs));
        else return true;
        return false;
      });
      if (awaited.length > 0 || waiting.length === 0) return awaited;
    }
  }
}

type Waiting<Ask, Answer> = {
  ask: Ask;
  until: number;
  resolve: (answer: Answer) => void;
  reject: (fault: unknown) => void;
  request: RequestContext | undefined;
};
