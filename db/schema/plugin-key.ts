import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { born, digest, isOneOf, moment } from "./columns.ts";
import { ofOrganization } from "./organization.ts";
import { LANGUAGES, MODES, VERIFIED_DEVICES } from "./values.rules.ts";

/** A plugin key is public: shops put it into their pages. So it is stored as it is. */
export const pluginKey = pgTable(
  "plugin_key",
  {
    id: uuid("id").primaryKey(),
    organizationId: ofOrganization(),
    key: text("key").notNull().unique(),
    mode: text("mode", { enum: MODES }).notNull(),
    label: text("label").notNull().default(""),
    /** The language for its visitors unless they choose another; null: the organization's. */
    language: text("language", { enum: LANGUAGES }),
    /** null: the organization's setting. */
    verifiedDevices: text("verified_devices", { enum: VERIFIED_DEVICES }),
    createdAt: born(),
    /** The key works until then: the end of the grace period after a rotation. */
    endsAt: moment("ends_at"),
    revokedAt: moment("revoked_at"),
    /** Since then its calls are refused, until somebody resumes it. */
    pausedAt: moment("paused_at"),
    /** Since then its calls must carry one of its secrets. A key that has secrets and is not locked is about to be. */
    lockedAt: moment("locked_at"),
    /** The key whose rotation made this one. No foreign key: keys go only with their organization, all of them at once. */
    replacesId: uuid("replaces_id"),
    /** The most calls accepted per minute; null: the plan's limit, else the instance's. */
    callsPerMinute: integer("calls_per_minute"),
    /** The most calls accepted per minute of one address that sends no secret; null: the plan's limit, else the instance's. */
    callsPerAddress: integer("calls_per_address"),
    /** The brake: after this many accepted calls with a secret in a clock hour, the next one pauses the key; null: no brake. */
    acceptedPerHour: integer("accepted_per_hour"),
    /** A page of the shop for visitors who have no eID; null: none. */
    fallbackUrl: text("fallback_url"),
  },
  (t) => [
    index("plugin_key_by_organization").on(t.organizationId),
    check("plugin_key_mode_is_known", isOneOf(t.mode, MODES)),
    check("plugin_key_language_is_known", isOneOf(t.language, LANGUAGES)),
    check("plugin_key_verified_devices_is_known", isOneOf(t.verifiedDevices, VERIFIED_DEVICES)),
    check("plugin_key_limits_are_positive", sql`${t.callsPerMinute} > 0 and ${t.acceptedPerHour} > 0`),
    check("plugin_key_calls_per_address_is_positive", sql`${t.callsPerAddress} > 0`),
    check("plugin_key_names_its_mode", sql`${t.key} like 'pk\\_' || ${t.mode} || '\\_%'`),
  ],
);

/** The plugin key that a row belongs to, and with which it goes. */
export const ofPluginKey = () =>
  uuid("plugin_key_id")
    .notNull()
    .references(() => pluginKey.id, { onDelete: "cascade" });

/** The accepted calls with a secret of a key with a brake, in the UTC hour of its latest one. */
export const keyHour = pgTable("key_hour", {
  pluginKeyId: ofPluginKey().primaryKey(),
  hour: moment("hour").notNull(),
  accepted: integer("accepted").notNull(),
});

/** Keeps the digest of what a locked key's calls must carry. A key has two at most, so that one can be replaced. */
export const pluginKeySecret = pgTable(
  "plugin_key_secret",
  {
    /** For members, to revoke it. It is no secret. */
    id: uuid("id").primaryKey(),
    pluginKeyId: ofPluginKey(),
    place: smallint("place").notNull(),
    digest: digest("digest").notNull(),
    /** Its last letters, so that members can recognize it. */
    hint: text("hint").notNull(),
    createdAt: born(),
  },
  (t) => [
    uniqueIndex("plugin_key_secret_max_two").on(t.pluginKeyId, t.place),
    check("plugin_key_secret_place_is_1_or_2", sql`${t.place} in (1, 2)`),
    check("plugin_key_secret_digest_is_a_digest", sql`octet_length(${t.digest}) = 32`),
  ],
);
