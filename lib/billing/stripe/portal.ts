import { findStripeCustomer } from "#db/queries/stripe.ts";
import type { Actor } from "#lib/core/actor.ts";
import { type Changed, readOf } from "#lib/core/change.ts";
import { config } from "#lib/core/config.ts";
import { stripeApi, unlessRefused } from "./client.ts";

/** Opens Stripe's own pages for an organization: its card, its invoices, the end of its subscription. */
export async function openPortal(actor: Actor, organizationId: string): Promise<Changed<{ url: string }>> {
  const read = await readOf(actor, "change billing", organizationId, (db) => findStripeCustomer(db, organizationId));
  if (!read.ok) return read;
  const stripe = stripeApi();
  if (stripe === null || read.read === null) return { ok: false, reason: "no_payment_account" };
  const opening = stripe.billingPortal.sessions.create({
    customer: read.read.customerId,
    return_url: `${config().baseUrl}/dashboard/billing`,
  });
  const session = await unlessRefused(opening);
  return session ? { ok: true, url: session.url } : { ok: false, reason: "payments_unavailable" };
}
