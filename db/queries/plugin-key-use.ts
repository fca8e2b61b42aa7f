import { type SQL, sql } from "drizzle-orm";
import { HOUR_MS } from "#lib/base/time.rules.ts";
import type { Db } from "../client.ts";
import { arrayOf } from "../prepared.ts";

/**
 * `lastUsedAt`: `null` if no call is recorded. `callsByHour`: of the last 24 hours, the oldest first, also refused ones.
 * `refusedInDay`: of the same hours. `isBound`: there were so many that the earliest were not counted.
 */
export type KeyUse = {
  key: string;
  lastUsedAt: Date | null;
  lastHost: string | null;
  callsInDay: number;
  refusedInDay: number;
  callsByHour: number[];
  /** The same calls by the hour of the clock (UTC); of the first hour and the last one only a part. */
  callsByClock: { from: Date; calls: number }[];
  isBound: boolean;
};

type Counted = Omit<KeyUse, "callsByHour" | "callsByClock"> & { byPart: Record<string, number> | null; now: Date };

const HOURS = 24;

/** Counts so many of the calls of one facet (one key, eID, age, answer), the newest. */
const MAX_COUNTED = 20_000;

/**
 * When, from where and how often each key is called. It looks for the newest call only in the last day that a facet counts, and
 * in the day after: a link that is made at midnight counts on the day before its call. `keys`: only of these.
 */
export async function listKeyUse(db: Db, organizationId: string, keys?: readonly string[]): Promise<KeyUse[]> {
  const isAsked = keys === undefined ? sql`true` : sql`k.key = ANY(${arrayOf(keys)}::text[])`;
  const firstDay = await findFirstDay(db, organizationId, isAsked);
  const rows = await db.execute<Counted>(sql`
    WITH facets AS MATERIALIZED (
      SELECT plugin_key_id, facet, ok, max(day)::timestamp AT TIME ZONE 'UTC' AS last FROM activity_day
      WHERE organization_id = ${organizationId} AND kind = 'call' AND day >= (now() AT TIME ZONE 'UTC')::date - 31
      GROUP BY plugin_key_id, facet, ok
    ), hours AS MATERIALIZED (
      -- The first id of each part but the oldest, whose own is the bound of the index. The clock cuts each hour in two.
      SELECT array_agg(uuid_v7_from(part) ORDER BY part) AS begin FROM (
        SELECT now() - ago * interval '1 hour' AS part FROM generate_series(1, ${HOURS - 1}) ago
        UNION ALL
        SELECT date_trunc('hour', now(), 'UTC') - ago * interval '1 hour' FROM generate_series(0, ${HOURS - 1}) ago
      ) AS parts
    )
    SELECT k.key, uuid_v7_moment(newest.id) AS "lastUsedAt", newest.host AS "lastHost",
      coalesce(lately.calls, 0) AS "callsInDay", coalesce(lately.refused, 0) AS "refusedInDay", lately."byPart", now() AS now,
      coalesce(lately."isBound", false) AS "isBound"
    FROM plugin_key k
    LEFT JOIN LATERAL (
      SELECT found.id, found.host FROM facets f CROSS JOIN LATERAL (
        SELECT id, host, plugin_key_id FROM activity_event
        WHERE activity_event.facet = f.facet
          AND id >= uuid_v7_from(f.last) AND id < uuid_v7_from(f.last + interval '48 hours')
          AND id >= uuid_v7_from(${firstDay}::timestamptz)
        ORDER BY id DESC LIMIT 1
      ) AS found
      WHERE f.plugin_key_id = k.id AND found.plugin_key_id = k.id ORDER BY found.id DESC LIMIT 1
    ) AS newest ON true
    LEFT JOIN LATERAL (
      SELECT sum(calls)::int AS calls, sum(refused)::int AS refused, jsonb_object_agg(part, calls) AS "byPart",
        bool_or(is_bound) AS "isBound"
      FROM (
        SELECT counted.part, sum(counted.calls) AS calls, coalesce(sum(counted.calls) FILTER (WHERE NOT f.ok), 0) AS refused,
          bool_or(counted.in_facet >= ${MAX_COUNTED}) AS is_bound
        FROM facets f CROSS JOIN LATERAL (
          SELECT width_bucket(id, (SELECT begin FROM hours)) AS part,
            count(*) AS calls, sum(count(*)) OVER () AS in_facet
          FROM (
            SELECT id FROM activity_event
            WHERE activity_event.facet = f.facet AND id >= (SELECT uuid_v7_from(now() - interval '24 hours')) AND ${isLately()}
            ORDER BY id DESC LIMIT ${MAX_COUNTED}
          ) AS newest
          GROUP BY 1
        ) AS counted
        WHERE f.plugin_key_id = k.id AND f.last > now() - interval '72 hours'
        GROUP BY counted.part
      ) AS hours
    ) AS lately ON true
    WHERE k.organization_id = ${organizationId} AND ${isAsked}
    ORDER BY k.created_at, k.id
  `);
  return rows.map(({ byPart, now, ...row }) => {
    const ofPart = (n: number) => byPart?.[n] ?? 0;
    const thisHour = Math.floor(+now / HOUR_MS) * HOUR_MS;
    return {
      ...row,
      callsByHour: Array.from({ length: HOURS }, (_, n) => ofPart(2 * n) + ofPart(2 * n + 1)),
      callsByClock: Array.from({ length: HOURS + 1 }, (_, n) => ({
        from: new Date(Math.max(thisHour - (HOURS - n) * HOUR_MS, +now - HOURS * HOUR_MS)),
        calls: ofPart(2 * n - 1) + ofPart(2 * n),
      })),
    };
  });
}

