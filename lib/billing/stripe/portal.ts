import { findStripeCustomer } from "#db/queries/stripe-customer.ts";
import { refuse } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOrganization } from "#lib/core/read.ts";
import { config } from "#lib/runtime/config.ts";
import { stripeApi, unlessRefused } from "./client.ts";

/** Opens Stripe's customer portal and returns its URL. Members change the card, read invoices and cancel there. */
export async function openPortal(actor: Actor, organizationId: string) {
  return readOrganization(actor, "change billing", organizationId, async (db) => {
    const [stripe, customer] = [await stripeApi(), await findStripeCustomer(db, organizationId)];
    if (stripe === null || customer === null) return refuse("no_payment_account");
    const page = { customer: customer.customerId, return_url: `${config().baseUrl}/dashboard/billing` };
    const session = await unlessRefused(stripe.billingPortal.sessions.create(page));
    return session ? { ok: true, url: session.url } : refuse("payments_unavailable");
  });
}
