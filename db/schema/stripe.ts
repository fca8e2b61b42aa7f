import { sql } from "drizzle-orm";
import {
  bigint,
  char,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { born, moment } from "./columns.ts";
import { PROVIDERS } from "./values.rules.ts";

/** Says how much of a ledger was sent to Stripe. Outlives the organization, as the ledger does. */
export const stripeCustomer = pgTable("stripe_customer", {
  organizationId: uuid("organization_id").primaryKey(),
  customerId: text("customer_id").notNull().unique(),
  subscriptionId: text("subscription_id").unique(),
  /** The position in the ledger's chain up to which rows are in batches for the meter. */
  sentPosition: bigint("sent_position", { mode: "number" }).notNull().default(0),
  /** The rows up to this position were read before a new span began. Of them only those since `reread_since` are sent again. */
  rereadTo: bigint("reread_to", { mode: "number" }).notNull().default(0),
  rereadSince: moment("reread_since"),
  /** When a Checkout page was last opened. For two days afterwards Stripe is asked whether it was paid. */
  checkoutAt: moment("checkout_at"),
  createdAt: born(),
});

/** Says when Stripe collects; else our invoices do, which are computed again from it. Spans do not overlap. */
export const subscriptionSpan = pgTable(
  "subscription_span",
  {
    organizationId: uuid("organization_id").notNull(),
    since: moment("since").notNull(),
    /** Null: Stripe still collects. */
    until: moment("until"),
    /** The subscription at Stripe; null: an older version wrote it. */
    subscriptionId: text("subscription_id"),
    /** When we asked after its end whether Stripe's last invoice has the usage. */
    settledAt: moment("settled_at"),
  },
  (t) => [
    primaryKey({ name: "subscription_span_pk", columns: [t.organizationId, t.since] }),
    foreignKey({
      name: "subscription_span_customer_fk",
      columns: [t.organizationId],
      foreignColumns: [stripeCustomer.organizationId],
    }),
    uniqueIndex("subscription_span_one_is_open").on(t.organizationId).where(sql`${t.until} is null`),
    check("subscription_span_ends_after_its_start", sql`${t.until} >= ${t.since}`),
  ],
);

/** Stripe's webhook events that took effect, each id once. */
export const stripeEvent = pgTable("stripe_event", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  createdAt: born(),
});

/**
 * One event for Stripe's meter: the rows of one organization, hour, provider and price. Batches have a number, because rows may
 * come late. The event's identifier follows from the primary key, so it is the same when it is sent again. Outlives the
 * organization.
 */
export const stripeMeterBatch = pgTable(
  "stripe_meter_batch",
  {
    organizationId: uuid("organization_id").notNull(),
    hour: moment("hour").notNull(),
    provider: text("provider", { enum: PROVIDERS }).notNull(),
    unitMinor: integer("unit_minor").notNull(),
    number: integer("number").notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    quantity: integer("quantity").notNull(),
    /** The moment of its youngest row. */
    at: moment("at").notNull(),
    sentAt: moment("sent_at"),
    /** When it was too old for Stripe. Our own invoice of that month lists it. */
    givenUpAt: moment("given_up_at"),
  },
  (t) => [
    primaryKey({
      name: "stripe_meter_batch_pk",
      columns: [t.organizationId, t.hour, t.provider, t.unitMinor, t.number],
    }),
    index("stripe_meter_batch_waiting")
      .on(t.organizationId, t.at)
      .where(sql`${t.sentAt} is null and ${t.givenUpAt} is null`),
    index("stripe_meter_batch_given_up").on(t.organizationId, t.givenUpAt).where(sql`${t.givenUpAt} is not null`),
    check("stripe_meter_batch_costs_something", sql`${t.unitMinor} <> 0 and ${t.quantity} > 0`),
    check("stripe_meter_batch_is_collected_once", sql`num_nonnulls(${t.sentAt}, ${t.givenUpAt}) <= 1`),
  ],
);
