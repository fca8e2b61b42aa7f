import { Stripe } from "stripe";
import { adminConfig } from "#lib/core/config.ts";
import { log } from "#lib/core/log.ts";

let client: Stripe | undefined;

/** Stripe's API, at STRIPE_API; `null`: it is not configured, and payments are the operator's own business. */
export function stripeApi(): Stripe | null {
  const { stripe } = adminConfig();
  if (stripe === null) return null;
  const { protocol, hostname, port } = new URL(stripe.api);
  client ??= new Stripe(stripe.secretKey, {
    // Another version is another wire: a new package does not change it unasked.
    apiVersion: "2026-10-28.endive",
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port && { port }),
    timeout: 5_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return client;
}

/** What Stripe answered; `null`: it did not, or said no. The log knows which. */
export async function unlessRefused<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking;
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault;
    log.error({ event: "stripe_refused", ...causeOf(fault) });
    return null;
  }
}

/** What may be said of a refusal of Stripe's: its message may quote input, so it stays out. */
export function causeOf({ type, code, statusCode, param, requestId }: Stripe.errors.StripeError) {
  return { fault: type, code, status: statusCode, param, requestId };
}
