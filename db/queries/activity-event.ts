import type { Db } from "../client.ts";
import { arrayOf, preparedStatement } from "../prepared.ts";
import type { ActivityKind, MinimumAge, ProviderId, WhyNot } from "../schema/values.rules.ts";

/**
 * One event. `agoMs`: how long ago it happened, in whole milliseconds. The event names its key by text (`pluginKey`) or by id
 * (`pluginKeyId`).
 */
export type NewActivity = {
  agoMs: number;
  pluginKey: string | null;
  pluginKeyId: string | null;
  kind: ActivityKind;
  code: string;
  ok: boolean;
  provider: ProviderId | null;
  minimumAge: MinimumAge | null;
  host: string | null;
  billed: boolean;
  reference: string | null;
  droppedCount: number | null;
  /** The UTC day, in days since 1970, on which the event's check was made, and counts. `null`: the event's own day. */
  checkDay: number | null;
  /** Of a token check: the reference of its check, where members may know it. */
  checkReference: string | null;
  /**
   * Of an unconfirmed live check. The database counts it by organization and day, and stores it with nothing else of the
   * event.
   */
  whyNot: WhyNot | null;
  /** Counted by day, and stored with no event. */
  isCountedOnly: boolean;
};

/** A statement reaches the database within this time. */
const MAX_LATE_MS = 10_000;

/**
 * Events that differ only in their time and their reference are of one variant, which is sent, and its key looked up, once.
 * The ids share their random bits: the time, and the place in the list, tell them apart.
 */
const insert = preparedStatement<{ newest: number | null }>(`
  WITH variant AS MATERIALIZED (
    SELECT v.n, k.organization_id, k.id AS plugin_key_id, v.kind, counted.code, v.ok OR counted.code <> v.code AS ok, v.provider,
      k.mode, v.minimum_age, v.host, v.billed AND counted.code = v.code AS billed, v.dropped_count, v.why_not,
      NOT v.is_counted_only AND (NOT is_live_step OR stored_live_step(v.code) IS NOT NULL) AS is_stored
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::smallint[], $8::text[],
      $9::boolean[], $10::int[], $11::text[], $12::boolean[]) WITH ORDINALITY
      AS v(key_id, key, kind, code, ok, provider, minimum_age, host, billed, dropped_count, why_not, is_counted_only, n)
    CROSS JOIN LATERAL (
      SELECT id, organization_id, mode FROM plugin_key WHERE id = v.key_id
      UNION ALL SELECT id, organization_id, mode FROM plugin_key WHERE key = v.key
      LIMIT 1
    ) k
    CROSS JOIN LATERAL (SELECT k.mode = 'live' AND v.kind = 'step' AS is_live_step) step
    CROSS JOIN LATERAL (SELECT CASE WHEN is_live_step THEN counted_live_step(v.code) ELSE v.code END AS code) counted
    WHERE counted.code IS NOT NULL
  ), clock AS MATERIALIZED (
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, right(gen_random_uuid()::text, 17) AS random
  ), happened AS MATERIALIZED (
    SELECT e.variant, e.reference, e.check_reference, e.check_day, e.n, clock.random,
      CASE WHEN at <= $18::bigint AND at > $18::bigint - ${MAX_LATE_MS} THEN $18::bigint + 1 ELSE at END AS ms
    FROM clock CROSS JOIN unnest($13::int[], $14::bigint[], $15::text[], $16::int[], $17::text[]) WITH ORDINALITY
      AS e(variant, ago_ms, reference, check_day, check_reference, n)
    CROSS JOIN LATERAL (SELECT clock.now - e.ago_ms AS at) dated
  ), written AS (
    INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, provider, mode, minimum_age, host, billed, reference, check_reference, dropped_count)
    SELECT ('0' || to_hex((e.ms << 16) | x'7000'::int | (e.n & 4095)) || e.random)::uuid,
      organization_id, plugin_key_id, kind, code, ok, provider, mode, minimum_age, host, billed, e.reference, e.check_reference, dropped_count
    FROM happened e JOIN variant ON variant.n = e.variant WHERE is_stored
  ), counted AS MATERIALIZED (
    SELECT variant, date '1970-01-01' + coalesce(check_day, (ms / 86400000)::int) AS day, count(*) AS events, max(ms) AS newest
    FROM happened GROUP BY 1, 2
  ), counted_by_facet AS (
    INSERT INTO activity_day (organization_id, day, plugin_key_id, kind, code, ok, provider, mode, minimum_age, events)
    SELECT organization_id, day, plugin_key_id, kind, code, bool_and(ok), provider, mode, minimum_age, sum(events)
    FROM counted JOIN variant ON variant.n = counted.variant
    GROUP BY organization_id, day, plugin_key_id, kind, code, provider, mode, minimum_age
    ORDER BY organization_id, day, plugin_key_id, kind, code, provider, minimum_age
    ON CONFLICT (organization_id, day, facet) DO UPDATE SET events = activity_day.events + excluded.events
  ), counted_by_why AS (
    INSERT INTO why_not_day (organization_id, day, why, checks)
    SELECT organization_id, day, why_not, sum(events)
    FROM counted JOIN variant ON variant.n = counted.variant
    WHERE why_not IS NOT NULL AND mode = 'live' AND is_stored GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, day, why) DO UPDATE SET checks = why_not_day.checks + excluded.checks
  )
  SELECT max(newest) AS newest FROM counted JOIN variant ON variant.n = counted.variant
`);

