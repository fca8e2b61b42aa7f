import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { paced } from "#db/paced.ts";
import { insertActivity, type NewActivity } from "#db/queries/activity-event.ts";
import { flushActivity, startActivity, writer } from "#lib/activity/flush.ts";
import { activityQueue } from "#lib/activity/queue.ts";
import { isThrottled, recordCall } from "#lib/activity/record.ts";
import { database } from "#lib/runtime/database.ts";
import { activityOf } from "#tests/support/activity.ts";
import { lockedShop } from "#tests/support/claims.ts";
import { check, generate, newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, proof, started } from "#tests/support/visitor.ts";

type Shop = Awaited<ReturnType<typeof newOrganization>>;

type Work = (flushing: Promise<void>, countStuck: () => Promise<number>) => Promise<void>;

/** Holds on to a counter of the shop's, so that the writer of its events waits, and does something meanwhile. */
async function whileRecordIsStuck(shop: Shop, work: Work, flush = flushActivity): Promise<void> {
  await generate("b", shop);
  await flushActivity();
  await database().transaction(async (tx) => {
    const countStuck = async () => {
      const [row] = await tx.execute<{ n: number }>(sql`
        SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`);
      return row?.n ?? 0;
    };
    await tx.execute(sql`SELECT 1 FROM activity_day WHERE organization_id = ${shop.id} FOR UPDATE`);
    await generate("b", shop);
    const flushing = flush();
    while ((await countStuck()) === 0);
    await work(flushing, countStuck);
  });
}

const countsOf = async (shop: Shop) => {
  const events = await activityOf(shop);
  const dropped = events.flatMap(({ droppedCount }) => droppedCount ?? []);
  return { recorded: events.length - dropped.length, dropped };
};

test("while nothing can be recorded, calls are answered; and nothing is lost that the database has given up", async () => {
  const shop = await newOrganization();
  let isOver = false;
  await whileRecordIsStuck(shop, async (flushing) => {
    const over = flushing.then(() => {
      isOver = true;
    });
    for (let n = 0; n < 5; n += 1) expect((await generate("b", shop)).status).toBe(200);
    expect((await generate("b", { ...shop, age: "17" })).status).toBe(400);
    expect(isOver).toBe(false);
    // The database gives the statement up; the recorder does not fail.
    await over;
  });
  expect(await countsOf(shop)).toEqual({ recorded: 1 + 1 + 6, dropped: [] });
  await generate("b", shop);
  expect(await countsOf(shop)).toEqual({ recorded: 1 + 1 + 6 + 1, dropped: [] });
});

test("an event that the database never takes in time is dropped and counted, and keeps no others back", async () => {
  const [shop, other] = [await newOrganization(), await newOrganization()];
  const call = { provider: "b", minimumAge: 18, code: "accepted", reference: "22222222" } as const;
  const limit = (value: string) => database("activity").execute(sql.raw(`SET statement_timeout = ${value}`));
  await limit("'100ms'");
  await whileRecordIsStuck(shop, async (flushing) => {
    for (let n = 0; n < 20; n += 1) recordCall({ ...call, pluginKey: other.key, host: other.host });
    await flushing;
    // Somebody holds the counter of the one event all the while.
    const recorded = async () => (await activityOf(other)).length;
    await expect.poll(recorded, { timeout: 300_000, interval: 10 }).toBe(20);
  }).finally(() => limit("DEFAULT"));
  expect(await countsOf(other)).toEqual({ recorded: 20, dropped: [] });
  expect(await countsOf(shop)).toEqual({ recorded: 1, dropped: [1] });
});

test("what came while a few events were written waits for the next pause, so that it is not written by twos and threes", async () => {
  const shop = await newOrganization();
  startActivity();
  onTestFinished(() => {
    activityQueue().wake = null;
  });
  const call = { provider: "b", minimumAge: 18, code: "accepted", reference: "22222222" } as const;
  const write = async () => {
    for (let n = 0; n < 3; n += 1) recordCall({ ...call, pluginKey: shop.key, host: shop.host });
  };
  // The timer of the event itself begins to write.
  await whileRecordIsStuck(shop, write, async () => {});
  await writer.flushing;
  expect([activityQueue().waiting.length, writer.timer]).toEqual([3, expect.anything()]);
  expect(await countsOf(shop)).toEqual({ recorded: 2 + 3, dropped: [] });
});

