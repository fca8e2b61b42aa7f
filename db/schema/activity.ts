import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { isOneOf } from "./columns.ts";
import { ACTIVITY_KINDS, MINIMUM_AGES, type MinimumAge, MODES, PROVIDERS, WHY_NOT } from "./values.rules.ts";

/**
 * One number for all columns of an event that take few values. Whichever of them a filter names, `activity_day` gives the
 * facets that match, and an index finds their events. A facet is of one key, so of one organization. A hash: no query returns
 * it, and a number could not hold it.
 */
const facet = () =>
  bigint("facet", { mode: "bigint" })
    .notNull()
    .generatedAlwaysAs(
      sql`hashtextextended(plugin_key_id::text || '/' || kind || '/' || code || '/' || coalesce(provider, '') || '/' || mode || '/' || coalesce(minimum_age::text, ''), 0)`,
    );

/**
 * How a key was used, for integrators to read for 30 days. Partitioned by id (a UUID v7, so by time): a purge drops partitions.
 * No column names a device, a page, a token or a person. There are no foreign keys: an event outlives its key, and writing one
 * waits for no lock.
 */
export const activityEvent = pgTable(
  "activity_event",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    pluginKeyId: uuid("plugin_key_id").notNull(),
    kind: text("kind", { enum: ACTIVITY_KINDS }).notNull(),
    code: text("code").notNull(),
    ok: boolean("ok").notNull(),
    provider: text("provider", { enum: PROVIDERS }),
    mode: text("mode", { enum: MODES }).notNull(),
    minimumAge: smallint("minimum_age").$type<MinimumAge>(),
    host: text("host"),
    billed: boolean("billed").notNull(),
    /**
     * A keyed digest that the call and the steps of one check share. It does not lead back to a row. Each token check has
     * its own.
     */
    reference: text("reference"),
    /**
     * Of a token check: the reference of the check that its token proves, where members may see both together (a test check,
     * or a live one that is confirmed).
     */
    checkReference: text("check_reference"),
    /** How many events were not recorded; only of kind `dropped`. */
    droppedCount: integer("dropped_count"),
    facet: facet(),
  },
  (t) => [
    // Each index is in the way of every event that is written, so the keys are as short as they can be. In most collations,
    // comparing texts is slow: a host and a reference are hashed. Thousands of events may be about one token, and a hash index
    // looks through all of them for room for the next (up to 130 us an event), so these are compared by their bytes. Every list
    // is of some facets, and no list of token checks is of a host.
    primaryKey({ columns: [t.facet, t.id] }),
    index("activity_event_by_host")
      .on(sql`hashtextextended(${t.host}, ${t.facet})`, t.id)
      .where(sql`${t.host} is not null and ${t.kind} <> 'check'`),
    index("activity_event_by_reference").using("hash", t.reference),
    index("activity_event_by_check_reference")
      .on(t.checkReference.op("text_pattern_ops"))
      .where(sql`${t.checkReference} is not null`),
    check("activity_event_kind_is_known", isOneOf(t.kind, ACTIVITY_KINDS)),
    // A bounded repeat, such as `{1,253}`, costs up to 21 us a row; a class and a length cost 0.5.
    check("activity_event_code_is_a_word", sql`${t.code} !~ '[^a-z_]' and octet_length(${t.code}) between 1 and 40`),
    check("activity_event_provider_is_known", isOneOf(t.provider, PROVIDERS)),
    check("activity_event_mode_is_known", isOneOf(t.mode, MODES)),
    check("activity_event_age_is_16_or_18", isOneOf(t.minimumAge, MINIMUM_AGES)),
    check(
      "activity_event_host_is_a_host",
      sql`${t.host} !~ '[^a-z0-9.:\\[\\]-]' and octet_length(${t.host}) between 1 and 253`,
    ),
    check(
      "activity_event_reference_is_short",
      sql`${t.reference} !~ '[^2-9A-HJ-NP-Z]' and octet_length(${t.reference}) = 8`,
    ),
    check(
      "activity_event_check_reference_is_short",
      sql`${t.checkReference} !~ '[^2-9A-HJ-NP-Z]' and octet_length(${t.checkReference}) = 8`,
    ),
    check("activity_event_dropped_has_a_count", sql`(${t.kind} = 'dropped') = (${t.droppedCount} is not null)`),
  ],
);

/** How many events each facet had on a UTC day. Kept for 13 months, to compare a year with the last one. */
export const activityDay = pgTable(
  "activity_day",
  {
    organizationId: uuid("organization_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    /** That of its events, by a trigger: a logical replica cannot find a row by a column that PostgreSQL generates. */
    facet: bigint("facet", { mode: "bigint" }).notNull(),
    pluginKeyId: uuid("plugin_key_id").notNull(),
    kind: text("kind", { enum: ACTIVITY_KINDS }).notNull(),
    code: text("code").notNull(),
    ok: boolean("ok").notNull(),
    provider: text("provider", { enum: PROVIDERS }),
    mode: text("mode", { enum: MODES }).notNull(),
    minimumAge: smallint("minimum_age").$type<MinimumAge>(),
    events: bigint("events", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.day, t.facet] }), index("activity_day_by_day").on(t.day)],
);

/**
 * How many live checks of an organization were not confirmed on a UTC day, by reason, and nothing finer. Kept for 13 months.
 * `lib/activity/why-not.rules.ts` says which of these numbers a shop may see.
 */
export const whyNotDay = pgTable(
  "why_not_day",
  {
    organizationId: uuid("organization_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    why: text("why", { enum: WHY_NOT }).notNull(),
    checks: bigint("checks", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.day, t.why] }),
    index("why_not_day_by_day").on(t.day),
    check("why_not_day_why_is_known", isOneOf(t.why, WHY_NOT)),
  ],
);
