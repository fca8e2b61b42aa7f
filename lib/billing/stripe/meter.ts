import { Stripe } from "stripe";
import { readCalendar } from "#db/queries/closed-month.ts";
import { lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { listSpans } from "#db/queries/stripe-customer.ts";
import {
  giveUp,
  insertBatches,
  listMetered,
  listSealed,
  listWaiting,
  lockMeter,
  markSent,
  type WaitingBatch,
} from "#db/queries/stripe-meter-batch.ts";
import { adminConfig } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { log } from "#lib/core/log.ts";
import { causeOf, stripeApi } from "./client.ts";
import { batchesOf, identifierOf, isStripes, isTakenAt } from "./meter.rules.ts";

/** Customers. Of one customer, Stripe takes one event at a time. */
const AT_ONCE = 10;
const ROWS_AT_ONCE = 5_000;
const BATCHES_AT_ONCE = 100;
/** The next run begins a minute after this one. */
const RUN_MS = 50_000;

type Metered = Awaited<ReturnType<typeof listMetered>>[number];
type Told = "told" | "customer waits" | "Stripe is away";

/**
 * Tells Stripe's meter what the ledger says: rows of one hour and one price are one event, whose value is their sum in minor
 * units. A batch has its identifier before it is sent, and is marked when Stripe has it. Killed in between, or run twice at
 * once, it is told again, and Stripe knows it by its identifier. A row that comes late is in the next batch of its hour.
 */
export async function sendMeterEvents(): Promise<void> {
  const stripe = stripeApi();
  if (stripe === null) return;
  const until = performance.now() + RUN_MS;
  const waiting = [...(await listMetered(database()))];
  const line = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      if ((await tellLedger(stripe, next, until)) === "Stripe is away") waiting.length = 0;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
}

async function tellLedger(stripe: Stripe, customer: Metered, until: number): Promise<Told> {
  let isMore = true;
  while (isMore) isMore = performance.now() < until && (await batchSome(customer));
  for (;;) {
    const batches = await listWaiting(database(), customer.organizationId, BATCHES_AT_ONCE);
    if (batches.length === 0) return "told";
    const { today: now } = await readCalendar(database());
    for (const batch of batches) {
      if (performance.now() > until) return "customer waits";
      const told = isTakenAt(batch, now) ? await tell(stripe, customer, batch) : await putOnInvoice(batch);
      if (told !== "told") return told;
    }
  }
}

/** Puts the next rows of the chain into batches; whether there may be more. */
async function batchSome({ organizationId }: Metered): Promise<boolean> {
  return database().transaction(async (tx) => {
    const meter = await lockMeter(tx, organizationId);
    if (meter === null) return false;
    const rows = await listSealed(tx, organizationId, meter.sentPosition, ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return false;
    const spans = await listSpans(tx, organizationId);
    // What was read before and is no part of the new span was told, or passed over, then.
    const isNew = ({ position, createdAt }: (typeof rows)[number]) =>
      position > meter.rereadTo || (meter.rereadSince !== null && createdAt >= meter.rereadSince);
    const batches = batchesOf(rows.filter((row) => isNew(row) && isStripes(row, spans)));
    await insertBatches(tx, organizationId, batches, last.position);
    return rows.length === ROWS_AT_ONCE;
  });
}

/** Stripe was away for five weeks, or does not know the customer: the money is not lost, it stands on our own next invoice. */
async function putOnInvoice(batch: WaitingBatch): Promise<Told> {
  const { organizationId, hour, unitMinor, quantity } = batch;
  await database().transaction(async (tx) => {
    await giveUp(await lockOrganizationIfAny(tx, organizationId), batch);
  });
  log.error({ event: "meter_batch_too_old", organizationId, hour, amountMinor: unitMinor * quantity });
  return "told";
}

async function tell(stripe: Stripe, { organizationId, customerId }: Metered, batch: WaitingBatch): Promise<Told> {
  const identifier = identifierOf(customerId, batch);
  try {
    await stripe.billing.meterEvents.create({
      event_name: adminConfig().stripe?.meter ?? "",
      identifier,
      timestamp: Math.floor(+batch.at / 1000),
      payload: { stripe_customer_id: customerId, value: String(batch.unitMinor * batch.quantity) },
    });
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeError)) throw fault;
    if (!isKnownAlready(fault)) {
      log.error({ event: "meter_event_refused", organizationId, identifier, ...causeOf(fault) });
      return isAbout(fault) ? "customer waits" : "Stripe is away";
    }
  }
  await markSent(database(), batch);
  return "told";
}

/** Stripe has such an identifier. Documented as a code, answered in words. */
function isKnownAlready({ code, message }: Stripe.errors.StripeError): boolean {
  return code === "duplicate_meter_event" || /already exists with identifier/i.test(message);
}

/** About this event or this customer, so that others may do better; not an outage, and not a key that is wrong. */
function isAbout({ statusCode = 500 }: Stripe.errors.StripeError): boolean {
  return [400, 404, 409, 429].includes(statusCode);
}
