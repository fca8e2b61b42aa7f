import { sql } from "drizzle-orm";
import { bigint, boolean, char, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { born, isOneOf, moment } from "./columns.ts";
import { organization } from "./organization.ts";
import { SUBSCRIPTION_STATUSES } from "./values.rules.ts";

/** What the operator sells. A subscription copies its terms, so changing a plan changes nobody's bill. */
export const plan = pgTable(
  "plan",
  {
    /** A short word of the operator's, such as "starter". */
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    monthlyFeeMinor: integer("monthly_fee_minor").notNull(),
    priceSMinor: integer("price_s_minor").notNull(),
    priceBMinor: integer("price_b_minor").notNull(),
    /** So many live checks of each UTC month cost nothing, whichever come first. */
    includedChecks: integer("included_checks").notNull(),
    /** Whether members may choose it themselves. */
    isOffered: boolean("is_offered").notNull(),
    /** What its keys have that have no limit of their own; null: as the instance. No price, so subscriptions do not copy it. */
    callsPerMinute: integer("calls_per_minute"),
    /** What Stripe's Checkout is asked for: ids of prices. Empty: it cannot be bought there. */
    stripePrices: text("stripe_prices").array().notNull().default(sql`'{}'`),
    createdAt: born(),
  },
  (t) => [
    check("plan_id_is_a_word", sql`${t.id} ~ '^[a-z0-9-]{1,40}$'`),
    check("plan_currency_is_iso_4217", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check(
      "plan_amounts_are_not_negative",
      sql`${t.monthlyFeeMinor} >= 0 and ${t.priceSMinor} >= 0 and ${t.priceBMinor} >= 0 and ${t.includedChecks} >= 0`,
    ),
    check("plan_calls_per_minute_is_positive", sql`${t.callsPerMinute} > 0`),
  ],
);

/** What an organization pays, in minor units of one currency. */
export const subscription = pgTable(
  "subscription",
  {
    organizationId: uuid("organization_id")
      .primaryKey()
      .references(() => organization.id, { onDelete: "cascade" }),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    /** Since when it is past due: its grace counts from here. */
    pastDueSince: moment("past_due_since"),
    /** Where its terms came from; null: they were agreed by hand. */
    planId: text("plan_id").references(() => plan.id),
    currency: char("currency", { length: 3 }).notNull(),
    monthlyFeeMinor: integer("monthly_fee_minor").notNull().default(0),
    priceSMinor: integer("price_s_minor").notNull(),
    priceBMinor: integer("price_b_minor").notNull(),
    includedChecks: integer("included_checks").notNull().default(0),
    /** The month in which the terms changed last, and how many checks are included in it, by its days; null: before that was so. */
    includedPeriod: date("included_period", { mode: "string" }),
    includedInPeriod: integer("included_in_period"),
    /** The most that the checks of one UTC month should cost; null: no cap. */
    spendCapMinor: bigint("spend_cap_minor", { mode: "number" }),
    /** Whether live checks stop there, or its members are only told. Terms that an older version wrote stop. */
    stopsAtCap: boolean("stops_at_cap").notNull().default(true),
    /** In hundredths of a percent; null: the instance's own rate. */
    taxBasisPoints: integer("tax_basis_points"),
    createdAt: born(),
  },
  (t) => [
    check("subscription_status_is_known", isOneOf(t.status, SUBSCRIPTION_STATUSES)),
    check("subscription_currency_is_iso_4217", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check("subscription_prices_are_not_negative", sql`${t.priceSMinor} >= 0 and ${t.priceBMinor} >= 0`),
    check("subscription_fee_is_not_negative", sql`${t.monthlyFeeMinor} >= 0 and ${t.includedChecks} >= 0`),
    check("subscription_cap_is_not_negative", sql`${t.spendCapMinor} >= 0`),
    check("subscription_tax_is_a_rate", sql`${t.taxBasisPoints} between 0 and 10000`),
  ],
);

/** What a subscription was, and from when: the fee of a month is read from here. Append-only; outlives the organization. */
export const subscriptionTerm = pgTable(
  "subscription_term",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    startsAt: moment("starts_at").notNull(),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    /** What the plan was called then; null: terms agreed by hand. */
    planName: text("plan_name"),
    currency: char("currency", { length: 3 }).notNull(),
    monthlyFeeMinor: integer("monthly_fee_minor").notNull(),
    taxBasisPoints: integer("tax_basis_points"),
    /** Null: an older version wrote it. */
    includedChecks: integer("included_checks"),
  },
  (t) => [index("subscription_term_by_organization").on(t.organizationId, t.startsAt)],
);
