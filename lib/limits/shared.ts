import { LRUCache } from "lru-cache";
import type { Buckets } from "./rate-limiter.ts";

/** Hears in how many milliseconds the bucket of a name is full, or its mark ends, for all processes. */
export type Receive = (name: string, leftMs: number) => void;

/** Tells what this process let pass, and hears what all processes did. */
export type Machines = {
  /** Reads or changes a name, and hears of it. False: the others are away, or have too much to do. */
  change(
    kind: string,
    name: string,
    by: { addedMs?: number; atLeastMs?: number; withinMs: number },
    receive: Receive,
  ): boolean;
  /**
   * Waits until what was asked so far is answered; 50 ms at most. `isPatient`: until it is answered or the others are
   * away. `null`: there is nothing to wait for. Never rejects.
   */
  heard(isPatient?: boolean): Promise<void> | null;
};

const NAME = Symbol.for("ageway.machines");
/** The place of this process: one, although the production entry and Next's build each contain this module. */
const place = globalThis as { [NAME]?: Machines };

/** Joins the other processes, once. Before, this one counts for itself. */
export function countTogether(join: () => Machines): void {
  place[NAME] ??= join();
}

function otherMachines(): Machines | null {
  return place[NAME] ?? null;
}

/**
 * Waits until the other processes have said what they know of every name that this process asked for; see `Machines`.
 */
export function heardOfMachines(isPatient = false): Promise<void> | null {
  return otherMachines()?.heard(isPatient) ?? null;
}

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

/**
 * Keeps names that were marked in the last `ttlMs`, and of them the latest `max`. With `REDIS_URL` a mark counts for the other
 * processes, too, where they `ask`.
 */
export function sharedMarks(kind: string, { max, ttlMs }: { max: number; ttlMs: number }, machines = otherMachines) {
  /** Says when the others heard of a mark that was set here. */
  const marks = new LRUCache<string, number>({ max, ttl: ttlMs });
  const receive = (name: string, leftMs: number) => {
    if (leftMs > 0 && !marks.has(name)) marks.set(name, performance.now(), { ttl: leftMs });
  };
  return {
    has: (name: string) => marks.has(name),
    ask(name: string): void {
      machines()?.change(kind, name, { withinMs: ttlMs }, receive);
    },
    /** A mark that is set again lasts as long as a new one. The others hear of that once in half of this time. */
    add(name: string, now = performance.now()): void {
      const publishedAt = marks.get(name);
      const isDue = publishedAt === undefined || now - publishedAt > ttlMs / 2;
      marks.set(name, isDue ? now : publishedAt);
      if (!isDue) return;
      machines()?.change(kind, name, { atLeastMs: ttlMs, withinMs: ttlMs }, receive);
    },
  };
}
