import { getTableColumns } from "drizzle-orm";
import type { Db } from "../client.ts";
import { rowList } from "../columns.ts";
import { preparedStatement } from "../prepared.ts";
import { activityEvent, RECORDED, type Recorded } from "../schema/activity.ts";
import type { ActivityKind, WhyNot } from "../schema/values.rules.ts";

/** One event; what is absent is `null`, or false. It names its key by text (`pluginKey`) or by id (`pluginKeyId`). */
export type NewActivity = Partial<Recorded> & {
  /** Says how long ago it happened, in whole milliseconds. */
  agoMs: number;
  pluginKey?: string | null;
  pluginKeyId?: string | null;
  kind: ActivityKind;
  code: string;
  ok: boolean;
  billed?: boolean;
  reference?: string | null;
  droppedCount?: number | null;
  /** The UTC day, in days since 1970, on which the event's check was made, and counts. `null`: the event's own day. */
  checkDay?: number | null;
  /** Of a token check: the reference of its check, where members may know it. */
  checkReference?: string | null;
  /**
   * Of an unconfirmed live check. The database counts it by organization and day, and stores it with nothing else of the
   * event.
   */
  whyNot?: WhyNot | null;
  /** Counted by day, and stored with no event. */
  isCountedOnly?: boolean;
};

const columns = getTableColumns(activityEvent);
const recorded = RECORDED.map((name) => ({ name, column: columns[name].name, type: columns[name].getSQLType() }));
const RECORDED_COLUMNS = recorded.map(({ column }) => column).join(", ");

/** Holds what the events of a variant share. */
const VARIANTS = rowList<NewActivity>({
  key_id: ["uuid", (event) => event.pluginKeyId ?? null],
  key: ["text", (event) => event.pluginKey ?? null],
  kind: ["text", (event) => event.kind],
  code: ["text", (event) => event.code],
  ok: ["boolean", (event) => event.ok],
  billed: ["boolean", (event) => event.billed ?? false],
  dropped_count: ["int", (event) => event.droppedCount ?? null],
  why_not: ["text", (event) => event.whyNot ?? null],
  is_counted_only: ["boolean", (event) => event.isCountedOnly ?? false],
  ...Object.fromEntries(
    recorded.map(({ name, column, type }) => [column, [type, (event: NewActivity) => event[name] ?? null]]),
  ),
});

/** `variant`: the place of its variant, from 1 on. */
const EVENTS = rowList<{ variant: number; event: NewActivity }>({
  variant: ["int", ({ variant }) => variant],
  ago_ms: ["bigint", ({ event }) => event.agoMs],
  reference: ["text", ({ event }) => event.reference ?? null],
  check_day: ["int", ({ event }) => event.checkDay ?? null],
  check_reference: ["text", ({ event }) => event.checkReference ?? null],
});

/** A statement reaches the database within this time. */
const MAX_LATE_MS = 10_000;

/**
 * `$1`: the moment after which the events come. Events that differ only in their time and their reference are of one variant,
 * which is sent, and its key looked up, once.
 * The ids share their random bits: the time, and the place in the list, tell them apart.
 */
const insert = preparedStatement<{ newest: number | null }>(`
  WITH variant AS MATERIALIZED (
    SELECT v.n, k.organization_id, k.id AS plugin_key_id, v.kind, counted.code, v.ok OR counted.code <> v.code AS ok, k.mode,
      ${RECORDED_COLUMNS}, v.billed AND counted.code = v.code AS billed, v.dropped_count, v.why_not,
      NOT v.is_counted_only AND (NOT is_live_step OR stored_live_step(v.code) IS NOT NULL) AS is_stored
    FROM ${VARIANTS.from("v", 2, "n")}
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
      CASE WHEN at <= $1::bigint AND at > $1::bigint - ${MAX_LATE_MS} THEN $1::bigint + 1 ELSE at END AS ms
    FROM clock CROSS JOIN ${EVENTS.from("e", 2 + VARIANTS.size, "n")}
    CROSS JOIN LATERAL (SELECT clock.now - e.ago_ms AS at) dated
  ), written AS (
    INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, mode, ${RECORDED_COLUMNS}, billed, reference, check_reference, dropped_count)
    SELECT ('0' || to_hex((e.ms << 16) | x'7000'::int | (e.n & 4095)) || e.random)::uuid,
      organization_id, plugin_key_id, kind, code, ok, mode, ${RECORDED_COLUMNS}, billed, e.reference, e.check_reference, dropped_count
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
  const numbered = events.map((event) => {
    const name = VARIANTS.nameOf(event);
    const variant = numbers.get(name) ?? variants.push(event);
    numbers.set(name, variant);
    return { variant, event };
  });
  const [row] = await insert(db, after, ...VARIANTS.of(variants), ...EVENTS.of(numbered));
  return row?.newest ?? null;
}
