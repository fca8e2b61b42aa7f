import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect, runningOn } from "#db/client.ts";
import { faultOf } from "#lib/observe/log.ts";
import { lineToDatabase } from "#tests/support/database-line.ts";

const PATIENCE = { timeout: 120_000 };

test("a pool tells on how many of its connections something runs", async () => {
  const db = connect(databaseAt(process.env.DATABASE_URL ?? ""), { max: 2, silentMs: 600_000 });
  onTestFinished(() => db.$client.end());
  expect(runningOn(db)).toBe(0);
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(7204)`);
    const waiting = db.execute(sql`SELECT pg_advisory_xact_lock(7204)`);
    void waiting.catch(() => {});
    await vi.waitFor(() => expect(runningOn(db)).toBe(1), PATIENCE);
  });
  await vi.waitFor(() => expect(runningOn(db)).toBe(0), PATIENCE);
});

test("a pool says that a connection has gone silent, and what is left with it fails at once", async () => {
  const line = await lineToDatabase();
  const silent = Promise.withResolvers<void>();
  const db = connect(databaseAt(line.url), { max: 1, silentMs: 50, onSilent: silent.resolve });
  await db.execute(sql`SELECT 1`);
  line.fallSilent();
  const asked = db.execute(sql`SELECT 2`).catch((fault) => faultOf(fault).code);
  await silent.promise;
  await db.$client.end({ timeout: 0 });
  expect(await asked).toBe("CONNECTION_DESTROYED");
});

test("a transaction that had nothing under way when its connection was lost fails at its next statement", async () => {
  const line = await lineToDatabase();
  const lost = Promise.withResolvers<void>();
  const db = connect(databaseAt(line.url), { max: 1, silentMs: 600_000, onClose: lost.resolve });
  onTestFinished(() => db.$client.end());
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`);
    line.cut();
    await lost.promise;
    for (let n = 0; n < 5; n++) await turn();
    await tx.execute(sql`CREATE TABLE left_behind ()`);
  });
  await expect(transaction).rejects.toThrow(expect.objectContaining({ code: "CONNECTION_CLOSED" }));
  const [row] = await db.execute(
    sql`SELECT to_regclass('left_behind') AS it, now() = statement_timestamp() AS "isNew"`,
  );
  expect(row).toEqual({ it: null, isNew: true });
});
