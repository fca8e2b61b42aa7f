import { sql } from "drizzle-orm";
import { databaseAt } from "#db/address.ts";
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
  const owner = connect(databaseAt(url), { max: 1, role: "ageway" });
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
  await owner.execute(sql`ANALYZE activity_check`);
  await owner.execute(sql`ANALYZE activity_day`);
  await owner.$client.end({ timeout: 5 });
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
    SELECT make_partition(parent, 'YYYYMMDD', day, day + interval '24 hours')
    FROM unnest(ARRAY['activity_check', 'activity_event']) AS parent,
      generate_series(date_trunc('day', now(), 'UTC') - interval '31 days', date_trunc('day', now(), 'UTC'), interval '24 hours') AS day`);
}

/** What follows a link, how many seconds later, and for which lots: eight of ten are confirmed, one of ten is never finished. */
const FOLLOWING = sql`(VALUES
  ('call', 'accepted', 0, 0, 1), ('step', 'opened', 2, 0, 0.97), ('step', 'confirmed', 14, 0, 0.8), ('check', 'answered_yes', 15, 0, 0.8),
  ('step', 'not_confirmed', 20, 0.8, 0.86), ('check', 'answered_no', 21, 0.8, 0.86), ('step', 'expired', 1200, 0.86, 0.88),
  ('step', 'other_browser', 30, 0.88, 0.89), ('step', 'used', 3600, 0.05, 0.06))`;

/**
 * Checks with their steps, some three events each, and a refused call for every ten. The oldest hundred are the rare ones: a key, a
 * host, blocked cookies, a reached cap. For one hour of the tenth day the eID was down.
 */
async function fillEvents(owner: Database, organization: ReturnType<typeof sql>, count: number): Promise<void> {
  const checks = Math.round(count / 3);
  const at = (later: ReturnType<typeof sql>) =>
    sql`(left(uuid_v7_from(now() - (${checks}::int - n) * (interval '30 days' / ${checks}::int) + ${later} * interval '1 second')::text, 15) || substr(gen_random_uuid()::text, 16))::uuid`;
  const facts = sql`CASE WHEN dice < 0.3 THEN 's' ELSE 'b' END, k.mode, CASE WHEN dice < 0.02 THEN 16 ELSE 18 END,
    CASE WHEN n = 7 THEN 'old.example' WHEN host < 0.7 THEN 'shop.example' WHEN host < 0.9 THEN 'second.example'
      ELSE 'host-' || (host * 100000)::int % 2000 || '.example' END, false`;
  const drawn = sql`generate_series(1, ${checks}::int) n
    CROSS JOIN LATERAL (SELECT n * 0 + random() AS dice, n * 0 + random() AS host, n * 0 + random() AS lot, n * 0 + random() AS which) d
    CROSS JOIN LATERAL (SELECT CASE WHEN n <= 100 THEN 3 WHEN which < 0.05 THEN 4 WHEN which < 0.7 THEN 1 ELSE 2 END AS key) o
    JOIN plugin_key k ON k.key = 'pk_' || CASE o.key WHEN 4 THEN 'test' ELSE 'live' END || '_' || lpad(((${organization}) * 10 + o.key)::text, 24, '0')`;
  await owner.execute(sql`
    INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, provider, mode, minimum_age, host, billed, reference)
    SELECT ${at(sql`later`)}, k.organization_id, k.id, e.kind,
      CASE WHEN is_down AND e.code = 'other_browser' THEN 'eid_down' WHEN n = 9 AND e.code = 'opened' THEN 'cookies_blocked' ELSE e.code END,
      e.code NOT IN ('expired', 'other_browser', 'used'), ${facts},
      CASE WHEN n = 5 THEN '22222222' WHEN e.kind = 'check' THEN translate(upper(substr(md5('q' || n), 1, 8)), '01', 'XY')
        ELSE translate(upper(substr(md5(n::text), 1, 8)), '01', 'XY') END
    FROM ${drawn}
    CROSS JOIN LATERAL (SELECT n BETWEEN ${checks}::int / 3 AND ${checks}::int / 3 + ${checks}::int / 720 AS is_down) down
    CROSS JOIN LATERAL (SELECT CASE WHEN n = 9 THEN 0.95 WHEN is_down THEN 0.885 ELSE lot END AS lot) l
    JOIN ${FOLLOWING} AS e(kind, code, later, first, last) ON l.lot >= e.first AND l.lot < e.last`);
  await owner.execute(sql`
    INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, provider, mode, minimum_age, host, billed, reference)
    SELECT ${at(sql`0`)}, k.organization_id, k.id, 'call',
      CASE WHEN n <= 20 THEN 'spend_cap_reached' WHEN lot < 0.7 THEN 'domain_not_verified' ELSE 'rate_limited' END, false, ${facts},
      translate(upper(substr(md5('r' || n), 1, 8)), '01', 'XY')
    FROM ${drawn} WHERE n % 10 = 0`);
}
