import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { log } from "#lib/observe/log.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { isEpochKnown } from "#lib/runtime/epoch.ts";
import { logUnreadiness, unreadiness } from "#lib/runtime/health.ts";
import { awaitEpoch } from "#lib/runtime/read-epoch.ts";

/** The process itself stands still, as where it loads what it needs. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const STEADY = { timeout: 20_000 };

/** What the log says meanwhile. */
function errors() {
  const spy = vi.spyOn(log, "error");
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.map(([line]) => line);
}

test("a process that stands still while it asks is ready, and says nothing of the database", async () => {
  // Afterwards PostgreSQL has a tenth of a second to answer, which a busy machine may not allow each time.
  await vi.waitFor(async () => {
    expect(await unreadiness()).toBeNull();
    const logged = errors();
    const asked = unreadiness();
    standStill(1_000);
    expect([await asked, logged()]).toEqual([null, []]);
  }, STEADY);
});

test("a process whose one connection for the question does not answer asks again on a new one, and is ready", async () => {
  expect(await unreadiness()).toBeNull();
  const logged = errors();
  const asleep = Promise.all([database("probe").execute(sql`SELECT pg_sleep(2)`)]);
  expect([await unreadiness(), logged()]).toEqual([null, []]);
  await asleep;
});

test("a process that starts, connects for the first time and is busy does not say that the database is away", async () => {
  await closeDatabase();
  const logged = errors();
  const asked = [awaitEpoch(2 ** 30), logUnreadiness()];
  standStill(1_200);
  await Promise.all(asked);
  await expect.poll(isEpochKnown).toBe(true);
  expect(logged()).toEqual([]);
});

test("a database that answers after the deadline is away, and is back with an answer in time", async () => {
  expect(await unreadiness()).toBeNull();
  const info = vi.spyOn(log, "info");
  onTestFinished(() => info.mockRestore());
  const asleep = Promise.all([database("probe").execute(sql`SELECT pg_sleep(1.5)`)]);
  // With a clock of its own a question waits for this connection alone.
  expect(await unreadiness(() => Date.now())).toBe("database_away");
  await asleep;
  await database("probe").execute(sql`SELECT 1`);
  await setImmediate();
  expect(info).not.toHaveBeenCalled();
  await vi.waitFor(async () => expect(await unreadiness()).toBeNull(), STEADY);
  expect(info.mock.calls).toMatchObject([[{ event: "database_back" }]]);
});
