import { json } from "#app/_http/responses.ts";
import { noEndpoint } from "#app/api/_lib/no-endpoint.ts";
import { readAtMost } from "#lib/base/read-at-most.ts";
import { receiveStripeEvent, type WebhookReason } from "#lib/billing/stripe/webhook.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { adminConfig } from "#lib/runtime/config.ts";

/** The limit that Stripe keeps to for other receivers that have one (Amazon EventBridge). */
const MAX_BYTES = 256 * 1024;
const HEADERS = { "Cache-Control": "no-store" };

type Answer = { status: number; message: string };

/** The operator reads these in Stripe's list of deliveries. */
const TOO_LARGE: Answer = { status: 413, message: "No event is that large." };
const UNAVAILABLE: Answer = { status: 503, message: "It could not be followed just now. Send it again." };
const ANSWERS = {
  signature_wrong: {
    status: 400,
    message: "The signature is missing, too old, or by none of the secrets in STRIPE_WEBHOOK_SECRETS.",
  },
  event_unreadable: { status: 400, message: "This is not an event of Stripe's." },
  too_many_at_once: { status: 503, message: "Too many events at once. Send it again." },
} as const satisfies Record<Exclude<WebhookReason, "not_configured">, Answer>;

/** Receives Stripe's events. Anybody can send to this address; only what Stripe signed is read. */
export async function POST(request: Request): Promise<Response> {
  if (adminConfig().stripe === null) return noEndpoint(request);
  try {
    const isTooLarge = Number(request.headers.get("Content-Length") ?? 0) > MAX_BYTES;
    const body = isTooLarge ? null : await readAtMost(request.body, MAX_BYTES);
    if (body === null) return refuse("event_too_large", TOO_LARGE);
    const received = await receiveStripeEvent(body, request.headers.get("Stripe-Signature"));
    if (received.ok) return json(200, { received: true }, HEADERS);
    return received.reason === "not_configured"
      ? noEndpoint(request)
      : refuse(received.reason, ANSWERS[received.reason]);
  } catch (fault) {
    log.error({ event: "webhook_failed", ...faultOf(fault) });
    return refuse("service_unavailable", UNAVAILABLE);
  }
}

function refuse(error: string, { status, message }: Answer): Response {
  return json(status, { error, message }, HEADERS);
}
