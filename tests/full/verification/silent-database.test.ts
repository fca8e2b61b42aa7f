import { afterAll, beforeEach, expect, test } from "vitest";
import { concurrencyLimit } from "#lib/base/concurrency-limit.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { configure } from "#tests/support/configure.ts";
import { check, generate, newDevice } from "#tests/support/gateway.ts";
import { muffler } from "#tests/support/muffler.ts";
import { newOrganization } from "#tests/support/organization.ts";

const line = await muffler(process.env.DATABASE_URL ?? "");
configure({ DATABASE_URL: line.url });
afterAll(line.close);
const goesOn = () =>
  expect
    .poll(() =>
      database()
        .execute("SELECT")
        .then(
          () => true,
          () => false,
        ),
    )
    .toBe(true);
// Leaves the connections that fell silent in the test before. For a second, those that closed without an answer are not asked again.
beforeEach(async () => {
  line.takeNewConnections();
  await closeDatabase(0);
  await goesOn();
});

test("a transaction that fell silent ends, and the next of its organization has its turn", async () => {
  const inTurn = concurrencyLimit(1, 10);
  const first = inTurn(() =>
    database().transaction(async (tx) => {
      await tx.execute("SELECT 1");
      line.fallSilent();
      await tx.execute("SELECT 2");
    }),
  );
  const failed = expect(first).rejects.toThrow();
  const next = inTurn(() => database().execute("SELECT 3"));
  await failed;
  line.takeNewConnections();
  await Promise.race([next, first]).catch(() => {});
  await goesOn();
});

test("calls leave connections that fell silent, and go on as soon as new ones are answered", async () => {
  const shop = await newOrganization();
  const [start, question] = [() => generate("b", shop), () => check("A".repeat(43), newDevice())];
  const statuses = async () => (await Promise.all([start(), question()])).map(({ status }) => status);
  expect(await statuses()).toEqual([200, 404]);
  line.fallSilent();
  expect(await statuses()).toEqual([503, 503]);
  // The old connections stay silent.
  line.takeNewConnections();
  await expect.poll(statuses).toEqual([200, 404]);
});
