import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { hasPartitionsAhead } from "#db/queries/partition.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { makeComingPartitions, purgeActivity, purgeVerifications } from "#lib/retention/purge.ts";
import { database } from "#lib/runtime/database.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner } from "#tests/support/owner.ts";

// A partition made or dropped locks its whole table, before which the checks of other files would wait.
beforeAll(() => enterOwnDatabase());

const DAY_MS = 86_400_000;
const nameOf = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "");

test("there are partitions for the next two days, and those in which the youngest row is nine hours old are gone", async () => {
  const owner = asOwner();
  const [edge] = await owner.execute<{ ms: number }>(
    sql`SELECT extract(epoch FROM verification_partition_start(now() - interval '9 hours'))::float8 * 1000 AS ms`,
  );
  const nameOf = (ms: number) =>
    `verification_${new Date(ms).toISOString().replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d).*/, "$1$2$3t$4")}`;
  const [start, width] = [edge?.ms ?? 0, 3 * 3_600_000];
  // The oldest row that stays, and the youngest that goes.
  const [stored, gone] = [uuidV7(start), uuidV7(start - 1)];
  for (const [id, from] of [
    [stored, start],
    [gone, start - width],
  ] as const) {
    const [first, end] = [from, from + width].map((msecs) => `${uuidV7(msecs).slice(0, 13)}-7000-8000-000000000000`);
    await owner.execute(
      sql.raw(`CREATE TABLE ${nameOf(from)} PARTITION OF verification FOR VALUES FROM ('${first}') TO ('${end}')`),
    );
    await owner.execute(sql`INSERT INTO verification (id, organization_id, plugin_key_id, provider, mode, minimum_age, device, return_origin)
      VALUES (${id}, ${id}, ${id}, 'b', 'live', 18, decode(repeat('00', 32), 'hex'), 'https://shop.example')`);
  }
  await owner.$client.end();
  for (let run = 0; run < 2; run += 1) {
    await makeComingPartitions();
    await purgeVerifications();
  }
  const left = await database().execute<{ id: string }>(
    sql`SELECT id FROM verification WHERE id IN (${stored}, ${gone})`,
  );
  expect(left.map(({ id }) => id)).toEqual([stored]);
  const rows = await database().execute<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'verification'::regclass ORDER BY 1`);
  const names = rows.map(({ name }) => name);
  expect(names[0]).toBe(nameOf(start));
  // The nine hours lie in three partitions; the one of now and those of 48 hours follow.
  expect(names.filter((name) => name >= nameOf(start + 3 * width))).toEqual(
    Array.from({ length: 17 }, (_, n) => nameOf(start + (3 + n) * width)),
  );
});

test("a process is ready while there is a partition for an hour from now", async () => {
  expect(await hasPartitionsAhead(database())).toBe(true);
  const owner = asOwner();
  const undone = owner.transaction(async (tx) => {
    const [row] = await tx.execute<{ next: string }>(sql`
      SELECT 'verification_' || to_char(verification_partition_start(now() + interval '1 hour'), 'YYYYMMDD"t"HH24') AS next`);
    await tx.execute(sql.raw(`ALTER TABLE ${row?.next} RENAME TO another_name`));
    throw new Error(`It is ready: ${await hasPartitionsAhead(tx)}`);
  });
  await expect(undone).rejects.toThrow("It is ready: false");
  await owner.$client.end();
});

test("events of 30 days ago are there, those of 31 days ago are gone with their partition, and a week ahead is made", async () => {
  const owner = asOwner();
  for (const days of [30, 31]) {
    const start = sql`(date_trunc('day', now(), 'UTC') - ${days}::int * interval '24 hours')`;
    const [row] = await owner.execute<{ from: string; to: string }>(
      sql`SELECT uuid_v7_from(${start})::text AS from, uuid_v7_from(${start} + interval '24 hours')::text AS to`,
    );
    await owner.execute(
      sql.raw(
        `CREATE TABLE activity_event_${nameOf(-days)} PARTITION OF activity_event FOR VALUES FROM ('${row?.from}') TO ('${row?.to}')`,
      ),
    );
    await owner.execute(
      sql`SELECT make_partition('activity_check', 'YYYYMMDD', ${start}, ${start} + interval '24 hours')`,
    );
    await owner.execute(sql`
      INSERT INTO activity_check (organization_id, day, reference, plugin_key_id, mode, host, is_opened, is_claimed)
      VALUES (${row?.from}, (now() AT TIME ZONE 'UTC')::date - ${days}::int, 'A', ${row?.from}, 'live', 'long-ago.example', true, true)`);
    await owner.execute(sql`
      INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, mode, billed)
      VALUES (${row?.from}, ${row?.from}, ${row?.from}, 'check', ${`days_${"x".repeat(days - 25)}`}, true, 'live', false)`);
  }
  await owner.execute(sql`
    INSERT INTO activity_day (organization_id, day, plugin_key_id, kind, code, ok, mode, events)
    SELECT gen_random_uuid(), (now() AT TIME ZONE 'UTC')::date - days, gen_random_uuid(), 'check', 'long_ago', true, 'live', 1 FROM unnest(ARRAY[400, 401]) days`);
  await owner.execute(sql`
    INSERT INTO why_not_day (organization_id, day, why, checks)
    SELECT gen_random_uuid(), (now() AT TIME ZONE 'UTC')::date - days, 'no_age', 987654 FROM unnest(ARRAY[400, 401]) days`);
  await owner.$client.end();
  for (let run = 0; run < 2; run += 1) {
    await makeComingPartitions();
    await purgeActivity();
  }
  const left = await database().execute(
    sql`SELECT length(code) - 5 + 25 AS days FROM activity_event WHERE code LIKE 'days%'`,
  );
  expect([...left]).toEqual([{ days: 30 }]);
  const listed = await database().execute(
    sql`SELECT (now() AT TIME ZONE 'UTC')::date - day AS days FROM activity_check WHERE host = 'long-ago.example'`,
  );
  expect([...listed]).toEqual([{ days: 30 }]);
  const stored = await database().execute(sql`
    SELECT (now() AT TIME ZONE 'UTC')::date - day AS days FROM activity_day WHERE code = 'long_ago'
    UNION ALL SELECT (now() AT TIME ZONE 'UTC')::date - day FROM why_not_day WHERE checks = 987654`);
  expect([...stored]).toEqual([{ days: 400 }, { days: 400 }]);
  for (const table of ["activity_event", "activity_check"]) {
    const partitions = await database().execute<{ day: string }>(sql`
      SELECT substr(c.relname, 16) AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ${table}::regclass ORDER BY 1`);
    // Before midnight the database was made with a day more.
    const days = partitions.map(({ day }) => day).filter((day) => day !== nameOf(-2));
    expect(days).toEqual([-30, -1, 0, 1, 2, 3, 4, 5, 6, 7].map(nameOf));
  }
});