test("a connection that does not answer is left, and the next events are written through another", async () => {
  const [shop, other] = [await newOrganization(), await newOrganization()];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await whileRecordIsStuck(shop, async (flushing, countStuck) => {
    vi.advanceTimersByTime(paced(8_000));
    await flushing;
    await generate("b", other);
    expect(await countsOf(other)).toEqual({ recorded: 1, dropped: [] });
    expect(await countStuck()).toBe(1);
  }).finally(vi.useRealTimers);
  // Timers that were not real never go off.
  await flushActivity();
  // The database wrote it after all, when nobody listened: written again, it would be there twice. Its count is told once.
  await expect.poll(() => countsOf(shop)).toEqual({ recorded: 2, dropped: [1] });
  await generate("b", shop);
  expect(await countsOf(shop)).toEqual({ recorded: 3, dropped: [1] });
});

test("ten thousand events wait at most; the others are dropped and counted, each at its own organization", async () => {
  const [shop, other] = [await newOrganization(), await newOrganization()];
  const call = { provider: "b", minimumAge: 18, code: "accepted", reference: "22222222" } as const;
  await whileRecordIsStuck(shop, async () => {
    for (let n = 0; n < 9_990; n += 1) recordCall({ ...call, pluginKey: shop.key, host: shop.host });
    for (let n = 0; n < 30; n += 1) recordCall({ ...call, pluginKey: other.key, host: other.host });
    for (let n = 0; n < 7; n += 1) recordCall({ ...call, pluginKey: shop.key, host: shop.host });
  });
  expect(await countsOf(other)).toEqual({ recorded: 10, dropped: [20] });
  expect(await countsOf(shop)).toEqual({ recorded: 2 + 9_990, dropped: [7] });
});

test("an event that the database does not take is dropped alone and counted in its place; everybody else's are kept", async () => {
  const [shop, other] = [await newOrganization(), await newOrganization()];
  const call = { provider: "b", minimumAge: 18, code: "accepted", reference: "22222222" } as const;
  for (let n = 0; n < 300; n += 1) recordCall({ ...call, pluginKey: other.key, host: other.host });
  for (const host of ["NOT A HOST", `lone \ud800 surrogate`]) recordCall({ ...call, pluginKey: shop.key, host });
  for (let n = 0; n < 300; n += 1) recordCall({ ...call, pluginKey: shop.key, host: shop.host });
  expect(await countsOf(other)).toEqual({ recorded: 300, dropped: [] });
  expect(await countsOf(shop)).toEqual({ recorded: 300, dropped: [2] });
});

test("refused calls that name made-up keys take no place of a shop's events", async () => {
  const shop = await newOrganization();
  const call = { provider: "b", minimumAge: 18, host: shop.host, reference: "22222222" } as const;
  await whileRecordIsStuck(shop, async () => {
    for (let n = 0; n < 12_000; n += 1)
      recordCall({ ...call, pluginKey: `pk_live_${randomUUID()}`, code: "plugin_key_unknown" });
    for (let n = 0; n < 50; n += 1) recordCall({ ...call, pluginKey: shop.key, code: "accepted" });
  });
  // The database may be given up once: what waits is written two seconds later.
  await expect.poll(() => countsOf(shop)).toEqual({ recorded: 2 + 50, dropped: [] });
});

test.for([31, -31])(
  "with the application's clock %s days off, events are dated by the database's, in order",
  async (days) => {
    const shop = await newOrganization();
    const call = { provider: "b", minimumAge: 18, code: "accepted", reference: "22222222" } as const;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * 86_400_000 });
    for (let n = 0; n < 40; n += 1) recordCall({ ...call, pluginKey: shop.key, host: `host-${n}.example` });
    vi.useRealTimers();
    const events = await activityOf(shop);
    expect(events.map(({ host }) => host)).toEqual(Array.from({ length: 40 }, (_, n) => `host-${n}.example`));
    const [{ off } = expect.fail()] = await database().execute<{ off: number }>(sql`
    SELECT max(abs(extract(epoch FROM now() - uuid_v7_moment(id)))) AS off FROM activity_event WHERE organization_id = ${shop.id}`);
    expect(off).toBeLessThan(60);
  },
);

