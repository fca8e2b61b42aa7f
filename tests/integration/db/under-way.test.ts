import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect, isIdle, underWayOn } from "#db/client.ts";
import { isUnsent } from "#db/silence.ts";
import { lineToDatabase } from "#tests/support/database-line.ts";

test("a pool tells what runs on its connections, and what waits for one: statements and transactions", async () => {
  const db = connect(databaseAt(process.env.DATABASE_URL ?? ""), { max: 1, silentMs: 60_000 });
  onTestFinished(() => db.$client.end());
  expect(underWayOn(db)).toEqual({ running: 0, waiting: 0 });
  const others = await db.transaction(async (tx) => {
    const waiting = [db.execute(sql`SELECT 1`), db.transaction(async () => {})].map((work) => work.then(() => {}));
    const running = tx.execute(sql`SELECT pg_sleep(0.02)`).then(() => {});
    await turn();
    expect(underWayOn(db)).toEqual({ running: 1, waiting: 2 });
    await running;
    return { waiting };
  });
  await Promise.all(others.waiting);
  expect(underWayOn(db)).toEqual({ running: 0, waiting: 0 });
  await expect(db.transaction(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(underWayOn(db)).toEqual({ running: 0, waiting: 0 });
});

test("a pool is not idle in a transaction, also where none of its statements runs", async () => {
  const db = connect(databaseAt(process.env.DATABASE_URL ?? ""), { max: 1, silentMs: 60_000 });
  onTestFinished(() => db.$client.end());
  expect(isIdle(db)).toBe(true);
  const running = db.execute(sql`SELECT pg_sleep(0.02)`).then(() => {});
  expect(isIdle(db)).toBe(false);
  await running;
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`);
    await turn();
    expect(isIdle(db)).toBe(false);
  });
  expect(isIdle(db)).toBe(true);
});

test("of a statement that failed it is known whether it ever had a connection", async () => {
  const line = await lineToDatabase();
  const db = connect(databaseAt(line.url), { max: 1, silentMs: 60_000 });
  const [first, second] = [sql`SELECT pg_sleep(10)`, sql`SELECT 1`].map((text) =>
    db.execute(text).catch((fault) => fault),
  );
  await expect.poll(() => underWayOn(db)).toEqual({ running: 1, waiting: 1 });
  void db.$client.end({ timeout: 0 });
  expect([isUnsent(await first), isUnsent(await second)]).toEqual([false, true]);
});
