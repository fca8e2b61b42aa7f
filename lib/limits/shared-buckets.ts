import { otherMachines } from "./machine-exchange.ts";
import type { Buckets } from "./rate-limiter.ts";

/** Buckets that count for several processes. `ask` reads a name at the other machines; `heard` says when it is read. */
export type SharedBuckets = Buckets & { ask(name: string): void };

/**
 * Gives buckets that count for all processes with `REDIS_URL`, and for this one alone without. Processes have different clocks, so
 * each tells by how many milliseconds a bucket fills later, or earlier where a token was put back. Redis knows the whole sum,
 * which replaces what is known here. `perMs`: in which an empty one fills, at most. No answer of Redis counts beyond that.
 */
export function sharedBuckets(
  kind: string,
  buckets: Buckets,
  { perMs, machines = otherMachines }: { perMs: number; machines?: typeof otherMachines },
): SharedBuckets {
  const receive = (name: string, leftMs: number) => {
    const now = performance.now();
    // A name that nobody has taken from makes no entry, so that strangers cannot make any.
    if (leftMs > 0 || buckets.get(name) !== undefined) buckets.set(name, now + Math.max(0, leftMs));
    buckets.deleteFull?.(now);
  };
  return {
    get: (name) => buckets.get(name),
    set(name, fullAt) {
      const [before, now] = [buckets.get(name), performance.now()];
      const addedMs = fullAt - (before !== undefined && (before > now || fullAt < before) ? before : now);
      machines()?.change(kind, name, { addedMs, withinMs: perMs }, receive);
      buckets.set(name, fullAt);
    },
    deleteFull: (now) => buckets.deleteFull?.(now),
    ask: (name) => void machines()?.change(kind, name, { withinMs: perMs }, receive),
  };
}
