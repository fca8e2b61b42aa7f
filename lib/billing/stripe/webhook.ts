import { Stripe } from "stripe";
import { z } from "zod";
import { insertStripeEvent } from "#db/queries/stripe-customer.ts";
import { concurrencyLimit } from "#lib/core/concurrency-limit.ts";
import { adminConfig } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { refuse } from "#lib/core/result.ts";
import { stripeApi } from "./client.ts";
import { followStripe } from "./follow.ts";

export type WebhookRefusal = "not_configured" | "signature_wrong" | "event_unreadable" | "too_many_at_once";

/** How old a signature may be: what Stripe recommends. */
const TOLERANCE_SECONDS = 300;
/** What may change how a subscription stands, or shows that it did. */
const MAKES_US_LOOK = /^(customer\.subscription|checkout\.session|invoice)\./;

/** All that is believed of an event: that there is news of this customer. */
const EVENT = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z
    .object({ object: z.object({ customer: z.string() }) })
    .optional()
    .catch(undefined),
});

const pass = concurrencyLimit(3, 200);

/**
 * Hears an event of Stripe's: each id takes effect once, with its record in the same commit. A fault leaves no record, so that
 * Stripe tells it again. `body`: to the byte as it came.
 */
export async function hearStripe(
  body: Uint8Array,
  signature: string | null,
): Promise<{ ok: true } | { ok: false; reason: WebhookRefusal }> {
  const stripe = stripeApi();
  if (stripe === null) return refuse("not_configured");
  if (signature === null || !isSigned(body, signature)) return refuse("signature_wrong");
  const event = readEvent(body);
  if (event === null) return refuse("event_unreadable");
  const customerId = MAKES_US_LOOK.test(event.type) ? event.data?.object.customer : undefined;
  const heard = await pass(() =>
    database().transaction(async (tx) => {
      const isNews = await insertStripeEvent(tx, { id: event.id, type: event.type });
      if (isNews && customerId !== undefined) await followStripe(tx, stripe, customerId);
      return { ok: true } as const;
    }),
  );
  return heard ?? refuse("too_many_at_once");
}

/** With any of the secrets: an endpoint's secret is rolled, and each of several endpoints has its own. */
function isSigned(body: Uint8Array, signature: string): boolean {
  return (adminConfig().stripe?.webhookSecrets ?? []).some((secret) => {
    try {
      return Stripe.webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE_SECONDS) === true;
    } catch {
      // Strangers write here: what cannot be read as a signature is none.
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
