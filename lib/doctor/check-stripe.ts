import { causeOf, isStripeError, stripeAt } from "#lib/billing/stripe/client.ts";
import { EVENTS, WEBHOOK_PATH } from "#lib/billing/stripe/webhook.ts";
import type { Config } from "#lib/runtime/read-config.ts";
import { type Found, ok, plain, wrong } from "./finding.ts";

const BRIEF = { timeout: 3_000, maxNetworkRetries: 0 };

/** Asks Stripe for its webhook to this instance, as the server asks it for subscriptions: with the same key, at the same place. */
export async function checkStripe({ stripe, baseUrl }: Pick<Config, "stripe" | "baseUrl">): Promise<Found[]> {
  if (stripe === null) return [ok("Payments are not taken at Stripe")];
  const url = `${baseUrl}${WEBHOOK_PATH}`;
  try {
    const { data } = await (await stripeAt(stripe)).webhookEndpoints.list({ limit: 100 }, BRIEF);
    const ours = data.filter((endpoint) => endpoint.url === url);
    const [endpoint] = ours.toSorted((a, b) => Number(b.status === "enabled") - Number(a.status === "enabled"));
    if (endpoint === undefined) return [missing(url, data)];
    if (endpoint.status !== "enabled")
      return [wrong(`Stripe's webhook to ${url} is ${plain(endpoint.status)}`, "Enable it at Stripe (stripe.md).")];
    const { enabled_events: told } = endpoint;
    const untold = EVENTS.filter((event) => !told.includes(event) && !told.includes("*"));
    return untold.length === 0
      ? [ok(`Stripe's webhook to ${url} is enabled`)]
      : [
          wrong(
            `Stripe's webhook does not tell of ${untold.join(", ")}`,
            "Add these events to it at Stripe. Until then Ageway hears of them once an hour.",
          ),
        ];
  } catch (fault) {
    if (!isStripeError(fault)) throw fault;
    const { status, code, fault: type } = causeOf(fault);
    return status === 401 || status === 403
      ? [wrong(`Stripe refuses STRIPE_SECRET_KEY (${status})`, REFUSED)]
      : [
          wrong(
            `Stripe does not answer (${status ?? code ?? type})`,
            "Is STRIPE_API right, and does a firewall let us out?",
          ),
        ];
  }
}

const REFUSED =
  "Is it the key of this account and mode? A restricted key needs to read webhook endpoints, prices, subscriptions and invoices, and to write customers, Checkout and portal sessions, subscriptions and meter events.";

function missing(url: string, data: readonly { url: string }[]): Found {
  const others = data.map((endpoint) => plain(endpoint.url)).join(", ");
  return wrong(
    `Stripe has no webhook to ${url}${others && `, but to ${others}`}`,
    "Make it at Stripe (stripe.md), and put its secret into STRIPE_WEBHOOK_SECRETS. Until then Ageway looks once an hour.",
  );
}