/**
 * Writes events and their counters in one statement. An event of a check counts on the day on which its check was made, so
 * that no day has more ends than links. The database makes the ids, UUIDs v7 (RFC 9562) of its own clock in the
 * order of the list, because an application with a wrong clock would write into partitions that do not exist. The key says
 * which organization an event belongs to; the statement skips events of unknown keys. It updates the counters in one order,
 * so that two batches cannot deadlock.
 *
 * Returns the moment of the youngest event in milliseconds since 1970, or `null` if it wrote none. A statement that reaches
 * the database late dates its events late by as much. The next batch of the same process passes that moment as `after`, so
 * that its events come later (unless somebody sets the database's clock back).
 */
export async function insertActivity(
  db: Db,
  events: readonly NewActivity[],
  after: number | null = null,
): Promise<number | null> {
  const numbers = new Map<string, number>();
  const variants: NewActivity[] = [];
  const numberOf = (event: NewActivity) => {
    const name = nameOf(event);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const number = variants.push(event);
    numbers.set(name, number);
    return number;
  };
  const numbered = arrayOf(events.map(numberOf));
  const [row] = await insert(
    db,
    ...VARIANT.map((column) => arrayOf(variants.map((variant) => variant[column]))),
    numbered,
    arrayOf(events.map(({ agoMs }) => agoMs)),
    arrayOf(events.map(({ reference }) => reference)),
    arrayOf(events.map(({ checkDay }) => checkDay)),
    arrayOf(events.map(({ checkReference }) => checkReference)),
    after,
  );
  return row?.newest ?? null;
}

/** What the events of a variant share, in the order of the statement's parameters. */
const VARIANT = [
  "pluginKeyId",
  "pluginKey",
  "kind",
  "code",
  "ok",
  "provider",
  "minimumAge",
  "host",
  "billed",
  "droppedCount",
  "whyNot",
  "isCountedOnly",
] as const satisfies (keyof NewActivity)[];

/** The host comes last, because it may hold any text, "null" too. */
function nameOf(event: NewActivity): string {
  const { pluginKeyId, pluginKey, kind, code, ok, provider, minimumAge, billed, droppedCount, whyNot } = event;
  const { isCountedOnly, host } = event;
  const key = `${pluginKeyId} ${pluginKey} ${kind} ${code} ${ok} ${provider}`;
  const shared = `${key} ${minimumAge} ${billed} ${droppedCount} ${whyNot} ${isCountedOnly}`;
  return host === null ? shared : `${shared} ${host}`;
}
