import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  char,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { organization } from "./account.ts";
import { born, digest, moment } from "./columns.ts";

const STATUSES = ["trialing", "active", "past_due", "canceled", "paused"] as const;

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
  ],
);

/** What an organization pays, in minor units of one currency. */
export const subscription = pgTable(
  "subscription",
  {
    organizationId: uuid("organization_id")
      .primaryKey()
      .references(() => organization.id, { onDelete: "cascade" }),
    status: text("status", { enum: STATUSES }).notNull(),
    /** Since when it is past due: its grace counts from here. */
    pastDueSince: moment("past_due_since"),
    /** Where its terms came from; null: they were agreed by hand. */
    planId: text("plan_id").references(() => plan.id),
    currency: char("currency", { length: 3 }).notNull(),
    monthlyFeeMinor: integer("monthly_fee_minor").notNull().default(0),
    priceSMinor: integer("price_s_minor").notNull(),
    priceBMinor: integer("price_b_minor").notNull(),
    includedChecks: integer("included_checks").notNull().default(0),
    /** The most that the checks of one UTC month should cost; null: no cap. */
    spendCapMinor: bigint("spend_cap_minor", { mode: "number" }),
    /** Whether live checks stop there, or its members are only told. Terms that an older version wrote stop. */
    stopsAtCap: boolean("stops_at_cap").notNull().default(true),
    /** In hundredths of a percent; null: the instance's own rate. */
    taxBasisPoints: integer("tax_basis_points"),
    createdAt: born(),
  },
  (t) => [
    check("subscription_status_is_known", sql`${t.status} in ('trialing', 'active', 'past_due', 'canceled', 'paused')`),
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
    status: text("status", { enum: STATUSES }).notNull(),
    /** What the plan was called then; null: terms agreed by hand. */
    planName: text("plan_name"),
    currency: char("currency", { length: 3 }).notNull(),
    monthlyFeeMinor: integer("monthly_fee_minor").notNull(),
    taxBasisPoints: integer("tax_basis_points"),
  },
  (t) => [index("subscription_term_by_organization").on(t.organizationId, t.startsAt)],
);

/**
 * The ledger. Append-only for the application's role, and the key of a check *is* the verification's id: a second event for
 * the same verification cannot be written. What was wrong is reversed by a row of its own, once, with a reason and an actor.
 * No foreign key: verification and organization are forgotten, the ledger is kept.
 */
export const billingEvent = pgTable(
  "billing_event",
  {
    /** The verification's; of a reversal, a new one. */
    id: uuid("verification_id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    pluginKeyId: uuid("plugin_key_id").notNull(),
    provider: text("provider", { enum: ["s", "b"] }).notNull(),
    mode: text("mode", { enum: ["live", "test"] }).notNull(),
    priceMinor: integer("price_minor").notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    createdAt: born(),
    /** Why it costs what it costs; null: written before that was said. */
    basis: text("basis", { enum: ["price", "included", "over_cap", "test", "no_terms"] }),
    /** The shop's, that the visitor goes back to; null: written before that was said. */
    host: text("host"),
    /** The event that this one takes back, whose price it negates. */
    reverses: uuid("reverses"),
    reason: text("reason"),
    actor: text("actor"),
    /** The credit note that a reversal stands on; null: it stands on the invoice of its month. */
    creditNoteId: uuid("credit_note_id"),
  },
  (t) => [
    index("billing_event_by_organization").on(t.organizationId, t.createdAt),
    index("billing_event_by_credit_note").on(t.creditNoteId).where(sql`${t.creditNoteId} is not null`),
    uniqueIndex("billing_event_reversed_once").on(t.reverses).where(sql`${t.reverses} is not null`),
    check("billing_event_provider_is_known", sql`${t.provider} in ('s', 'b')`),
    check("billing_event_basis_is_known", sql`${t.basis} in ('price', 'included', 'over_cap', 'test', 'no_terms')`),
    check("billing_event_only_reversals_are_negative", sql`${t.reverses} is not null or ${t.priceMinor} >= 0`),
    check(
      "billing_event_reversal_has_reason",
      sql`case when ${t.reverses} is null then num_nonnulls(${t.reason}, ${t.actor}, ${t.creditNoteId}) = 0 else ${t.priceMinor} <= 0 and num_nulls(${t.reason}, ${t.actor}) = 0 end`,
    ),
    check("billing_event_test_is_free", sql`${t.mode} = 'live' or (${t.mode} = 'test' and ${t.priceMinor} = 0)`),
  ],
);

/**
 * The ledger's chain: each row's digest covers the row and the digest before it. Written in batches, after the fact; the
 * position is the order of sealing. Append-only.
 */
export const ledgerSeal = pgTable(
  "ledger_seal",
  {
    organizationId: uuid("organization_id").notNull(),
    position: bigint("position", { mode: "number" }).notNull(),
    eventId: uuid("event_id").notNull().unique(),
    digest: digest("digest").notNull(),
    /** When the event was; whatever is older than the last of these and was never sealed, was put in between. */
    eventAt: moment("event_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.position] }),
    check("ledger_seal_counts_from_one", sql`${t.position} >= 1`),
    check("ledger_seal_digest_is_sha256", sql`octet_length(${t.digest}) = 32`),
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
    /** Live checks, those included that cost nothing; a reversal takes none away. */
    events: bigint("events", { mode: "number" }).notNull(),
    spentMinor: bigint("spent_minor", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.period] })],
);

/** The last number given to a document. Its row is the gate of numbering: a number is taken and used in one commit, or not taken. */
export const documentNumber = pgTable(
  "document_number",
  { series: text("series").primaryKey(), last: bigint("last", { mode: "number" }).notNull() },
  (t) => [check("document_number_does_not_fall", sql`${t.last} >= 0`)],
);

