import { findStripeCustomer } from "#db/queries/stripe-customer.ts";
import type { BillingReason } from "#lib/billing/wording.ts";
import type { Actor } from "#lib/core/actor.ts";
import { config } from "#lib/core/config.ts";
import { readOf } from "#lib/core/read.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { stripeApi, unlessRefused } from "./client.ts";

/** Opens Stripe's customer portal and returns its URL. Members change the card, read invoices and cancel there. */
export async function openPortal(
  actor: Actor,
  organizationId: string,
): Promise<Result<{ url: string }, BillingReason>> {
  const read = await readOf(actor, "change billing", organizationId, (db) => findStripeCustomer(db, organizationId));
  if (!read.ok) return read;
  const stripe = await stripeApi();
  if (stripe === null || read.read === null) return refuse("no_payment_account");
  const opening = stripe.billingPortal.sessions.create({
    customer: read.read.customerId,
    return_url: `${config().baseUrl}/dashboard/billing`,
  });
  const session = await unlessRefused(opening);
  return session ? { ok: true, url: session.url } : refuse("payments_unavailable");
}
