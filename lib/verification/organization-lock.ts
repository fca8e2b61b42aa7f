import { paced } from "#db/paced.ts";
import { concurrencyLimit } from "#lib/base/concurrency-limit.ts";
import { poolsOfProcess } from "#lib/runtime/database.ts";
import { batched } from "./batch.ts";

/** A call may come just after another batch of its organization began to wait. It is answered within twice this time. */
const DEADLINE_MS = paced(1_900);
/** A batch needs so long once it has the lock. One that got the lock later would bill calls that were refused already. */
const WORK_MS = paced(400);
const MAX_WAITING = 1_000;
/** As many as there are connections for calls that wait. */
const MAX_RUNNING = 2;

/**
 * A queue for each organization that another transaction has locked, so that only its own calls wait for the lock. Only a few
 * connections wait for locks at a time; the others serve the other organizations. `waitMs`: how long `answerTogether` may wait
 * for the lock.
 */
export function queuesByOrganization<Ask, Answer>(
  answerTogether: (organizationId: string, asks: readonly Ask[], waitMs: number) => Promise<(Answer | Error)[]>,
) {
  /** Holds those in which somebody waits. */
  const queues = new Map<string, { ask: (ask: Ask) => Promise<Answer>; waiting: number }>();
  let running: ReturnType<typeof concurrencyLimit> | undefined;
  const queueOf = (organizationId: string) =>
    batched(
      async (asks: readonly Ask[]) => {
        running ??= concurrencyLimit(
          Math.max(1, Math.min(MAX_RUNNING, Math.floor(poolsOfProcess().general / 2))),
          MAX_WAITING,
        );
        const until = performance.now() + DEADLINE_MS - WORK_MS;
        const answers = await running(async () => {
          const waitMs = Math.floor(until - performance.now());
          return waitMs > 0 ? answerTogether(organizationId, asks, waitMs) : null;
        });
        if (answers === null) throw new Error("Too many organizations are locked");
        return answers;
      },
      { deadlineMs: DEADLINE_MS },
    );
  return {
    hasWaiting: (organizationId: string) => queues.has(organizationId),
    async ask(organizationId: string, ask: Ask): Promise<Answer> {
      const queue = queues.get(organizationId) ?? { ask: queueOf(organizationId), waiting: 0 };
      queues.set(organizationId, queue);
      queue.waiting += 1;
      try {
        return await queue.ask(ask);
      } finally {
        queue.waiting -= 1;
        if (queue.waiting === 0) queues.delete(organizationId);
      }
    },
  };
}
