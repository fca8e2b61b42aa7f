import { sql } from "drizzle-orm";
import { bigint, boolean, char, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { born, isOneOf, moment } from "./columns.ts";
import { ofOrganization } from "./organization.ts";
import { SUBSCRIPTION_STATUSES } from "./values.rules.ts";

/** Holds what the operator sells. A subscription copies its terms, so a change of the plan changes no subscription. */
export const plan = pgTable(
  "plan",
  {
    /** A short word that the operator chooses, such as "starter". */
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    monthlyFeeMinor: integer("monthly_fee_minor").notNull(),
    priceSMinor: integer("price_s_minor").notNull(),
    priceBMinor: integer("price_b_minor").notNull(),
    /** The first live checks of each UTC month that cost nothing. */
    includedChecks: integer("included_checks").notNull(),
    /** Whether members can choose it themselves. */
    isOffered: boolean("is_offered").notNull(),
    /** Limits keys that have none of their own; null: as the instance. It is no price, so no subscription copies it. */
    callsPerMinute: integer("calls_per_minute"),
    /** The same of one address that sends no secret. */
    callsPerAddress: integer("calls_per_address"),
    /** Ids of the prices for Stripe's Checkout. Empty: it cannot be bought there. */
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
    check("plan_calls_per_address_is_positive", sql`${t.callsPerAddress} > 0`),
  ],
);

/** Holds what an organization pays, in minor units of one currency. */
export const subscription = pgTable(
  "subscription",
  {
    organizationId: ofOrganization().primaryKey(),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    /** Since when it is past due. The grace period begins here. */
    pastDueSince: moment("past_due_since"),
    /** The plan that its terms came from; null: the operator set them by hand. */
    planId: text("plan_id").references(() => plan.id),
    currency: char("currency", { length: 3 }).notNull(),
    monthlyFeeMinor: integer("monthly_fee_minor").notNull().default(0),
    priceSMinor: integer("price_s_minor").notNull(),
    priceBMinor: integer("price_b_minor").notNull(),
    includedChecks: integer("included_checks").notNull().default(0),
    /** Says how many checks that month includes, by days; null: the terms never changed. */
    includedPeriod: date("included_period", { mode: "string" }),
    includedInPeriod: integer("included_in_period"),
    /** The spend cap: the most that the checks of one UTC month should cost; null: no cap. */
    spendCapMinor: bigint("spend_cap_minor", { mode: "number" }),
    /** Whether live checks stop at the cap. If not, members only get a mail. */
    stopsAtCap: boolean("stops_at_cap").notNull().default(true),
    /** In hundredths of a percent; null: the instance's rate. */
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

/** Keeps terms from when they held, for the fee of a month. Append-only; outlives the organization. */
export const subscriptionTerm = pgTable(
  "subscription_term",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    startsAt: moment("starts_at").notNull(),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    /** The name of the plan at that time; null: the operator set the terms by hand. */
    planName: text("plan_name"),
    currency: char("currency", { length: 3 }).notNull(),
    monthlyFeeMinor: integer("monthly_fee_minor").notNull(),
    taxBasisPoints: integer("tax_basis_points"),
    /** null: the organization was deleted, which includes none. */
    includedChecks: integer("included_checks"),
  },
  (t) => [index("subscription_term_by_organization").on(t.organizationId, t.startsAt)],
);
