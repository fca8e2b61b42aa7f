import { sql, TransactionRollbackError } from "drizzle-orm";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import type { Database, Db, Transaction } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { selectBacklog } from "#db/queries/backlog.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import {
  makeComingPartitions,
  purgeActivity,
  purgeEmails,
  purgePages,
  purgeSignIns,
  purgeVerifications,
} from "#lib/retention/purge.ts";
import { closeDatabase } from "#lib/runtime/database.ts";
import { startApp } from "#tests/support/app.ts";
import { inFull } from "#tests/support/full.ts";
import { check, generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner, ownerUrl } from "#tests/support/owner.ts";
import { freePort } from "#tests/support/ports.ts";
import { startVerb } from "#tests/support/process.ts";
import { started } from "#tests/support/visitor.ts";

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
    const [row] = await owner.execute<{ there: boolean }>(sql`SELECT to_regclass(${old?.name}) IS NOT NULL AS there`);
    return row?.there;
  };
  const waitAsBefore = await limitLockWait(owner, MAX_LOCK_WAIT_MS);
  onTestFinished(waitAsBefore);
  const shop = await newOrganization();
  const answers = new Map<number, number>();
  let isOver = false;
  await owner.transaction(
    async (tx) => {
      await lockAsDump(tx);
      const callers = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const { url, device } = await started("b", shop);
          const token = new URL(url).searchParams.get("session") ?? "";
          for (const { status } of [await check(token, device, shop.key), await generate("b", shop)])
            answers.set(status, (answers.get(status) ?? 0) + 1);
          await flushActivity();
        }
      });
      await Promise.all([
        upkeepAndStarts().finally(() => {
          isOver = true;
        }),
        ...callers,
      ]);
    },
    { isolationLevel: "repeatable read" },
  );
  expect(await isThere()).toBe(true);
  // Every link was made, and no session is a token.
  expect([...answers.keys()].toSorted()).toEqual([200, 404]);
  await purgeVerifications();
  expect(await isThere()).toBe(false);
});

/** A lock that a call waits for any longer, on whatever table, fails it. A busy machine may be late in giving one back. */
const MAX_LOCK_WAIT_MS = inFull(100, 1_000);

/** For the connections that are opened from now on, until what it returns is called. */
async function limitLockWait(owner: Database, ms: number) {
  const [row] = await owner.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const change = async (setting: string) => {
    await closeDatabase();
    await owner.execute(sql.raw(`ALTER DATABASE ${row?.name} ${setting}`));
  };
  await change(`SET lock_timeout = '${ms}ms'`);
  return () => change("RESET lock_timeout");
}

/** The locks that `pg_dump` takes at its beginning and holds to its end, however long that takes. */
async function lockAsDump(tx: Transaction): Promise<void> {
  const tables = await tx.execute<{ name: string }>(sql`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'jobs', 'drizzle')`);
  expect(tables.length).toBeGreaterThan(50);
  await tx.execute(sql.raw(`LOCK TABLE ${tables.map(({ name }) => name).join(", ")} IN ACCESS SHARE MODE`));
}

async function upkeepAndStarts(): Promise<void> {
  for (let run = 0; run < 10; run += 1) await purgeVerifications();
  for (const upkeep of [makeComingPartitions, purgeActivity, purgePages, purgeSignIns, purgeEmails]) await upkeep();
  await migrate(databaseAt(ownerUrl()));
  for (let start = 0; start < inFull(2, 1); start += 1) await startAndStop();
}

/** The whole server with its jobs, and what it says of itself. */
async function startAndStop(): Promise<void> {
  const app = await startApp({ ...inject("env"), DATABASE_URL: process.env.DATABASE_URL ?? "" }, await freePort());
  const ready = await fetch(`${app.url}/api/health/ready`);
  expect([ready.status, await app.stop()]).toEqual([200, 0]);
}

test("a start fails where there is no partition of now, and not where one of tomorrow cannot be made", async () => {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  const [now, tomorrow] = [await partitionAt(owner, "0 hours"), await partitionAt(owner, "45 hours")];
  await owner.execute(sql.raw(`DROP TABLE ${tomorrow}`));
  // As VACUUM does, which may take hours.
  const migrateBesideVacuum = () =>
    owner.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE verification IN SHARE UPDATE EXCLUSIVE MODE`);
      await migrate(databaseAt(ownerUrl()));
    });
  await migrateBesideVacuum();
  await owner.execute(sql.raw(`ALTER TABLE ${now} RENAME TO another_name`));
  await expect(migrateBesideVacuum()).rejects.toMatchObject({ code: "55P03" });
  await owner.execute(sql.raw(`ALTER TABLE another_name RENAME TO ${now}`));
  await migrate(databaseAt(ownerUrl()));
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

test("the horizon of the ledger ends with its seals, and the job tells when that is within two weeks", async () => {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  await makeComingPartitions();
  const horizon = async () => (await selectBacklog(owner)).ledgerHorizonSeconds;
  expect(await horizon()).toBeGreaterThan(89 * 86_400);
  const [next] = await owner.execute<{ name: string }>(sql`
    SELECT 'ledger_seal_' || to_char((date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month'), 'YYYYMM') AS name`);
  await owner.execute(sql.raw(`DROP TABLE ${next?.name}`));
  const left = await horizon();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(31 * 86_400);
  await makeComingPartitions();
  expect(await horizon()).toBeGreaterThan(89 * 86_400);
});

test("the horizon ends where a partition is missing, and is nothing where the one of now is", async () => {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  await owner
    .transaction(async (tx) => {
      expect(await horizonOf(tx)).toBeGreaterThan(45 * 3_600);
      await detach(tx, "6 hours");
      const beforeDetached = await horizonOf(tx);
      expect(beforeDetached).toBeGreaterThan(3 * 3_600);
      expect(beforeDetached).toBeLessThanOrEqual(6 * 3_600);
      await detach(tx, "0 hours");
      expect(await horizonOf(tx)).toBe(0);
      tx.rollback();
    })
    .catch((fault) => expect(fault).toBeInstanceOf(TransactionRollbackError));
});

const horizonOf = async (tx: Transaction) => (await selectBacklog(tx)).verificationHorizonSeconds;

async function detach(tx: Transaction, ahead: string): Promise<void> {
  const name = sql.identifier(await partitionAt(tx, ahead));
  await tx.execute(sql`ALTER TABLE verification DETACH PARTITION ${name}`);
}

/** The partition of the verifications of that moment, such as "6 hours" from now. */
async function partitionAt(db: Db, ahead: string): Promise<string> {
  const [row] = await db.execute<{ name: string }>(
    sql`SELECT 'verification_' || to_char(verification_partition_start(now() + ${ahead}::interval) AT TIME ZONE 'UTC', 'YYYYMMDD"t"HH24') AS name`,
  );
  return row?.name ?? "";
}
