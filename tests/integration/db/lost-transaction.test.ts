import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { faultOf } from "#lib/observe/log.ts";
import { withTimeout } from "#lib/runtime/with-timeout.ts";
import { lineToDatabase } from "#tests/support/database-line.ts";

const codeOf = (work: Promise<unknown>) =>
  withTimeout(3_000, work).then(
    () => "it ended well",
    (fault: unknown) => faultOf(fault).code,
  );

test("a transaction of a pool that is left ends at once, although a silent server never closes the connection", async () => {
  const line = await lineToDatabase();
  const db = connect(databaseAt(line.url), { max: 1 });
  const asked = Promise.withResolvers<void>();
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`);
    line.fallSilent();
    const silent = tx.execute(sql`SELECT 2`);
    asked.resolve();
    await silent;
  });
  const ended = codeOf(transaction);
  await asked.promise;
  void db.$client.end({ timeout: 0 });
  expect(await ended).toBe("CONNECTION_DESTROYED");
});

test("a transaction whose connection is lost fails with it, and the next statement has nothing of it", async () => {
  const line = await lineToDatabase();
  const db = connect(databaseAt(line.url), { max: 1 });
  onTestFinished(() => db.$client.end());
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`);
    line.cut();
    await tx.execute(sql`SELECT 2`);
  });
  expect(await codeOf(transaction)).toBe("CONNECTION_CLOSED");
  const [row] = await db.execute<{ isOpen: boolean }>(sql`SELECT now() <> statement_timestamp() AS "isOpen"`);
  expect(row).toEqual({ isOpen: false });
});
