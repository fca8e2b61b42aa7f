import { log } from "#lib/observe/log.ts";
import { withTimeout } from "./with-timeout.ts";

/** A connection that is either here and quick, or away. */
export type Redis = {
  isHere(): boolean;
  /** Runs a script. Rejects after `ms` without an answer, and for every error; Redis is away then, until a new connection answers. */
  run(script: string, keys: string[], args: string[], ms: number): Promise<unknown>;
  close(): void;
};

/** Sets how long a new connection may take until it can run scripts. */
const CONNECT_MS = 2_000;
/** The wait before a new connection doubles each time that one did not last a minute, so that a slow Redis is not asked all the time. */
const RETRY_MS = { first: 1_000, last: 30_000 };
const LASTED_MS = 60_000;
/** So often that neither Redis nor a firewall closes an idle connection. */
const PING_MS = 30_000;

/** Connects to Redis or Valkey, and again after each loss. Logs when it goes and when it comes back, and keeps no process alive. */
export function connectRedis(url: string, retry = RETRY_MS): Redis {
  let here: Client | null = null;
  let [isClosed, isReported, retryMs, since] = [false, false, retry.first, 0];
  void open();
  return {
    isHere: () => here !== null,
    async run(script, keys, args, ms) {
      const client = here;
      if (!client) throw new Error("Redis is away");
      try {
        return await withTimeout(ms, client.eval(script, { keys, arguments: args }));
      } catch (fault) {
        leave(client, fault);
        throw fault;
      }
    },
    close() {
      isClosed = true;
      here?.destroy();
      here = null;
    },
  };

  async function open(): Promise<void> {
    const client = await redisClientOf(url);
    client.on("error", (fault) => leave(client, fault));
    try {
      await withTimeout(CONNECT_MS, client.connect());
    } catch (fault) {
      if (client.isOpen) client.destroy();
      return goneBy(fault);
    }
    if (isClosed) return client.destroy();
    client.unref();
    const pinging = setInterval(() => void client.ping().catch(() => {}), PING_MS).unref();
    client.once("end", () => clearInterval(pinging));
    [here, since] = [client, performance.now()];
    if (isReported) log.info({ event: "redis_back" });
    isReported = false;
  }

  function leave(client: Client, fault: unknown): void {
    if (client !== here) return;
    here = null;
    if (client.isOpen) client.destroy();
    if (performance.now() - since > LASTED_MS) retryMs = retry.first;
    goneBy(fault);
  }

  function goneBy(fault: unknown): void {
    if (isClosed) return;
    if (!isReported) log.warn({ event: "redis_away", code: redisCodeOf(fault) });
    isReported = true;
    setTimeout(open, retryMs).unref();
    retryMs = Math.min(2 * retryMs, retry.last);
  }
}

type Client = Awaited<ReturnType<typeof redisClientOf>>;

/** A client that does not connect again by itself. Only a process with `REDIS_URL` loads its 300 files. */
export async function redisClientOf(url: string) {
  const { createClient } = await import("@redis/client");
  return createClient({
    url,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    disableOfflineQueue: true,
    maintNotifications: "disabled",
  });
}

/** Node's code, or the first word of a Redis error, such as WRONGPASS. Messages may quote the address. */
export function redisCodeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return "UNKNOWN";
  if ("code" in fault) return String(fault.code);
  return /^[A-Z]{2,}(?= )/.exec(fault.message)?.[0] ?? fault.constructor.name;
}
