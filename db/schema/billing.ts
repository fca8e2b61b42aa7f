import { sql } from "drizzle-orm";
import { bigint, char, check, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { organization } from "./account.ts";
import { born } from "./columns.ts";

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
