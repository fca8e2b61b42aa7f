import { otherMachines } from "./machine-exchange.ts";
import type { Buckets } from "./rate-limiter.ts";
import { exchange } from "./worker-exchange.ts";

/** Buckets that count for several processes. `ask` reads a name at the other machines; `heard` says when it is read. */
export type SharedBuckets = Buckets & { ask(name: string): void };

/**
 * The same buckets, which count for all workers of this machine, or with `REDIS_URL` for all processes of all machines. Processes
 * have different clocks, so one tells the others by how many milliseconds a bucket fills later, or earlier where a token was put
 * back. Redis knows the whole sum, which replaces what is known here; without Redis, the workers add up each other's changes.
 * `perMs`: in which an empty one fills, at most. Nothing that Redis says of a bucket is believed beyond that.
 */
export function sharedBuckets(
  kind: string,
  buckets: Buckets,
  { perMs, machines = otherMachines }: { perMs: number; machines?: typeof otherMachines },
): SharedBuckets {
  const publish = exchange(kind, (name, ms) => {
    const now = performance.now();
    const fullAt = buckets.get(name);
    if (ms > 0) buckets.set(name, Math.max(fullAt ?? now, now) + ms);
    else if (fullAt !== undefined) buckets.set(name, fullAt + ms);
    buckets.deleteFull?.(now);
  });
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
      if (!machines()?.change(kind, name, { addedMs, withinMs: perMs }, receive)) publish?.(name, addedMs);
      buckets.set(name, fullAt);
    },
    deleteFull: (now) => buckets.deleteFull?.(now),
    ask: (name) => void machines()?.change(kind, name, { withinMs: perMs }, receive),
  };
}
