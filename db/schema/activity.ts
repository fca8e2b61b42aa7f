import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { isOneOf, moment } from "./columns.ts";
import {
  ACTIVITY_KINDS,
  MINIMUM_AGES,
  type MinimumAge,
  MODES,
  PROVIDERS,
  RESULT_STEPS,
  WHY_NOT,
} from "./values.rules.ts";

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
 * Says what a call, the steps of its check and the row of that check say alike. A column that is added here is written,
 * listed and read as it is; its migration replaces `list_checks`.
 */
const recorded = () => ({
  provider: text("provider", { enum: PROVIDERS }),
  minimumAge: smallint("minimum_age").$type<MinimumAge>(),
  host: text("host"),
});

type RecordedName = keyof ReturnType<typeof recorded>;
export const RECORDED = Object.keys(recorded()) as RecordedName[];

/**
 * Says how a key was used, for integrators to read for 30 days. Partitioned by id (a UUID v7, so by time): a purge drops
 * partitions. No column names a device, a page, a token or a person. There are no foreign keys: an event outlives its
 * key, and writing one waits for no lock.
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
    mode: text("mode", { enum: MODES }).notNull(),
    ...recorded(),
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
    /** Says how many events were not recorded; only of kind `dropped`. */
    droppedCount: integer("dropped_count"),
    facet: facet(),
  },
  (t) => [
    // Each index is in the way of every event that is written, so the keys are as short as they can be. In most collations,
    // comparing texts is slow: a reference is hashed. Thousands of events may be about one token, and a hash index
    // looks through all of them for room for the next (up to 130 us an event), so these are compared by their bytes.
    primaryKey({ columns: [t.facet, t.id] }),
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

export type Recorded = Pick<typeof activityEvent.$inferSelect, RecordedName>;

/** Sorts in the order of its values, so the least one is the result. */
export const resultStep = pgEnum("result_step", RESULT_STEPS);

/**
 * The list of checks: a row a check, and one for each count of events that were not recorded. A trigger (`list_checks`) makes it
 * of events as they are stored, whichever version stores them, so it says no more than they do. Partitioned by day, and purged
 * with the events.
 */
export const activityCheck = pgTable(
  "activity_check",
  {
    organizationId: uuid("organization_id").notNull(),
    /** The UTC day of `id`. */
    day: date("day", { mode: "string" }).notNull(),
    reference: text("reference").notNull(),
    /** Of the call that made the link: tells when, and orders the list. `null`: only steps are on record, and no list shows it. */
    id: uuid("id"),
    pluginKeyId: uuid("plugin_key_id").notNull(),
    mode: text("mode", { enum: MODES }).notNull(),
    ...recorded(),
    isOpened: boolean("is_opened").notNull(),
    /** The visitor went to the eID, or the check ended. */
    isClaimed: boolean("is_claimed").notNull(),
    /** `null`: the check has not ended and met no problem. */
    resultStep: resultStep("result_step"),
    endedAt: moment("ended_at"),
    droppedCount: integer("dropped_count"),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.reference, t.day] }),
    index("activity_check_newest").on(t.organizationId, t.mode, t.day, t.id),
    index("activity_check_by_host").on(t.organizationId, t.host, t.day, t.id),
    // Contract §5: the moment of a live no could tell which no it was.
    check(
      "activity_check_no_keeps_its_moment",
      sql`${t.mode} = 'test' or ${t.endedAt} is null or ${t.resultStep} = 'confirmed'`,
    ),
  ],
);

/** One row at most: checks of before this moment, of before this table was, are not in the list yet. A job takes it back by hours. */
export const activityUnlisted = pgTable("activity_unlisted", { before: moment("before").primaryKey() });

/** Says how many events each facet had on a UTC day. Kept for 13 months, to compare a year with the last one. */
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
 * Says how many live checks of an organization were not confirmed on a UTC day, by reason, and nothing finer. Kept for 13
 * months. `lib/activity/why-not.rules.ts` says which of these numbers a shop may see.
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
