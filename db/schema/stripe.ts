import { bigint, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { born, moment } from "./columns.ts";

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