/** Finds the first day to open: with a constant, PostgreSQL does not even plan the days before it. */
async function findFirstDay(db: Db, organizationId: string, isAsked: SQL): Promise<string> {
  const [row] = await db.execute<{ day: string }>(sql`
    SELECT coalesce(min(last), (now() AT TIME ZONE 'UTC')::date)::text || 'T00:00:00Z' AS day FROM (
      SELECT max(day) AS last FROM activity_day d JOIN plugin_key k ON k.id = d.plugin_key_id
      WHERE d.organization_id = ${organizationId} AND k.organization_id = ${organizationId} AND ${isAsked}
        AND d.kind = 'call' AND d.day >= (now() AT TIME ZONE 'UTC')::date - 31
      GROUP BY d.plugin_key_id
    ) AS days`);
  return row?.day ?? "-infinity";
}

/** A constant for the planner. Within the hour that it leaves, the clocks of PostgreSQL and of this machine may differ. */
function isLately(): SQL {
  const since = new Date(Date.now() - (HOURS + 1) * HOUR_MS);
  return sql`id >= uuid_v7_from(${since.toISOString()}::timestamptz)`;
}

/** Calls of a key's last 24 hours for one host. `inHour`: of its last hour. */
export type HostUse = { host: string; calls: number; inHour: number };

/** Counts the newest of these calls. */
const MAX_CALLS = 10_000;

/** Lists for which hosts a key was called in 24 hours, the most first. */
export async function listKeyHosts(db: Db, organizationId: string, key: string): Promise<HostUse[]> {
  return db.execute<HostUse>(sql`
    WITH facets AS MATERIALIZED (
      SELECT DISTINCT facet FROM activity_day
      WHERE organization_id = ${organizationId} AND kind = 'call' AND day >= (now() AT TIME ZONE 'UTC')::date - 2
        AND plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})
    )
    SELECT found.host, count(*)::int AS calls,
      (count(*) FILTER (WHERE found.id >= (SELECT uuid_v7_from(now() - interval '1 hour'))))::int AS "inHour"
    FROM facets CROSS JOIN LATERAL (
      SELECT id, host FROM activity_event
      WHERE activity_event.facet = facets.facet AND id >= (SELECT uuid_v7_from(now() - interval '24 hours')) AND ${isLately()}
      ORDER BY id DESC LIMIT ${MAX_CALLS}
    ) AS found
    WHERE found.host IS NOT NULL
    GROUP BY found.host ORDER BY calls DESC, found.host LIMIT 20`);
}

/** Counts the calls of a key on each UTC day that has some, the oldest first; of the last 60 days. */
export async function listKeyDays(db: Db, organizationId: string, key: string) {
  return db.execute<{ day: string; calls: number }>(sql`
    SELECT day::text AS day, sum(events)::int AS calls FROM activity_day
    WHERE organization_id = ${organizationId} AND kind = 'call' AND day >= (now() AT TIME ZONE 'UTC')::date - 60
      AND plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})
    GROUP BY day ORDER BY day`);
}
