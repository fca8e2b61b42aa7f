import { LRUCache } from "lru-cache";
import { concurrencyLimit } from "#lib/base/concurrency-limit.ts";

const MAX_WAITING = 1_000;
const turns = new LRUCache<string, ReturnType<typeof concurrencyLimit>>({ max: MAX_WAITING });

/**
 * Runs one piece of work at a time for each organization. All of them need its lock, so they would wait for each other
 * anyway, each with a connection of the pool. This way an organization that is locked for long costs one connection.
 */
export async function inTurn<Result>(organizationId: string, run: () => Promise<Result>): Promise<Result> {
  const turn = turns.get(organizationId) ?? concurrencyLimit(1, MAX_WAITING);
  turns.set(organizationId, turn);
  const done = await turn(async () => ({ result: await run() }));
  if (done === null) throw new Error("Too many wait for one organization");
  return done.result;
}
