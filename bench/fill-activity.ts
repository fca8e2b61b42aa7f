import { sql } from "drizzle-orm";
import { connect, type Database } from "#db/client.ts";

/** The organization with all the events, and somebody who may see them. */
export const BIG = {
  organization: "01900000-0000-7000-8000-000000000001",
  user: "01900000-0000-7000-8000-000000000002",
};

const keyText = (mode: string, n: number) => `pk_${mode}_${String(n).padStart(24, "0")}`;

export const KEYS = {
  main: keyText("live", 1),
  second: keyText("live", 2),
  rare: keyText("live", 3),
  test: keyText("test", 4),
  unused: keyText("live", 5),
};

const OTHERS = 20;

/** Thirty days of events, evenly; a fifth of the big organization's again, of others. */
export async function fillActivity(url: string, events: number): Promise<void> {
  const owner = connect(url, { max: 1, role: "ageway" });
  await owner.execute(sql`SET statement_timeout = 0`);
  await fillAccounts(owner);
  await makePartitions(owner);
  await fillEvents(owner, sql`0`, events);
  await fillEvents(owner, sql`1 + n % ${OTHERS}::int`, Math.round(events / 5));
  await owner.execute(sql`
    INSERT INTO activity_day (organization_id, day, plugin_key_id, kind, code, ok, provider, mode, minimum_age, events)
    SELECT organization_id, (uuid_v7_moment(id) AT TIME ZONE 'UTC')::date, plugin_key_id, kind, code, ok, provider, mode, minimum_age, count(*)
    FROM activity_event GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`);
  await owner.execute(sql`ANALYZE activity_event`);
  await owner.execute(sql`ANALYZE activity_day`);
  await owner.$client.end();
}

/** Organization 0 is the big one; every organization n has the keys n * 10 + 1 to n * 10 + 5. */
async function fillAccounts(owner: Database): Promise<void> {
  await owner.execute(sql`
    INSERT INTO organization (id, name)
    SELECT overlay(${BIG.organization}::text PLACING lpad(n::text, 4, '0') FROM 25 FOR 4)::uuid, 'Shop ' || n FROM generate_series(0, ${OTHERS}::int) n`);
  await owner.execute(sql`INSERT INTO "user" (id, email) VALUES (${BIG.user}, 'viewer@shop.example')`);
  await owner.execute(
    sql`INSERT INTO member (organization_id, user_id, role) VALUES (${BIG.organization}, ${BIG.user}, 'viewer')`,
  );
  await owner.execute(sql`
    INSERT INTO plugin_key (id, organization_id, key, mode)
    SELECT gen_random_uuid(), overlay(${BIG.organization}::text PLACING lpad(n::text, 4, '0') FROM 25 FOR 4)::uuid,
      'pk_' || mode || '_' || lpad((n * 10 + k)::text, 24, '0'), mode
    FROM generate_series(0, ${OTHERS}::int) n, generate_series(1, 5) k, LATERAL (SELECT CASE k WHEN 4 THEN 'test' ELSE 'live' END AS mode) m`);
}

async function makePartitions(owner: Database): Promise<void> {
  await owner.execute(sql`
    DO $$ DECLARE day timestamptz; BEGIN
      FOR day IN SELECT generate_series(date_trunc('day', now(), 'UTC') - interval '31 days', date_trunc('day', now(), 'UTC') - interval '2 days', interval '24 hours') LOOP
        EXECUTE format('CREATE TABLE %I PARTITION OF activity_event FOR VALUES FROM (%L) TO (%L)',
          'activity_event_' || to_char(day AT TIME ZONE 'UTC', 'YYYYMMDD'), uuid_v7_from(day), uuid_v7_from(day + interval '24 hours'));
      END LOOP;
    END $$`);
}

/** The n-th of `count` events; the oldest hundred are the rare ones. */
async function fillEvents(owner: Database, organization: ReturnType<typeof sql>, count: number): Promise<void> {
  await owner.execute(sql`
    INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, provider, mode, minimum_age, host, billed, reference)
    SELECT (left(uuid_v7_from(now() - (${count}::int - n) * (interval '30 days' / ${count}::int))::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
      k.organization_id, k.id, kind, code, code NOT IN ('domain_not_verified', 'spend_cap_reached', 'eid_down', 'used', 'device_differs', 'rate_limited'),
      CASE WHEN random() < 0.3 THEN 's' ELSE 'b' END, k.mode, 18,
      CASE WHEN n = 7 THEN 'old.example' WHEN dice < 0.7 THEN 'shop.example' WHEN dice < 0.9 THEN 'second.example'
        ELSE 'host-' || (dice * 100000)::int % 2000 || '.example' END,
      false, CASE WHEN n < 5 THEN '22222222' ELSE translate(upper(substr(md5((n / 4)::text), 1, 8)), '01', 'XY') END
    FROM generate_series(1, ${count}::int) n
    CROSS JOIN LATERAL (SELECT random() AS dice, random() AS lot, n * 0 + random() AS which) d
    CROSS JOIN LATERAL (SELECT
      CASE WHEN n <= 100 OR lot < 0.45 THEN 'call' WHEN lot < 0.85 THEN 'step' ELSE 'check' END AS kind,
      CASE WHEN n = 9 THEN 'eid_down' WHEN n <= 20 THEN 'spend_cap_reached' WHEN n <= 100 OR lot < 0.4 THEN 'accepted' WHEN lot < 0.43 THEN 'domain_not_verified'
        WHEN lot < 0.45 THEN 'rate_limited' WHEN lot < 0.65 THEN 'opened' WHEN lot < 0.75 THEN 'confirmed'
        WHEN lot < 0.82 THEN 'not_confirmed' WHEN lot < 0.85 THEN 'used' WHEN lot < 0.97 THEN 'answered_yes'
        WHEN lot < 0.99 THEN 'answered_no' ELSE 'device_differs' END AS code) c
    CROSS JOIN LATERAL (SELECT CASE WHEN n <= 100 THEN 3 WHEN which < 0.05 THEN 4 WHEN which < 0.7 THEN 1 ELSE 2 END AS key) o
    JOIN plugin_key k ON k.key = 'pk_' || CASE o.key WHEN 4 THEN 'test' ELSE 'live' END || '_' || lpad(((${organization}) * 10 + o.key)::text, 24, '0')`);
}
