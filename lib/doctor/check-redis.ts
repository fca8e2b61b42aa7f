import { countForTrial } from "#lib/limits/machine-exchange.ts";
import type { Config } from "#lib/runtime/read-config.ts";
import { redisClientOf, redisCodeOf } from "#lib/runtime/redis.ts";
import { withTimeout } from "#lib/runtime/with-timeout.ts";
import { certificateAdvice } from "./certificate-advice.ts";
import { type Found, ok, wrong } from "./finding.ts";

const ANSWER_MS = 2_000;

/** Connects, signs in, and counts as a server does: with its script, under its keys. */
export async function checkRedis({ redisUrl }: Pick<Config, "redisUrl">): Promise<Found[]> {
  if (redisUrl === null) return [ok("No Redis: each process counts its limits for itself")];
  const client = await redisClientOf(redisUrl);
  client.on("error", () => {});
  try {
    // One that stands still accepts the connection, and answers nothing.
    await withTimeout(ANSWER_MS, client.connect());
    await withTimeout(
      ANSWER_MS,
      countForTrial((script, keys, args) => client.eval(script, { keys, arguments: args })),
    );
    await withTimeout(ANSWER_MS, client.ping());
    return [ok("Redis counts the limits of all machines")];
  } catch (fault) {
    const code = codeOf(fault);
    return [
      wrong(
        `Redis does not let us work (${code})`,
        `${certificateAdvice(code) ?? ADVICE[code] ?? "Does it run, and does REDIS_URL lead to it?"} Until then each process counts for itself.`,
      ),
    ];
  } finally {
    if (client.isOpen) client.destroy();
  }
}

/** Reads words, too: Redis has no code for what a script may not do, or where it knows none. */
function codeOf(fault: unknown): string {
  const code = redisCodeOf(fault);
  if (code !== "ERR" || !(fault instanceof Error)) return code;
  if (/can't (?:run|access)/.test(fault.message)) return "NOPERM";
  return /unknown command/i.test(fault.message) ? "NO_EVAL" : code;
}

const CLUSTER =
  "REDIS_URL leads to a cluster, in which our keys lie on several servers. Use a Redis that is none (scale.md).";
const ADVICE: Record<string, string> = {
  WRONGPASS: "The user or the password in REDIS_URL is wrong.",
  NOAUTH: "Redis wants a password: redis://:password@host:6379.",
  NOPERM: "The user in REDIS_URL may not run our script: give it the rights that scale.md names.",
  READONLY: "REDIS_URL leads to a replica: lead it to the primary.",
  CROSSSLOT: CLUSTER,
  MOVED: CLUSTER,
  NO_EVAL: "What answers runs no scripts, as a Sentinel does not: lead REDIS_URL to the Redis itself.",
};