/** A batch of events, each with a code of its own. */
function batchOf(shop: Shop, codes: string[], agoMs = 0): NewActivity[] {
  return codes.map((code) => ({
    agoMs,
    pluginKey: shop.key,
    kind: "call",
    code,
    ok: true,
    provider: "b",
    minimumAge: 18,
    host: shop.host,
  }));
}

test("a batch that reached the database late does not come after the one that was sent next", async () => {
  const shop = await newOrganization();
  // What the first was late is what the second seems to be older.
  const newest = await insertActivity(database(), batchOf(shop, ["a", "b"]));
  const next = await insertActivity(database(), batchOf(shop, ["c", "d"], 800), newest);
  await insertActivity(database(), batchOf(shop, ["e"], 800), next);
  expect((await activityOf(shop)).map(({ code }) => code)).toEqual(["a", "b", "c", "d", "e"]);
  // A clock that was set back by more is believed.
  await insertActivity(database(), batchOf(shop, ["f"], 20_000), next);
  expect((await activityOf(shop)).map(({ code }) => code)).toEqual(["f", "a", "b", "c", "d", "e"]);
});

test("two who write the same counters at once lose nothing", async () => {
  const shop = await newOrganization();
  const codes = ["a", "b", "c", "d", "e", "f"];
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => insertActivity(database(), batchOf(shop, n % 2 ? codes : codes.toReversed()))),
  );
  const rows = await database().execute(
    sql`SELECT code, events::int FROM activity_day WHERE organization_id = ${shop.id} ORDER BY code`,
  );
  expect([...rows]).toEqual(codes.map((code) => ({ code, events: 40 })));
});

test("whoever hammers at a key fills no records: 120 refused calls a minute are kept, and every accepted one", async () => {
  const shop = await newOrganization();
  for (let n = 0; n < 130; n += 1) expect((await generate("b", { ...shop, age: "17" })).status).toBe(400);
  for (let n = 0; n < 5; n += 1) await generate("b", shop);
  expect(await countsOf(shop)).toEqual({ recorded: 120 + 5, dropped: [] });
});

test("whoever hammers at the token check with a shop's key hides nothing of what its visitors ran into", async () => {
  const shop = await newOrganization();
  const { url } = await started("b", shop);
  const visitor = browser();
  await visitor.go(url);
  await visitor.go(`${url}&do=confirm`, "POST");
  await Promise.all(Array.from({ length: 130 }, (_, n) => check(`guess-${n}`, newDevice(), shop.key)));
  await browser().go(url, "GET", { "sec-fetch-mode": "navigate" });
  const codes = (await activityOf(shop)).map(({ code }) => code);
  expect(codes.filter((code) => code === "token_unknown")).toHaveLength(120);
  expect(codes).toContain("used");
});

test("whoever hammers at a key hides nothing of what the shop's backend was refused, which has a secret", async () => {
  const shop = await lockedShop({});
  for (let n = 0; n < 130; n += 1) await generate("b", { ...shop, headers: { Authorization: "Bearer sk_made_up" } });
  await generate("b", { ...shop, domain: "https://foreign.example/" });
  const codes = (await activityOf(shop)).map(({ code }) => code);
  expect(codes.filter((code) => code === "secret_required")).toHaveLength(120);
  expect(codes).toContain("domain_not_verified");
});

test("made-up tokens hide nothing of what the shop asked about a true one", async () => {
  const { token, shop } = await proof();
  for (let n = 0; n < 130; n += 1) await check(`guess-${n}`, newDevice(), shop.key);
  await check(token, newDevice(), shop.key);
  const codes = (await activityOf(shop)).map(({ code }) => code);
  expect(codes.filter((code) => code === "token_unknown")).toHaveLength(120);
  expect(codes).toContain("device_differs");
});

test("how many were too many is told once, when the minute is over", () => {
  vi.useFakeTimers();
  try {
    const reported: number[] = [];
    const key = `pk_test_${randomUUID()}`;
    const refused = Array.from({ length: 150 }, () => isThrottled(key, (count) => reported.push(count)));
    expect(refused.filter(Boolean)).toHaveLength(30);
    // A clock that is set back makes no minute longer.
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(59_000);
    expect(reported).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(reported).toEqual([30]);
    expect(isThrottled(key, () => {})).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
