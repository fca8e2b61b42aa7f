import http from "node:http";
import https from "node:https";
import type { Stripe } from "stripe";
import { concurrencyLimit } from "#lib/base/concurrency-limit.ts";
import { log } from "#lib/observe/log.ts";
import { adminConfig } from "#lib/runtime/config.ts";

/** Bounds a request under a customer's lock: shorter than the database's limit for an idle transaction. */
export const UNDER_LOCK = { timeout: 4_000, maxNetworkRetries: 0 };

/** A look at Stripe under a customer's lock holds a connection. `null`: too many wait. */
export const inTurnAtStripe = concurrencyLimit(3, 200);

let client: Stripe | undefined;
let StripeError: typeof Stripe.errors.StripeError | undefined;

/** Opens the client of Stripe's API; `null`: Stripe is not configured, and the operator collects payments otherwise. */
export async function stripeApi(): Promise<Stripe | null> {
  const { stripe } = adminConfig();
  if (stripe !== null) client ??= await stripeAt(stripe);
  return client ?? null;
}

/** Makes a client with this key. The package takes 35 MB of a process, so it is loaded where it is needed only. */
export async function stripeAt({ secretKey, api }: { secretKey: string; api: string }): Promise<Stripe> {
  const { Stripe } = await import("stripe");
  StripeError = Stripe.errors.StripeError;
  const { protocol, hostname, port } = new URL(api);
  return new Stripe(secretKey, {
    // Pinned, so that an upgrade of the package does not change what Stripe sends.
    apiVersion: "2026-10-28.endive",
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port && { port }),
    // Node's own, which asks through the operator's proxy where NODE_USE_ENV_PROXY says so.
    httpAgent: protocol === "http:" ? http.globalAgent : https.globalAgent,
    // Twice, and a pause between: a member may wait.
    timeout: 4_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Waits for Stripe's answer; `null`: Stripe did not answer, or refused. The log has the cause. */
export async function unlessRefused<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking;
  } catch (fault) {
    if (!isStripeError(fault)) throw fault;
    log.error({ event: "stripe_refused", ...causeOf(fault) });
    return null;
  }
}

/** Something that Stripe said, or that kept it from answering. */
export function isStripeError(fault: unknown): fault is Stripe.errors.StripeError {
  return StripeError !== undefined && fault instanceof StripeError;
}

/** Keeps the parts of Stripe's error that may go to the log. Its message may quote user input, so it is left out. */
export function causeOf({ type, code, statusCode, param, requestId }: Stripe.errors.StripeError) {
  return { fault: type, code, status: statusCode, param, requestId };
}

/** Does the error concern only this request or customer? Otherwise Stripe is down or our key is wrong, and every customer would fail. */
export function isOfCustomer({ statusCode = 500 }: Stripe.errors.StripeError): boolean {
  return [400, 404, 409, 429].includes(statusCode);
}
