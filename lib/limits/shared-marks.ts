import { LRUCache } from "lru-cache";
import { otherMachines } from "./machine-exchange.ts";

/**
 * Keeps names that were marked in the last `ttlMs`, and of them the latest `max`. With `REDIS_URL` a mark counts for the other
 * processes, too, where they `ask`.
 */
export function sharedMarks(kind: string, { max, ttlMs }: { max: number; ttlMs: number }, machines = otherMachines) {
  /** When the others heard of a mark that was set here. */
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
