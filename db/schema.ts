import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  char,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer<ArrayBuffer>; driverData: Buffer }>({ dataType: () => "bytea" });
/** A digest, never the thing it was made from. */
const digest = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const born = () => moment("created_at").notNull().defaultNow();

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
  },
  (t) => [check("organization_accent_is_a_colour", sql`${t.accent} ~ '^#[0-9a-f]{6}$'`)],
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

export const member = pgTable(
  "member",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["owner", "admin", "developer", "billing", "viewer"] }).notNull(),
    createdAt: born(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.userId] }),
    index("member_by_user").on(t.userId),
    check("member_role_is_known", sql`${t.role} in ('owner', 'admin', 'developer', 'billing', 'viewer')`),
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

export const signInSession = pgTable(
  "sign_in_session",
  {
    digest: digest("digest").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    createdAt: born(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("sign_in_session_by_user").on(t.userId)],
);

export const signInLink = pgTable("sign_in_link", {
  digest: digest("digest").primaryKey(),
  email: text("email").notNull(),
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
    language: text("language", { enum: ["da", "sv", "nb", "fi", "en", "de"] }),
    createdAt: born(),
    /** The end of the grace period after a rotation: the key works until then. */
    endsAt: moment("ends_at"),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    index("plugin_key_by_organization").on(t.organizationId),
    check("plugin_key_mode_is_known", sql`${t.mode} in ('live', 'test')`),
    check("plugin_key_language_is_known", sql`${t.language} in ('da', 'sv', 'nb', 'fi', 'en', 'de')`),
    check("plugin_key_names_its_mode", sql`${t.key} like 'pk\\_' || ${t.mode} || '\\_%'`),
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
    /** What a DNS record must say to prove the host; `null` for one that the operator vouched for. */
    challenge: text("challenge"),
    /** When DNS last proved it; `null`: never, or the operator vouched for it since. */
    provenAt: moment("proven_at"),
    /** Since when the record that proved it is no longer there. */
    missingSince: moment("missing_since"),
  },
  (t) => [
    uniqueIndex("domain_once_per_organization").on(t.organizationId, t.host),
    check("domain_host_is_ascii_lower_case", sql`${t.host} ~ '^[a-z0-9.:\\[\\]-]+$'`),
  ],
);

/** What an organization pays, in minor units of one currency. */
export const subscription = pgTable(
  "subscription",
  {
    organizationId: uuid("organization_id")
      .primaryKey()
      .references(() => organization.id, { onDelete: "cascade" }),
    status: text("status", { enum: ["trialing", "active", "past_due", "canceled", "paused"] }).notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    priceSMinor: integer("price_s_minor").notNull(),
    priceBMinor: integer("price_b_minor").notNull(),
    /** The most that one UTC month may cost; null: no cap. */
    spendCapMinor: bigint("spend_cap_minor", { mode: "number" }),
    createdAt: born(),
  },
  (t) => [
    check("subscription_status_is_known", sql`${t.status} in ('trialing', 'active', 'past_due', 'canceled', 'paused')`),
    check("subscription_currency_is_iso_4217", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check("subscription_prices_are_not_negative", sql`${t.priceSMinor} >= 0 and ${t.priceBMinor} >= 0`),
    check("subscription_cap_is_not_negative", sql`${t.spendCapMinor} >= 0`),
  ],
);

/**
 * One check of one visitor. Partitioned by id (a UUID v7, so by time): forgetting drops partitions.
 *
 *   created ──claim──▶ authorizing ──finish──▶ completed (outcome)
 *      └──── the clock ────┴────▶ expired (derived; `forget` erases the page and the browser)
 */
export const verification = pgTable(
  "verification",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    pluginKeyId: uuid("plugin_key_id").notNull(),
    provider: text("provider", { enum: ["s", "b"] }).notNull(),
    mode: text("mode", { enum: ["live", "test"] }).notNull(),
    minimumAge: smallint("minimum_age").$type<16 | 18>().notNull(),
    device: digest("device").notNull(),
    /** Scheme and verified host: what the pages show, and the way home when the page is forgotten. */
    returnOrigin: text("return_origin").notNull(),
    returnUrl: text("return_url"),
    createdAt: born(),
    startedAt: moment("started_at"),
    browser: digest("browser"),
    /** Counts the trips to the eID that came back without an answer; each has its own PKCE verifier and nonce. */
    attempt: smallint("attempt").notNull().default(0),
    /** Why the last trip came back without an answer; what the page then says. */
    problem: text("problem"),
    completedAt: moment("completed_at"),
    outcome: text("outcome", { enum: ["verified", "too_young", "cancelled", "failed"] }),
    redeemedAt: moment("redeemed_at"),
  },
  (t) => [
    index("verification_by_device").on(t.organizationId, t.device).where(sql`${t.redeemedAt} is not null`),
    index("verification_unforgotten").on(t.createdAt).where(sql`${t.returnUrl} is not null`),
    check("verification_provider_is_known", sql`${t.provider} in ('s', 'b')`),
    check("verification_mode_is_known", sql`${t.mode} in ('live', 'test')`),
    check("verification_age_is_16_or_18", sql`${t.minimumAge} in (16, 18)`),
    check("verification_device_is_a_digest", sql`octet_length(${t.device}) = 32`),
    check("verification_outcome_is_known", sql`${t.outcome} in ('verified', 'too_young', 'cancelled', 'failed')`),
    check("verification_completed_has_outcome", sql`(${t.completedAt} is null) = (${t.outcome} is null)`),
    check("verification_started_has_browser", sql`${t.browser} is null or ${t.startedAt} is not null`),
    check(
      "verification_completed_forgets_page_and_browser",
      sql`${t.completedAt} is null or (${t.returnUrl} is null and ${t.browser} is null)`,
    ),
    check(
      "verification_only_proofs_are_redeemed",
      sql`${t.redeemedAt} is null or coalesce(${t.outcome} = 'verified', false)`,
    ),
  ],
);

/**
 * The ledger. Append-only for the application's role, and its key *is* the verification's id: a second event for the
 * same verification cannot be written. No foreign key: the verification is forgotten, the ledger is kept.
 */
export const billingEvent = pgTable(
  "billing_event",
  {
    verificationId: uuid("verification_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    pluginKeyId: uuid("plugin_key_id").notNull(),
    provider: text("provider", { enum: ["s", "b"] }).notNull(),
    mode: text("mode", { enum: ["live", "test"] }).notNull(),
    priceMinor: integer("price_minor").notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    createdAt: born(),
  },
  (t) => [
    index("billing_event_by_organization").on(t.organizationId, t.createdAt),
    check("billing_event_provider_is_known", sql`${t.provider} in ('s', 'b')`),
    check("billing_event_price_is_not_negative", sql`${t.priceMinor} >= 0`),
    check("billing_event_test_is_free", sql`${t.mode} = 'live' or (${t.mode} = 'test' and ${t.priceMinor} = 0)`),
  ],
);

/** The running total that the spend cap is held against. The ledger is the truth; this is its sum for one UTC month. */
export const usageCounter = pgTable(
  "usage_counter",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    period: date("period", { mode: "string" }).notNull(),
    events: bigint("events", { mode: "number" }).notNull(),
    spentMinor: bigint("spent_minor", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.period] })],
);

/** Remembers an `Idempotency-Key` for 24 hours. Both digests are keyed: nothing of the request can be read back. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    pluginKeyId: uuid("plugin_key_id")
      .notNull()
      .references(() => pluginKey.id, { onDelete: "cascade" }),
    key: digest("key").notNull(),
    request: digest("request").notNull(),
    verificationId: uuid("verification_id").notNull(),
    createdAt: born(),
  },
  (t) => [primaryKey({ columns: [t.pluginKeyId, t.key] }), index("idempotency_key_by_age").on(t.createdAt)],
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
