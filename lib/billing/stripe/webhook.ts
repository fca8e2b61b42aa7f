import type { Stripe } from "stripe";
import * as z from "zod";
import { insertStripeEvent } from "#db/queries/stripe-customer.ts";
import { refuse } from "#lib/base/result.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { inTurnAtStripe, stripeApi } from "./client.ts";
import { followStripe } from "./follow.ts";

export type WebhookReason = "not_configured" | "signature_wrong" | "event_unreadable" | "too_many_at_once";

/** Stripe recommends to refuse signatures that are older than five minutes. */
const TOLERANCE_SECONDS = 300;
export const WEBHOOK_PATH = "/api/stripe/webhook";

export const EVENTS = [
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.paid",
  "invoice.payment_failed",
] as const;
const SUBSCRIPTION_NEWS = /^(customer\.subscription|checkout\.session|invoice)\./;

/** We read only the customer's id from an event. What changed we ask Stripe's API. */
const EVENT = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z
    .object({ object: z.object({ customer: z.string() }) })
    .optional()
    .catch(undefined),
});

/**
 * Receives an event of Stripe's. Each id takes effect once: its record is written in the same commit. After a fault there is no
 * record, so Stripe's next delivery works. `body`: the exact bytes of the request, because the signature covers them.
 */
export async function receiveStripeEvent(
  body: Uint8Array,
  signature: string | null,
): Promise<{ ok: true } | { ok: false; reason: WebhookReason }> {
  const stripe = await stripeApi();
  if (stripe === null) return refuse("not_configured");
  if (signature === null || !isSigned(stripe, body, signature)) return refuse("signature_wrong");
  const event = readEvent(body);
  if (event === null) return refuse("event_unreadable");
  const customerId = SUBSCRIPTION_NEWS.test(event.type) ? event.data?.object.customer : undefined;
  const { id, type } = event;
  const received = await inTurnAtStripe(async () => {
    if (customerId === undefined) await insertStripeEvent(database(), { id, type });
    else await followStripe(stripe, customerId, { id, type });
    return { ok: true } as const;
  });
  return received ?? refuse("too_many_at_once");
}

/** Any of the configured secrets may have signed it: operators roll secrets, and each endpoint has its own. */
function isSigned({ webhooks }: Stripe, body: Uint8Array, signature: string): boolean {
  return (adminConfig().stripe?.webhookSecrets ?? []).some((secret) => {
    try {
      return webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE_SECONDS) === true;
    } catch {
      // Anybody can call this address, so an unreadable signature is only a wrong one.
      return false;
    }
  });
}

function readEvent(body: Uint8Array): z.infer<typeof EVENT> | null {
  try {
    return EVENT.safeParse(JSON.parse(Buffer.from(body).toString())).data ?? null;
  } catch {
    return null;
  }
}
