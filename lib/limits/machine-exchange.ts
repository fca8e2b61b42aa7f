import { limitDigest } from "#lib/crypto/digest.ts";
import { gauge } from "#lib/observe/metrics.ts";
import { config } from "#lib/runtime/config.ts";
import { connectRedis, type Redis } from "#lib/runtime/redis.ts";
import { countTogether, type Machines, type Receive } from "./shared.ts";

/**
 * Holds what becomes of a name: `addedMs` later, but no earlier than `atLeastMs` from now, and no later than twice
 * `withinMs`: processes that have not heard of each other may have taken more than one bucket. With zeros it is only
 * read.
 */
type Change = { kind: string; name: string; atLeastMs: number; addedMs: number; withinMs: number } & {
  /** The production entry and Next's build each keep buckets of their own, and each hears. */
  hear: Set<Receive>;
};

/**
 * Keeps for each key the microsecond at which its bucket is full, by the clock of Redis. The key expires in that
 * moment. Answers in how many microseconds that is.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local left = {}
for n, key in ipairs(KEYS) do
  local atLeast, added, within = tonumber(ARGV[3 * n - 2]), tonumber(ARGV[3 * n - 1]), tonumber(ARGV[3 * n])
  local known = tonumber(redis.call('GET', key)) or 0
  local full = math.min(math.max(known, now + atLeast) + added, now + 2 * within)
  if atLeast == 0 and added == 0 and full >= known then
  elseif full > now then
    redis.call('SET', key, string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
  else
    redis.call('DEL', key)
  end
  left[n] = full - now
end
return left`;

/** Begins every key. */
const PREFIX = "ageway:limit:";

/**
 * Counts names of nobody, as a server counts those of its callers, for the doctor: a mark, a call, and one that is put back. They
 * are gone after a second. Rejects where Redis does not let us.
 */
export async function countForTrial(run: (script: string, keys: string[], args: string[]) => Promise<unknown>) {
  const [second, back] = [microseconds(1_000), microseconds(-1_000)];
  const keys = ["mark", "call", "back"].map((name) => `${PREFIX}doctor-${name}`);
  await run(SCRIPT, keys, [second, "0", second, "0", second, second, "0", back, second]);
}

/** From the first name of a batch to its answer. No call waits longer, and none at all until an answer was quicker again. */
const MAX_WAIT_MS = 50;
/** Says after how long without an answer Redis is away. */
const AWAY_AFTER_MS = 1_000;
/** Names in a batch. What exceeds it counts in this process alone. */
const MAX_NAMES = 2_000;

/**
 * Tells Redis what this process let pass, and hears what all processes did. The names of one turn of the event loop are one
 * script; while it runs, the next ones collect. So a call waits for nothing that it does not ask for with `heard`.
 */
export function machineExchange(redis: Redis, maxWaitMs = MAX_WAIT_MS): Machines {
  let waiting = batchOf();
  let sent: Batch | null = null;
  let isSlow = false;

  return {
    change(kind, name, { addedMs = 0, atLeastMs = 0, withinMs }, receive) {
      const id = `${kind} ${name}`;
      const known = waiting.changes.get(id);
      if (!redis.isHere() || (!known && waiting.changes.size === MAX_NAMES)) return false;
      if (waiting.changes.size === 0) begin();
      if (!known) {
        waiting.changes.set(id, { kind, name, addedMs, atLeastMs, withinMs, hear: new Set([receive]) });
        return true;
      }
      known.addedMs += addedMs;
      known.atLeastMs = Math.max(known.atLeastMs, atLeastMs);
      known.hear.add(receive);
      return true;
    },
    heard(isPatient = false) {
      const latest = waiting.changes.size > 0 ? waiting : sent;
      if (latest && isPatient) return latest.over.promise;
      return latest && !isSlow ? latest.done.promise : null;
    },
  };

  function begin(): void {
    const batch = waiting;
    // An answer that arrives while this process is busy is in time: it is read before `setImmediate`.
    batch.timer = setTimeout(() => setImmediate(giveUp, batch), maxWaitMs);
    if (sent === null) setImmediate(send);
  }

  function giveUp(batch: Batch): void {
    if (batch.isOver) return;
    isSlow = true;
    batch.done.resolve();
  }

  function end(batch: Batch): void {
    batch.isOver = true;
    clearTimeout(batch.timer);
    batch.done.resolve();
    batch.over.resolve();
  }

  async function send(): Promise<void> {
    const batch = waiting;
    [sent, waiting] = [batch, batchOf()];
    const changes = [...batch.changes.values()];
    try {
      const keys = changes.map(({ kind, name }) => PREFIX + limitDigest(kind, name));
      const args = changes.flatMap(({ atLeastMs, addedMs, withinMs }) =>
        [atLeastMs, addedMs, withinMs].map(microseconds),
      );
      const sentAt = performance.now();
      const left = (await redis.run(SCRIPT, keys, args, AWAY_AFTER_MS)) as number[];
      isSlow = performance.now() - sentAt > maxWaitMs;
      for (const [n, change] of changes.entries()) tell(change, (left[n] ?? 0) / 1_000);
    } catch {
      // Redis is away. This process counts for itself, so what was not sent is not worth sending later.
      end(waiting);
      waiting = batchOf();
    }
    sent = null;
    end(batch);
    if (waiting.changes.size > 0) void send();
  }

  /** Adds what this process changed after it sent the batch, which is not in the answer. */
  function tell({ kind, name, withinMs, hear }: Change, leftMs: number): void {
    // Our script answers no such time. What this process counted by itself stands.
    if (!(leftMs <= 2 * withinMs + 1)) return;
    const unsent = waiting.changes.get(`${kind} ${name}`);
    const fullInMs = Math.max(leftMs, unsent?.atLeastMs ?? 0) + (unsent?.addedMs ?? 0);
    for (const receive of hear) receive(name, fullInMs);
  }
}

type Batch = {
  changes: Map<string, Change>;
  timer?: NodeJS.Timeout;
  isOver: boolean;
  /** No call waits for it any more. */
  done: PromiseWithResolvers<void>;
  /** It is answered, or never will be. */
  over: PromiseWithResolvers<void>;
};

function batchOf(): Batch {
  return { changes: new Map(), isOver: false, done: Promise.withResolvers(), over: Promise.withResolvers() };
}

function microseconds(ms: number): string {
  return String(Math.round(ms * 1_000));
}

/** Joins the other processes at a start: with `REDIS_URL`, the limits count for all of them together. */
export function joinMachines(): void {
  const { redisUrl } = config();
  if (redisUrl !== null) countTogether(() => machineExchange(watched(connectRedis(redisUrl))));
}

function watched(redis: Redis): Redis {
  gauge("ageway_redis_away", "1: Redis is away, so this process counts its limits for itself", () => [
    [{}, redis.isHere() ? 0 : 1],
  ]);
  return redis;
}
