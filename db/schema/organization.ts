import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { born, bytea, isOneOf, moment } from "./columns.ts";
import { LANGUAGES, LOGO_MEDIA_TYPES, VERIFIED_DEVICES } from "./values.rules.ts";

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
    check("organization_language_is_known", isOneOf(t.language, LANGUAGES)),
    check("organization_verified_devices_is_known", isOneOf(t.verifiedDevices, VERIFIED_DEVICES)),
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
    mediaType: text("media_type", { enum: LOGO_MEDIA_TYPES }).notNull(),
    bytes: bytea("bytes").notNull(),
    digest: text("digest").notNull(),
    createdAt: born(),
  },
  (t) => [
    index("organization_logo_by_digest").on(t.digest),
    check("organization_logo_media_type_is_known", isOneOf(t.mediaType, LOGO_MEDIA_TYPES)),
    check("organization_logo_is_at_most_64_kib", sql`octet_length(${t.bytes}) between 1 and 65536`),
    check("organization_logo_digest_is_of_its_bytes", sql`${t.digest} = encode(sha256(${t.bytes}), 'hex')`),
  ],
);
