import type { Config } from "#lib/core/config.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { type Found, ok, warn, wrong } from "./finding.ts";

const CONNECT_MS = 2_000;
const MIN_VERSION = 7;

/** Connects, signs in, and asks for the version. */
export async function checkRedis({ redisUrl }: Pick<Config, "redisUrl">): Promise<Found[]> {
  if (redisUrl === null) return [ok("No Redis: each machine counts its limits for itself")];
  const { createClient } = await import("@redis/client");
  const client = createClient({
    url: redisUrl,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    disableOfflineQueue: true,
    maintNotifications: "disabled",
  });
  client.on("error", () => {});
  try {
    // One that stands still accepts the connection, and answers nothing.
    await withTimeout(CONNECT_MS, client.connect());
    const facts = await withTimeout(CONNECT_MS, client.info("server"));
    const version = /(?:valkey|redis)_version:(\d+[\d.]*)/.exec(facts)?.[1] ?? "unknown";
    return [
      Number.parseInt(version, 10) >= MIN_VERSION
        ? ok(`Redis ${version} answers`)
        : warn(`Redis ${version} is older than 7.0`, "Move to Redis 7.0 or newer, or Valkey."),
    ];
  } catch (fault) {
    const code = codeOf(fault);
    return [
      wrong(
        `Redis does not let us work (${code})`,
        ADVICE[code] ?? "Does it run, and does REDIS_URL lead to it? Until then each machine counts for itself.",
      ),
    ];
  } finally {
    if (client.isOpen) client.destroy();
  }
}

const ADVICE: Record<string, string> = {
  WRONGPASS: "The user or the password in REDIS_URL is wrong.",
  NOAUTH: "Redis wants a password: redis://:password@host:6379.",
};

/** Node's code, or the first word of a Redis error. */
function codeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return "UNKNOWN";
  if ("code" in fault) return String(fault.code);
  return /^[A-Z]{2,}(?= )/.exec(fault.message)?.[0] ?? fault.constructor.name;
}
