import { LRUCache } from "lru-cache";
import { concurrencyLimit } from "#lib/core/concurrency-limit.ts";
import { adminConfig } from "#lib/core/config.ts";
import { sharingCommits } from "./batch.ts";

/** A call may come just after another batch of its organization began to wait: after twice this, it is answered all the same. */
const DEADLINE_MS = 1_900;
/** What a batch needs once the gate is its own. One that got it later would bill calls that were refused already. */
const WORK_MS = 400;
const MAX_WAITING = 1_000;

/**
 * A queue for each organization whose gate was found held, so that its calls wait for it and nobody else's do. At most half of
 * the pool waits for gates at a time: the other half goes on serving everybody else. `waitMs`: how long it may wait.
 */
export function queuesByOrganization<Ask, Answer>(
  answerTogether: (organizationId: string, asks: readonly Ask[], waitMs: number) => Promise<Answer[]>,
): (organizationId: string, ask: Ask) => Promise<Answer> {
  const queues = new LRUCache<string, (ask: Ask) => Promise<Answer>>({ max: MAX_WAITING });
  let waiting: ReturnType<typeof concurrencyLimit> | undefined;
  const queueOf = (organizationId: string) =>
    sharingCommits(async (asks: readonly Ask[]) => {
      waiting ??= concurrencyLimit(Math.max(1, Math.floor(adminConfig().poolSize / 2)), MAX_WAITING);
      const until = performance.now() + DEADLINE_MS - WORK_MS;
      const answers = await waiting(async () => {
        const waitMs = Math.floor(until - performance.now());
        return waitMs > 0 ? answerTogether(organizationId, asks, waitMs) : null;
      });
      if (answers === null) throw new Error("Too many organizations are held");
      return answers;
    }, DEADLINE_MS);
  return (organizationId, ask) => {
    const queue = queues.get(organizationId) ?? queueOf(organizationId);
    queues.set(organizationId, queue);
    return queue(ask);
  };
}

const turns = new LRUCache<string, ReturnType<typeof concurrencyLimit>>({ max: MAX_WAITING });

/**
 * One at a time of each organization. They would wait for each other at its gate anyway, each with a connection of the pool;
 * where somebody else holds the gate for long, this is one connection, not all of them.
 */
export async function inTurn<Result>(organizationId: string, run: () => Promise<Result>): Promise<Result> {
  const turn = turns.get(organizationId) ?? concurrencyLimit(1, MAX_WAITING);
  turns.set(organizationId, turn);
  const done = await turn(async () => ({ result: await run() }));
  if (done === null) throw new Error("Too many wait for one organization");
  return done.result;
}
