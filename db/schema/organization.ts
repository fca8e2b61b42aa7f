import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { born, bytea, isOneOf, moment } from "./columns.ts";
import { LANGUAGES, LOGO_MEDIA_TYPES, VERIFIED_DEVICES } from "./values.rules.ts";

/** Is the tenant, and its row the lock between admissions and changes that must stop them (`organization-lock.ts`). */
export const organization = pgTable(
  "organization",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    createdAt: born(),
    suspendedAt: moment("suspended_at"),
    /** The color of the button on the visitor's pages; null: the default. */
    accent: text("accent"),
    /** The language for visitors, unless the key has one or they choose another; null: what their browser asks for. */
    language: text("language", { enum: LANGUAGES }),
    /** The IANA name of the time zone in which the dashboard shows dates and times. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** Printed on invoices as it is. Lines are separated by \n. */
    legalAddress: text("legal_address"),
    /** Printed on invoices below the address. */
    vatNumber: text("vat_number"),
    verifiedDevices: text("verified_devices", { enum: VERIFIED_DEVICES }).notNull().default("turned_away"),
    /** Rises with every change that must stop admissions, so that a call is not accepted on facts read before it. */
    factsVersion: bigint("facts_version", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    check("organization_accent_is_a_colour", sql`${t.accent} ~ '^#[0-9a-f]{6}$'`),
    check("organization_language_is_known", isOneOf(t.language, LANGUAGES)),
    check("organization_verified_devices_is_known", isOneOf(t.verifiedDevices, VERIFIED_DEVICES)),
  ],
);

/** The organization that a row belongs to, and with which it goes. */
export const ofOrganization = () =>
  uuid("organization_id")
    .notNull()
    .references(() => organization.id, { onDelete: "cascade" });

/** Has its digest (SHA-256 in hex) in its URL, so browsers may cache it forever. Two organizations may share one. */
export const organizationLogo = pgTable(
  "organization_logo",
  {
    organizationId: ofOrganization().primaryKey(),
    mediaType: text("media_type", { enum: LOGO_MEDIA_TYPES }).notNull(),
    bytes: bytea("bytes").notNull(),
    digest: text("digest").notNull(),
    createdAt: born(),
  },
  (t) => [
    index("organization_logo_by_digest").on(t.digest),
    check("organization_logo_media_type_is_known", isOneOf(t.mediaType, LOGO_MEDIA_TYPES)),
    check("organization_logo_max_64_kib", sql`octet_length(${t.bytes}) between 1 and 65536`),
    check("organization_logo_digest_is_of_its_bytes", sql`${t.digest} = encode(sha256(${t.bytes}), 'hex')`),
  ],
);
