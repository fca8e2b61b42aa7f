import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { born, bytea, digest, moment } from "./columns.ts";

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