/** Invoices and credit notes, as they were issued: nothing of them is ever changed. Outlives the organization. */
export const invoice = pgTable(
  "invoice",
  {
    id: uuid("id").primaryKey(),
    number: bigint("number", { mode: "number" }).notNull().unique(),
    /** What stood before the number, and what the tax was called, on the day of issue. */
    prefix: text("prefix").notNull(),
    taxName: text("tax_name").notNull(),
    kind: text("kind", { enum: ["invoice", "credit_note"] }).notNull(),
    organizationId: uuid("organization_id").notNull(),
    /** The first day of the UTC month that it closes; null: a credit note for one invoice. */
    period: date("period", { mode: "string" }),
    /** The invoice that a credit note takes back. */
    creditsId: uuid("credits_id"),
    reason: text("reason"),
    issuedAt: moment("issued_at").notNull(),
    dueOn: date("due_on", { mode: "string" }).notNull(),
    currency: char("currency", { length: 3 }).notNull(),
    /** JSON, as `lib/rules/invoice.ts` writes it: computed again from the ledger, it is the same to the byte. */
    lines: text("lines").notNull(),
    netMinor: bigint("net_minor", { mode: "number" }).notNull(),
    taxBasisPoints: integer("tax_basis_points").notNull(),
    taxMinor: bigint("tax_minor", { mode: "number" }).notNull(),
    totalMinor: bigint("total_minor", { mode: "number" }).notNull(),
    /** Name and address, as lines ended by \n, on the day of issue. */
    seller: text("seller").notNull(),
    buyer: text("buyer").notNull(),
    /** The ledger's chain as it stood then: what was sealed up to here cannot change without this paper saying so. */
    sealPosition: bigint("seal_position", { mode: "number" }).notNull(),
    sealDigest: digest("seal_digest"),
    /** SHA-256 over the digest of the document before it and all that stands here: documents are a chain, too. */
    digest: digest("digest").notNull(),
  },
  (t) => [
    uniqueIndex("invoice_once_per_month").on(t.organizationId, t.period).where(sql`${t.period} is not null`),
    uniqueIndex("invoice_credited_once").on(t.creditsId).where(sql`${t.creditsId} is not null`),
    index("invoice_by_organization").on(t.organizationId, t.number),
    check("invoice_kind_is_known", sql`${t.kind} in ('invoice', 'credit_note')`),
    check("invoice_number_counts_from_one", sql`${t.number} >= 1`),
    check("invoice_adds_up", sql`${t.totalMinor} = ${t.netMinor} + ${t.taxMinor}`),
    check("invoice_is_for_a_month_or_a_credit", sql`(${t.period} is null) = (${t.creditsId} is not null)`),
    check("invoice_period_is_a_month", sql`extract(day from ${t.period}) = 1`),
  ],
);

/** That an invoice was paid, and how one knows. */
export const invoicePayment = pgTable("invoice_payment", {
  invoiceId: uuid("invoice_id")
    .primaryKey()
    .references(() => invoice.id),
  paidAt: moment("paid_at").notNull().defaultNow(),
  actor: text("actor").notNull(),
  note: text("note").notNull(),
});

/** UTC months of which every organization has its invoice. */
export const closedMonth = pgTable("closed_month", {
  period: date("period", { mode: "string" }).primaryKey(),
  closedAt: moment("closed_at").notNull().defaultNow(),
});

/** What an invoice must still say of an organization that is gone. */
export const formerOrganization = pgTable("former_organization", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  legalAddress: text("legal_address"),
  deletedAt: moment("deleted_at").notNull().defaultNow(),
});

/** Each share of a month's cap that was reached: told once. */
export const spendAlert = pgTable(
  "spend_alert",
  {
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    period: date("period", { mode: "string" }).notNull(),
    percent: integer("percent").notNull(),
    createdAt: born(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.period, t.percent] }),
    check("spend_alert_percent_is_known", sql`${t.percent} in (50, 75, 90, 100)`),
  ],
);

/** An hour in which a key was used far more than ever before; told once a day. */
export const keyAlert = pgTable(
  "key_alert",
  {
    pluginKeyId: uuid("plugin_key_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    hour: moment("hour").notNull(),
    events: integer("events").notNull(),
    /** The most that it had in any hour before. */
    busiest: integer("busiest").notNull(),
    createdAt: born(),
  },
  (t) => [
    primaryKey({ columns: [t.pluginKeyId, t.day] }),
    index("key_alert_by_organization").on(t.organizationId, t.day),
  ],
);

/** Mail that must follow what was committed: written with it, sent soon after. Each key once. */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: uuid("id").primaryKey(),
    key: text("key").notNull().unique(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    createdAt: born(),
    sentAt: moment("sent_at"),
  },
  (t) => [index("mail_outbox_unsent").on(t.createdAt).where(sql`${t.sentAt} is null`)],
);

/** An organization as Stripe knows it, and how far its ledger has been told there. Outlives the organization, as the ledger does. */
export const stripeCustomer = pgTable("stripe_customer", {
  organizationId: uuid("organization_id").primaryKey(),
  customerId: text("customer_id").notNull().unique(),
  subscriptionId: text("subscription_id").unique(),
  /** From when, and until when, what it owes is Stripe's to collect; before and after, it is invoiced here. */
  subscribedAt: moment("subscribed_at"),
  endedAt: moment("ended_at"),
  /** The position in the ledger's chain up to which meter events were sent. */
  sentPosition: bigint("sent_position", { mode: "number" }).notNull().default(0),
  createdAt: born(),
});

/** Webhooks of Stripe's that took effect: each id once. */
export const stripeEvent = pgTable("stripe_event", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  createdAt: born(),
});
