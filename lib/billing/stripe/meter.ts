import { Stripe } from "stripe";
import { listSealed, listSpans, listUntold, markSent } from "#db/queries/stripe.ts";
import { officeConfig } from "#lib/config.ts";
import { database } from "#lib/database.ts";
import { log } from "#lib/log.ts";
import { isWithin, type StripeSpan } from "#lib/rules/stripe-span.ts";
import { causeOf, stripeApi } from "./client.ts";

/** Customers. Of one customer, Stripe takes one event at a time. */
const AT_ONCE = 10;
const PAGE = 100;
/** The next run begins a minute after this one. */
const RUN_MS = 50_000;
/** What happened longer ago, Stripe does not take. */
const TAKES_FOR_MS = 35 * 86_400_000;

type Untold = Awaited<ReturnType<typeof listUntold>>[number];
type Sealed = Awaited<ReturnType<typeof listSealed>>[number];
type Told = "told" | "customer waits" | "Stripe is away";

/**
 * Tells Stripe's meter what the ledger says, in the order of its chain: the value is minor units, the identifier is the billing
 * event's id. Each is marked when Stripe has it. Killed in between, or run twice at once, it is told again, and Stripe knows
 * it by its identifier.
 */
export async function sendMeterEvents(now = new Date()): Promise<void> {
  const stripe = stripeApi();
  if (stripe === null) return;
  const until = performance.now() + RUN_MS;
  const waiting = await listUntold(database());
  const line = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      if ((await tellLedger(stripe, next, now, until)) === "Stripe is away") waiting.length = 0;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}

async function tellLedger(stripe: Stripe, customer: Untold, now: Date, until: number): Promise<Told> {
  const { organizationId } = customer;
  const spans = await listSpans(database(), organizationId);
  for (let position = customer.sentPosition; ; ) {
    const page = await listSealed(database(), organizationId, position, PAGE);
    for (const event of page) {
      if (performance.now() > until) return "customer waits";
      const isStripes = isToTell(event, spans);
      const told = isStripes ? await tell(stripe, customer, event, now) : "told";
      if (told !== "told") return told;
      // What is passed over waits for the end of its page.
      if (isStripes || event === page.at(-1)) await markSent(database(), customer, event.position);
      position = event.position;
    }
    if (page.length < PAGE) return "told";
  }
}

/** What costs nothing says nothing; what takes back an invoice of ours was never Stripe's. */
function isToTell({ priceMinor, createdAt, creditNoteId }: Sealed, spans: readonly StripeSpan[]): boolean {
  return priceMinor !== 0 && creditNoteId === null && isWithin(spans, createdAt);
}

async function tell(stripe: Stripe, { organizationId, customerId }: Untold, event: Sealed, now: Date): Promise<Told> {
  const { id, priceMinor, createdAt } = event;
  if (+now - +createdAt >= TAKES_FOR_MS) {
    // For whoever runs the instance, to put on an invoice by hand: nobody else will ever hear of it.
    log.error({ event: "meter_event_too_old", organizationId, id, priceMinor });
    return "told";
  }
  try {
    await stripe.billing.meterEvents.create({
      event_name: officeConfig().stripe?.meter ?? "",
      identifier: id,
      timestamp: Math.floor(+createdAt / 1000),
      payload: { stripe_customer_id: customerId, value: String(priceMinor) },
    });
    return "told";
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault;
    if (isKnownAlready(fault)) return "told";
    log.error({ event: "meter_event_refused", organizationId, id, ...causeOf(fault) });
    return isAbout(fault) ? "customer waits" : "Stripe is away";
  }
}

/** Stripe has such an identifier. Documented as a code, answered in words. */
function isKnownAlready({ code, message }: Stripe.errors.StripeError): boolean {
  return code === "duplicate_meter_event" || /already exists with identifier/i.test(message);
}

/** About this event or this customer, so that others may do better; not an outage, and not a key that is wrong. */
function isAbout({ statusCode = 500 }: Stripe.errors.StripeError): boolean {
  return [400, 404, 409, 429].includes(statusCode);
}
