import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { machineExchange } from "#lib/limits/machine-exchange.ts";
import { returnToken, sweptBuckets, takeToken, waitForToken } from "#lib/limits/rate-limiter.ts";
import { type SharedBuckets, sharedBuckets, sharedMarks } from "#lib/limits/shared.ts";
import { log } from "#lib/observe/log.ts";
import { connectRedis, type Redis } from "#lib/runtime/redis.ts";
import { startTrap } from "#tests/support/https.ts";
import { startRedis } from "#tests/support/redis.ts";

/** So slow that nothing comes back while a test runs. */
const RATE = { quota: 5, perMs: 3_600_000 };

let server: Awaited<ReturnType<typeof startRedis>>;
let open: Redis[];
let logged: string[];

beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.remove());
beforeEach(() => {
  open = [];
  logged = [];
  const note = (event: unknown) => void logged.push(JSON.stringify(event));
  vi.spyOn(log, "warn").mockImplementation(note);
  vi.spyOn(log, "info").mockImplementation(note);
});
afterEach(() => {
  for (const redis of open) redis.close();
});

/** What another machine has: a connection, an exchange and buckets of its own. */
async function machine({ url = server.url, maxWaitMs = 5_000 } = {}) {
  const redis = connectRedis(url, { first: 50, last: 200 });
  open.push(redis);
  // A busy machine that runs tests may need more than 50 ms for an answer.
  const exchange = machineExchange(redis, maxWaitMs);
  const buckets = sharedBuckets("test", sweptBuckets(), { perMs: RATE.perMs, machines: () => exchange });
  const marks = sharedMarks("mark", { max: 10, ttlMs: 60_000 }, () => exchange);
  const isHere = (expected: boolean) => expect.poll(() => redis.isHere()).toBe(expected);
  return { redis, exchange, buckets, marks, isHere };
}

async function machines(count: number) {
  const all = await Promise.all(Array.from({ length: count }, () => machine()));
  for (const { isHere } of all) await isHere(true);
  return all;
}

type Machine = Awaited<ReturnType<typeof machine>>;

function take(buckets: SharedBuckets, name: string, times: number, rate = RATE): number {
  return Array.from({ length: times }, () => takeToken(buckets, name, rate, performance.now())).filter(
    (wait) => wait === null,
  ).length;
}

async function hear({ buckets, exchange }: Machine, name: string): Promise<void> {
  buckets.ask(name);
  await exchange.heard();
}

let names = 0;
const newName = () => `name-${++names}`;

test("what one machine takes is missing at the other, and what it puts back is there", async () => {
  const [one, other] = (await machines(2)) as [Machine, Machine];
  const name = newName();
  expect(take(one.buckets, name, 3)).toBe(3);
  await one.exchange.heard();
  await hear(other, name);
  expect(take(other.buckets, name, 5)).toBe(2);
  returnToken(other.buckets, name, RATE);
  await other.exchange.heard();
  await hear(one, name);
  expect(take(one.buckets, name, 5)).toBe(1);
});

test("two parts of a machine that ask of a name in one moment both hear, and what both take counts", async () => {
  const [one, other] = (await machines(2)) as [Machine, Machine];
  const part = sharedBuckets("test", sweptBuckets(), { perMs: RATE.perMs, machines: () => one.exchange });
  const name = newName();
  expect(take(other.buckets, name, 2)).toBe(2);
  await other.exchange.heard();
  part.ask(name);
  await hear(one, name);
  expect([take(one.buckets, name, 1), take(part, name, 1)]).toEqual([1, 1]);
  await one.exchange.heard();
  await hear(other, name);
  expect(take(other.buckets, name, 5)).toBe(1);
  expect([take(one.buckets, name, 5), take(part, name, 5)]).toEqual([1, 1]);
});

test("what two machines take in one moment is paid back by waiting longer", async () => {
  const [one, other] = (await machines(2)) as [Machine, Machine];
  const name = newName();
  expect(take(one.buckets, name, 5) + take(other.buckets, name, 5)).toBe(10);
  await Promise.all([one.exchange.heard(), other.exchange.heard()]);
  await Promise.all([hear(one, name), hear(other, name)]);
  for (const { buckets } of [one, other]) {
    const wait = waitForToken(buckets, name, RATE, performance.now()) ?? 0;
    expect(Math.round((wait / RATE.perMs) * RATE.quota)).toBe(6);
  }
});

test("machines that hear of each other between their calls let pass what one machine would", async () => {
  const all = await machines(3);
  const steps = fc.array(fc.tuple(fc.nat(2), fc.boolean()), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(steps, async (calls) => {
      const [name, single] = [newName(), sweptBuckets()];
      for (const [n, isReturn] of calls) {
        const here = all[n] as Machine;
        await hear(here, name);
        if (isReturn) {
          returnToken(here.buckets, name, RATE);
          returnToken(single, name, RATE);
        } else {
          const [passed, expected] = [here.buckets, single].map((at) => takeToken(at, name, RATE, performance.now()));
          expect(passed === null).toBe(expected === null);
        }
        await here.exchange.heard();
      }
    }),
    { numRuns: 30 },
  );
});

test("what is taken while a batch is under way is missing when its answer comes", async () => {
  const [one] = (await machines(1)) as [Machine];
  const name = newName();
  expect(take(one.buckets, name, 1)).toBe(1);
  const first = one.exchange.heard();
  await new Promise((sent) => setImmediate(sent));
  expect(take(one.buckets, name, 1)).toBe(1);
  await first;
  expect(take(one.buckets, name, 5)).toBe(3);
  await one.exchange.heard();
  await hear(one, name);
  expect(take(one.buckets, name, 5)).toBe(0);
});

