import { LRUCache } from "lru-cache";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";

/** A limit that is exhausted: its name, how many a minute it allows, and in how many seconds to try again. */
export type Exhausted = { limit: "device" | "key" | "token"; quota: number; retryAfterSeconds: number };

const MINUTE_SECONDS = 60;
/** As many counters as strangers get together: the oldest makes room, so that made-up plugin keys fill no memory. */
const MOST_STRANGERS = 16_384;

/** Plugin keys that were seen in the database. Whoever comes with another is a stranger. */
const known = new Set<string>();

export function rememberKnown(pluginKeys: readonly string[]): void {
  for (const pluginKey of pluginKeys) known.add(pluginKey);
}

export function isKnown(pluginKey: string): boolean {
  return known.has(pluginKey);
}

/** A call that was counted as a stranger's turned out to be a customer's. */
export async function countAsKnown(pluginKey: string, deviceId: string): Promise<void> {
  const { perDevice, perKey } = limits().customers;
  await Promise.all([perDevice.consume(`${pluginKey} ${deviceId}`), perKey.consume(pluginKey)]);
}

/** Never per address: a shop's server calls for many visitors from one. Counts live in this process. */
export async function exhaustedByCall(pluginKey: string, deviceId: string): Promise<Exhausted | null> {
  const { perDevice, perKey } = isKnown(pluginKey) ? limits().customers : limits().strangers;
  // Looked at first and counted last: a device over its limit uses up nothing of its shop's, and a shop over its limit
  // opens no more counters for devices.
  return (
    (await perKey.peek(pluginKey)) ??
    (await perDevice.consume(`${pluginKey} ${deviceId}`)) ??
    (await perKey.consume(pluginKey))
  );
}

export async function exhaustedByCheck(id: string): Promise<Exhausted | null> {
  return limits().perToken.consume(id);
}

let limiters: ReturnType<typeof openLimiters> | undefined;

function limits() {
  limiters ??= openLimiters(config().limits);
  return limiters;
}

function openLimiters({ devicePerMinute, keyPerMinute, tokenPerMinute }: ReturnType<typeof config>["limits"]) {
  return {
    customers: { perDevice: limiter("device", devicePerMinute), perKey: limiter("key", keyPerMinute) },
    strangers: { perDevice: strangerLimiter("device", devicePerMinute), perKey: strangerLimiter("key", keyPerMinute) },
    perToken: limiter("token", tokenPerMinute),
  };
}

/** `peek` looks, `consume` counts; both say what is exhausted, or `null`. */
type Limiter = Record<"peek" | "consume", (name: string) => Promise<Exhausted | null>>;

function limiter(limit: Exhausted["limit"], quota: number): Limiter {
  const memory = new RateLimiterMemory({ keyPrefix: limit, points: quota, duration: MINUTE_SECONDS });
  const exhausted = ({ msBeforeNext }: RateLimiterRes) => exhaustedFor(limit, quota, msBeforeNext);
  return {
    async peek(name) {
      const counted = await memory.get(name);
      return counted !== null && counted.consumedPoints >= quota ? exhausted(counted) : null;
    },
    async consume(name) {
      try {
        await memory.consume(name);
        return null;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return exhausted(refusal);
      }
    },
  };
}

function strangerLimiter(limit: Exhausted["limit"], quota: number): Limiter {
  const counts = new LRUCache<string, number>({ max: MOST_STRANGERS, ttl: MINUTE_SECONDS * 1000 });
  const stateOf = (name: string, count: number) =>
    count > quota ? exhaustedFor(limit, quota, counts.getRemainingTTL(name)) : null;
  return {
    peek: async (name) => stateOf(name, (counts.get(name) ?? 0) + 1),
    async consume(name) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count, { noUpdateTTL: true });
      return stateOf(name, count);
    },
  };
}

function exhaustedFor(limit: Exhausted["limit"], quota: number, ms: number): Exhausted {
  return { limit, quota, retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) };
}
