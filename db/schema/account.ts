import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { born, bytea, digest, moment } from "./columns.ts";

const LANGUAGES = ["da", "sv", "nb", "fi", "en", "de"] as const;

/** What provider `s` does with a device that holds a proof: contract §1, rule 10, or a new check. */
const VERIFIED_DEVICES = ["turned_away", "asked_again"] as const;

/** The tenant: a shop's company. Its row is also the gate that admissions and everything that must stop them lock in turn. */
export const organization = pgTable(
  "organization",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    createdAt: born(),
    suspendedAt: moment("suspended_at"),
    /** The ground of the hosted pages' button; null: ours. */
    accent: text("accent"),
    /** What the visitors of its keys read unless the key or they say otherwise; null: what their browser asks for. */
    language: text("language", { enum: LANGUAGES }),
    /** An IANA name: in which the dashboard tells dates and times. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** Stands on invoices, as it is written: lines ended by \n. */
    legalAddress: text("legal_address"),
    verifiedDevices: text("verified_devices", { enum: VERIFIED_DEVICES }).notNull().default("turned_away"),
  },
  (t) => [
    check("organization_accent_is_a_colour", sql`${t.accent} ~ '^#[0-9a-f]{6}$'`),
    check("organization_language_is_known", sql`${t.language} in ('da', 'sv', 'nb', 'fi', 'en', 'de')`),
    check("organization_verified_devices_is_known", sql`${t.verifiedDevices} in ('turned_away', 'asked_again')`),
  ],
);

/**
 * What the hosted pages show of a shop beside its host. Its address is its digest (SHA-256, in hex), so it may be cached
 * for ever. Two organizations may have the same one.
 */
export const organizationLogo = pgTable(
  "organization_logo",
  {
    organizationId: uuid("organization_id")
      .primaryKey()
      .references(() => organization.id, { onDelete: "cascade" }),
    mediaType: text("media_type", { enum: ["image/png", "image/jpeg", "image/webp"] }).notNull(),
    bytes: bytea("bytes").notNull(),
    digest: text("digest").notNull(),
    createdAt: born(),
  },
  (t) => [
    index("organization_logo_by_digest").on(t.digest),
    check("organization_logo_media_type_is_known", sql`${t.mediaType} in ('image/png', 'image/jpeg', 'image/webp')`),
    check("organization_logo_is_at_most_64_kib", sql`octet_length(${t.bytes}) between 1 and 65536`),
    check("organization_logo_digest_is_of_its_bytes", sql`${t.digest} = encode(sha256(${t.bytes}), 'hex')`),
  ],
);

/** Somebody who signs in to the dashboard. Visitors have no row anywhere. */
export const user = pgTable(
  "user",
  { id: uuid("id").primaryKey(), email: text("email").notNull().unique(), createdAt: born() },
  (t) => [check("user_email_is_lower_case", sql`${t.email} = lower(${t.email})`)],
);

const ROLES = ["owner", "admin", "developer", "billing", "viewer"] as const;

export const member = pgTable(
  "member",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    role: text("role", { enum: ROLES }).notNull(),
    createdAt: born(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.userId] }),
    index("member_by_user").on(t.userId),
    check("member_role_is_known", sql`${t.role} in ('owner', 'admin', 'developer', 'billing', 'viewer')`),
  ],
);

/** An offer to join, bound to an address. Its value is stored as a digest only; whoever is asked again gets a new one. */
export const invitation = pgTable(
  "invitation",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    /** Whose word it is; null: the operator's. */
    invitedBy: uuid("invited_by").references(() => user.id, { onDelete: "cascade" }),
    digest: digest("digest").notNull().unique(),
    createdAt: born(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    uniqueIndex("invitation_open_once_per_address")
      .on(t.organizationId, t.email)
      .where(sql`${t.acceptedAt} is null and ${t.revokedAt} is null`),
    index("invitation_by_inviter").on(t.invitedBy),
    check("invitation_email_is_lower_case", sql`${t.email} = lower(${t.email})`),
    check("invitation_role_is_known", sql`${t.role} in ('owner', 'admin', 'developer', 'billing', 'viewer')`),
  ],
);

