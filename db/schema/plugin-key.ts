import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { born, digest, isOneOf, moment } from "./columns.ts";
import { organization } from "./organization.ts";
import { LANGUAGES, MODES, VERIFIED_DEVICES } from "./values.rules.ts";

/** Public: it stands in page source, so it is stored as it is. */
export const pluginKey = pgTable(
  "plugin_key",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    key: text("key").notNull().unique(),
    mode: text("mode", { enum: MODES }).notNull(),
    label: text("label").notNull().default(""),
    /** What its visitors read unless they choose; null: what their browser asks for. */
    language: text("language", { enum: LANGUAGES }),
    /** null: as its organization has it. */
    verifiedDevices: text("verified_devices", { enum: VERIFIED_DEVICES }),
    createdAt: born(),
    /** The end of the grace period after a rotation: the key works until then. */
    endsAt: moment("ends_at"),
    revokedAt: moment("revoked_at"),
    /** Its calls are refused until somebody lets it go on. */
    pausedAt: moment("paused_at"),
    /** So many calls a minute are accepted; null: as its plan has it, else as the instance. */
    callsPerMinute: integer("calls_per_minute"),
    /** The brake: the call after so many accepted ones of a clock hour pauses the key; null: none. */
    acceptedPerHour: integer("accepted_per_hour"),
  },
  (t) => [
    index("plugin_key_by_organization").on(t.organizationId),
    check("plugin_key_mode_is_known", isOneOf(t.mode, MODES)),
    check("plugin_key_language_is_known", isOneOf(t.language, LANGUAGES)),
    check("plugin_key_verified_devices_is_known", isOneOf(t.verifiedDevices, VERIFIED_DEVICES)),
    check("plugin_key_limits_are_positive", sql`${t.callsPerMinute} > 0 and ${t.acceptedPerHour} > 0`),
    check("plugin_key_names_its_mode", sql`${t.key} like 'pk\\_' || ${t.mode} || '\\_%'`),
  ],
);

/** How many calls of a key with a brake were accepted in its latest hour (UTC). */
export const keyHour = pgTable("key_hour", {
  pluginKeyId: uuid("plugin_key_id")
    .primaryKey()
    .references(() => pluginKey.id, { onDelete: "cascade" }),
  hour: moment("hour").notNull(),
  accepted: integer("accepted").notNull(),
});

/** What a live key is locked to. Stored as a digest only; two at most, so that a shop can change over. */
export const pluginKeySecret = pgTable(
  "plugin_key_secret",
  {
    /** Names it to its members, who may revoke it; opens nothing. */
    id: uuid("id").primaryKey(),
    pluginKeyId: uuid("plugin_key_id")
      .notNull()
      .references(() => pluginKey.id, { onDelete: "cascade" }),
    place: smallint("place").notNull(),
    digest: digest("digest").notNull(),
    /** Its last letters, so that its members know it again. */
    hint: text("hint").notNull(),
    createdAt: born(),
  },
  (t) => [
    uniqueIndex("plugin_key_secret_two_at_most").on(t.pluginKeyId, t.place),
    check("plugin_key_secret_place_is_1_or_2", sql`${t.place} in (1, 2)`),
    check("plugin_key_secret_digest_is_a_digest", sql`octet_length(${t.digest}) = 32`),
  ],
);