test("a mark is known to a machine that asks for it", async () => {
  const [one, other] = (await machines(2)) as [Machine, Machine];
  const name = newName();
  other.marks.ask(name);
  await other.exchange.heard();
  expect(other.marks.has(name)).toBe(false);
  one.marks.add(name);
  await one.exchange.heard();
  other.marks.ask(name);
  await other.exchange.heard();
  expect(other.marks.has(name)).toBe(true);
});

test("names that were only asked for leave nothing, here or in Redis", async () => {
  const [one] = (await machines(1)) as [Machine];
  const [name, before] = [newName(), (await server.keys()).size];
  const local = new Map<string, number>();
  sharedBuckets("test", local, { perMs: RATE.perMs, machines: () => one.exchange }).ask(name);
  await one.exchange.heard();
  expect(local.size).toBe(0);
  expect((await server.keys()).size).toBe(before);
});

test("what Redis says of a time that no bucket reaches is not believed, and is put right there", async () => {
  const [one, other] = (await machines(2)) as [Machine, Machine];
  const [name, before] = [newName(), await server.keys()];
  take(one.buckets, name, 2);
  await one.exchange.heard();
  const [key = ""] = [...(await server.keys()).keys()].filter((known) => !before.has(known));
  const forge = (seconds: number) =>
    one.redis.run(
      "return redis.call('SET', KEYS[1], redis.call('TIME')[1] + ARGV[1] .. '000000')",
      [key],
      [String(seconds)],
      5_000,
    );
  // An empty bucket is full again within an hour. Other machines may have emptied it, too, so that two hours are believed.
  await forge(285 * 366 * 86_400);
  await hear(other, name);
  expect(waitForToken(other.buckets, name, RATE, performance.now())).toBeLessThanOrEqual(
    RATE.perMs + RATE.perMs / RATE.quota,
  );
  const kept = (await server.keys()).get(key) ?? Number.POSITIVE_INFINITY;
  expect(kept).toBeGreaterThan(RATE.perMs);
  expect(kept).toBeLessThanOrEqual(2 * RATE.perMs);
});

test("an answer that is further away than any bucket leaves what this machine counted", async () => {
  const [one] = (await machines(1)) as [Machine];
  const lying = machineExchange({ ...one.redis, run: async (_, keys) => keys.map(() => 9e15) }, 5_000);
  const buckets = sharedBuckets("test", sweptBuckets(), { perMs: RATE.perMs, machines: () => lying });
  const name = newName();
  expect(take(buckets, name, 2)).toBe(2);
  buckets.ask(name);
  await lying.heard();
  expect(take(buckets, name, 5)).toBe(3);
});

test("Redis holds digests, and each of them until its bucket is full", async () => {
  const [one] = (await machines(1)) as [Machine];
  const name = "device@shop.example 192.0.2.1";
  const before = new Set((await server.keys()).keys());
  take(one.buckets, name, 1);
  await one.exchange.heard();
  const made = [...(await server.keys())].filter(([key]) => !before.has(key));
  expect(made).toEqual([[expect.stringMatching(/^ageway:limit:[\w-]{22}$/), expect.any(Number)]]);
  const [, expiresInMs = 0] = made[0] ?? [];
  expect(expiresInMs).toBeGreaterThan(0);
  expect(expiresInMs).toBeLessThanOrEqual(RATE.perMs / RATE.quota);
  const short = newName();
  take(one.buckets, short, 1, { quota: 1, perMs: 100 });
  await one.exchange.heard();
  await expect.poll(async () => [...(await server.keys()).keys()].filter((key) => !before.has(key)).length).toBe(1);
});

test("without Redis a machine counts for itself and waits for nothing; one line says that it went, one that it is back", async () => {
  const one = await machine();
  await one.isHere(true);
  const name = newName();
  expect(take(one.buckets, name, 2)).toBe(2);
  await one.exchange.heard();
  await server.kill();
  await one.isHere(false);
  expect(take(one.buckets, name, 5)).toBe(3);
  expect(one.exchange.heard()).toBeNull();
  const trap = await startTrap("127.0.0.1", server.port);
  await expect.poll(() => trap?.connections()).toBeGreaterThan(1);
  trap?.close();
  await server.restart();
  await one.isHere(true);
  expect(logged.map((line) => JSON.parse(line).event)).toEqual(["redis_away", "redis_back"]);
  const fresh = newName();
  take(one.buckets, fresh, 1);
  await one.exchange.heard();
  const [other] = (await machines(1)) as [Machine];
  await hear(other, fresh);
  expect(take(other.buckets, fresh, 5)).toBe(4);
});

test("a Redis that stands still keeps one call waiting for a moment, and is left; when it answers again it is used again", async () => {
  const one = await machine({ maxWaitMs: 50 });
  await one.isHere(true);
  const name = newName();
  server.freeze();
  try {
    expect(take(one.buckets, name, 2)).toBe(2);
    await one.exchange.heard();
    expect(one.redis.isHere()).toBe(true);
    one.buckets.ask(name);
    expect(one.exchange.heard()).toBeNull();
    await one.exchange.heard(true);
    expect(one.redis.isHere()).toBe(false);
    expect(take(one.buckets, name, 5)).toBe(3);
  } finally {
    server.thaw();
  }
  await one.isHere(true);
  expect(logged).toEqual(['{"event":"redis_away","code":"DEADLINE"}', '{"event":"redis_back"}']);
});

test("a wrong password is said in the log, without the password", async () => {
  const one = await machine({ url: server.url.replace("not%2Bpublic", "a-wrong-one") });
  await expect.poll(() => logged).toEqual(['{"event":"redis_away","code":"WRONGPASS"}']);
  expect(take(one.buckets, newName(), 6)).toBe(5);
});
