import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";

/** A limit that is exhausted: its name, how many a minute it allows, and in how many seconds to try again. */
export type Exhausted = { limit: "device" | "key" | "token"; quota: number; retryAfterSeconds: number };

const MINUTE_SECONDS = 60;
/** As many counters as made-up plugin keys get together. */
const STRANGERS = 16_384;

/** Plugin keys that were seen in the database. Only they have counters of their own, so that made-up ones fill no memory. */
const known = new Set<string>();

export function rememberKnown(pluginKeys: readonly string[]): void {
  for (const pluginKey of pluginKeys) known.add(pluginKey);
}

export function isKnown(pluginKey: string): boolean {
  return known.has(pluginKey);
}

/** A call that was counted as a stranger's turned out to be a customer's. */
export async function countAsKnown(pluginKey: string, deviceId: string): Promise<void> {
  const { perDevice, perKey } = limits();
  await Promise.all([perDevice.consume(`${pluginKey} ${deviceId}`), perKey.consume(pluginKey)]);
}

/** Never per address: a shop's server calls for many visitors from one. Counts live in this process. */
export async function exhaustedByCall(pluginKey: string, deviceId: string): Promise<Exhausted | null> {
  const { perDevice, perKey } = limits();
  const [key, device] = isKnown(pluginKey)
    ? [pluginKey, `${pluginKey} ${deviceId}`]
    : [strangerOf(pluginKey), strangerOf(pluginKey, deviceId)];
  // Looked at first and counted last: a device over its limit uses up nothing of its shop's, and a shop over its limit
  // opens no more counters for devices.
  return (await perKey.peek(key)) ?? (await perDevice.consume(device)) ?? (await perKey.consume(key));
}

export async function exhaustedByCheck(id: string): Promise<Exhausted | null> {
  return limits().perToken.consume(id);
}

function strangerOf(...names: string[]): string {
  return `stranger ${createHash("sha256").update(names.join(" ")).digest().readUInt32BE() % STRANGERS}`;
}

let limiters: Record<"perDevice" | "perKey" | "perToken", ReturnType<typeof limiter>> | undefined;

function limits() {
  const { devicePerMinute, keyPerMinute, tokenPerMinute } = config().limits;
  limiters ??= {
    perDevice: limiter("device", devicePerMinute),
    perKey: limiter("key", keyPerMinute),
    perToken: limiter("token", tokenPerMinute),
  };
  return limiters;
}

function limiter(limit: Exhausted["limit"], quota: number) {
  const memory = new RateLimiterMemory({ keyPrefix: limit, points: quota, duration: MINUTE_SECONDS });
  const exhausted = ({ msBeforeNext }: RateLimiterRes): Exhausted => ({
    limit,
    quota,
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
  return {
    async peek(name: string): Promise<Exhausted | null> {
      const counted = await memory.get(name);
      return counted !== null && counted.consumedPoints >= quota ? exhausted(counted) : null;
    },
    async consume(name: string): Promise<Exhausted | null> {
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
