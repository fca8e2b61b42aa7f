import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { config } from "#lib/config.ts";

/** A limit that is exhausted: its name, how many a minute it allows, and in how many seconds to try again. */
export type Exhausted = { limit: "device" | "key" | "token"; quota: number; retryAfterSeconds: number };

const MINUTE_SECONDS = 60;

type Limiter = (name: string) => Promise<Exhausted | null>;

let limiters: { perDevice: Limiter; perKey: Limiter; perToken: Limiter } | undefined;

/** Never per address: a shop's server calls for many visitors from one. Counts live in this process. */
export async function exhaustedByCall(pluginKey: string, deviceId: string): Promise<Exhausted | null> {
  const { perDevice, perKey } = limits();
  return (await perDevice(`${pluginKey} ${deviceId}`)) ?? (await perKey(pluginKey));
}

export async function exhaustedByCheck(token: string): Promise<Exhausted | null> {
  return limits().perToken(token);
}

function limits() {
  const { devicePerMinute, keyPerMinute, tokenPerMinute } = config().limits;
  limiters ??= {
    perDevice: limiter("device", devicePerMinute),
    perKey: limiter("key", keyPerMinute),
    perToken: limiter("token", tokenPerMinute),
  };
  return limiters;
}

function limiter(limit: Exhausted["limit"], quota: number): Limiter {
  const memory = new RateLimiterMemory({ keyPrefix: limit, points: quota, duration: MINUTE_SECONDS });
  return async (name) => {
    try {
      await memory.consume(name);
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { limit, quota, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
    }
  };
}