/** An account at an OpenID provider that may sign its user in. */
export const signInAccount = pgTable(
  "sign_in_account",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    createdAt: born(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] })],
);

/** A browser that somebody signed in with. Its cookie's value is stored as a digest only. */
export const signInSession = pgTable(
  "sign_in_session",
  {
    digest: digest("digest").primaryKey(),
    /** Names it to its member, who may end it; opens nothing. */
    id: uuid("id").notNull().unique().default(sql`gen_random_uuid()`),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    createdAt: born(),
    expiresAt: moment("expires_at").notNull(),
    lastSeenAt: moment("seen_at").notNull().defaultNow(),
    /** When its user was last asked who they are; null: a company account did not say. */
    askedAt: moment("asked_at").defaultNow(),
    /** Such as "Firefox on Linux": how its member knows it again. */
    browser: text("browser").notNull().default(""),
  },
  (t) => [index("sign_in_session_by_user").on(t.userId)],
);

/** Opens once, until it expires. Its value is stored as a digest only. */
export const signInLink = pgTable("sign_in_link", {
  digest: digest("digest").primaryKey(),
  /** null: whoever holds it becomes the first owner of an instance that has nobody yet. */
  email: text("email"),
  createdAt: born(),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
});

/** Public: it stands in page source, so it is stored as it is. */
export const pluginKey = pgTable(
  "plugin_key",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    key: text("key").notNull().unique(),
    mode: text("mode", { enum: ["live", "test"] }).notNull(),
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
    check("plugin_key_mode_is_known", sql`${t.mode} in ('live', 'test')`),
    check("plugin_key_language_is_known", sql`${t.language} in ('da', 'sv', 'nb', 'fi', 'en', 'de')`),
    check("plugin_key_verified_devices_is_known", sql`${t.verifiedDevices} in ('turned_away', 'asked_again')`),
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

/** A host that an organization may send visitors back to, once verified. ASCII form, lower case, no port. */
export const domain = pgTable(
  "domain",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    host: text("host").notNull(),
    includeSubdomains: boolean("include_subdomains").notNull().default(false),
    createdAt: born(),
    verifiedAt: moment("verified_at"),
    /** What a DNS record or a file must say to prove the host; `null` for one that the operator vouched for. */
    challenge: text("challenge"),
    /** Where the challenge must be found: in a DNS record, or in a file on the host. */
    method: text("method", { enum: ["dns", "file"] })
      .notNull()
      .default("dns"),
    /** When somebody or the clock last looked, and what was found: the word of a `Diagnosis`. */
    checkedAt: moment("checked_at"),
    diagnosis: text("diagnosis"),
    /** When it was last proven; `null`: never, or the operator vouched for it since. */
    lastVerifiedAt: moment("proven_at"),
    /** Since when the record or file that proved it is no longer there. */
    missingSince: moment("missing_since"),
  },
  (t) => [
    uniqueIndex("domain_once_per_organization").on(t.organizationId, t.host),
    check("domain_method_is_known", sql`${t.method} in ('dns', 'file')`),
    check(
      "domain_file_proves_one_host",
      sql`${t.method} = 'dns' or not ${t.includeSubdomains} or ${t.lastVerifiedAt} is null`,
    ),
    check("domain_host_is_ascii_lower_case", sql`${t.host} ~ '^[a-z0-9.:\\[\\]-]+$'`),
  ],
);

/** Who changed what, before → after. Outlives the organization; never holds anything about a visitor. */
export const auditEvent = pgTable(
  "audit_event",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id"),
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
    createdAt: born(),
  },
  (t) => [index("audit_event_by_organization").on(t.organizationId, t.id)],
);
