import { sql } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrate.ts";
import { database } from "#lib/core/database.ts";
import { makeComingPartitions, purgeVerifications } from "#lib/retention/purge.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner, ownerUrl } from "#tests/support/owner.ts";
import { startVerb } from "#tests/support/process.ts";

beforeAll(() => enterOwnDatabase());

test("a transaction that stays open, as of a dump, keeps an old partition; start and jobs work, and no call waits for it", async () => {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  const [old] = await owner.execute<{ name: string; from: string; to: string }>(sql`
    SELECT 'verification_' || to_char(start AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24') AS name,
      uuid_v7_from(start)::text AS from, uuid_v7_from(start + interval '3 hours')::text AS to
    FROM verification_partition_start(now() - interval '15 hours') start`);
  await owner.execute(
    sql.raw(`CREATE TABLE ${old?.name} PARTITION OF verification FOR VALUES FROM ('${old?.from}') TO ('${old?.to}')`),
  );
  const isThere = async () => {
    const [row] = await database().execute<{ there: boolean }>(
      sql`SELECT to_regclass(${old?.name}) IS NOT NULL AS there`,
    );
    return row?.there;
  };
  let [longest, isOver] = [0, false];
  await owner.transaction(async (tx) => {
    await tx.execute(sql`SELECT count(*) FROM verification`);
    const callers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const began = performance.now();
        await database().execute(sql`SELECT 1 FROM verification WHERE id = gen_random_uuid()`);
        longest = Math.max(longest, performance.now() - began);
      }
    });
    for (let run = 0; run < 10; run += 1) await purgeVerifications();
    await makeComingPartitions();
    await migrate(ownerUrl());
    isOver = true;
    await Promise.all(callers);
  });
  expect(await isThere()).toBe(true);
  // 30 ms, and what a busy machine takes besides. Any other lock is waited for three seconds.
  expect(longest).toBeLessThan(2_000);
  await purgeVerifications();
  expect(await isThere()).toBe(false);
});

test("a start fails where there is no partition of now, and not where one of tomorrow cannot be made", async () => {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  const nameOf = async (ahead: string) => {
    const [row] = await owner.execute<{ name: string }>(
      sql`SELECT 'verification_' || to_char(verification_partition_start(now() + ${ahead}::interval) AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24') AS name`,
    );
    return row?.name ?? "";
  };
  const [now, tomorrow] = [await nameOf("0 hours"), await nameOf("45 hours")];
  await owner.execute(sql.raw(`DROP TABLE ${tomorrow}`));
  // As VACUUM does, which may take hours.
  const migrateBesideVacuum = () =>
    owner.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE verification IN SHARE UPDATE EXCLUSIVE MODE`);
      await migrate(ownerUrl());
    });
  await migrateBesideVacuum();
  await owner.execute(sql.raw(`ALTER TABLE ${now} RENAME TO another_name`));
  await expect(migrateBesideVacuum()).rejects.toMatchObject({ code: "55P03" });
  await owner.execute(sql.raw(`ALTER TABLE another_name RENAME TO ${now}`));
  await migrate(ownerUrl());
  const [made] = await owner.execute(sql`SELECT to_regclass(${tomorrow}) IS NOT NULL AS there`);
  expect(made).toEqual({ there: true });
});

test("the log says when partitions are made less than a day ahead", async () => {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  const rows = await owner.execute<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'verification'::regclass
      AND c.relname > 'verification_' || to_char((now() + interval '20 hours') AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24')`);
  for (const { name } of rows) await owner.execute(sql.raw(`DROP TABLE ${name}`));
  const { status, log } = await owner.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE verification IN SHARE UPDATE EXCLUSIVE MODE`);
    return startVerb("#lib/retention/purge.ts", "makeComingPartitions").ended;
  });
  expect(status).not.toBe(0);
  expect(log).toMatch(/"level":50,.*"event":"partitions_short","secondsAhead":\d{5}\b/);
  const again = await startVerb("#lib/retention/purge.ts", "makeComingPartitions").ended;
  expect(again).toMatchObject({ status: 0, log: "" });
});
