import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeComingPartitions, purgeActivity } from "#lib/retention/purge.ts";
import { database } from "#lib/runtime/database.ts";
import { asOwner } from "#tests/support/owner.ts";

const DAY_MS = 86_400_000;
const nameOf = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "");

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

test("the application's role adds events and changes none", async () => {
  for (const query of [
    sql`UPDATE activity_event SET ok = true`,
    sql`DELETE FROM activity_event`,
    sql`UPDATE activity_check SET is_opened = true`,
    sql`DELETE FROM activity_check`,
    sql`DELETE FROM activity_day`,
    sql`DELETE FROM why_not_day`,
  ])
    await expect(database().execute(query)).rejects.toMatchObject({ cause: { code: "42501" } });
});
