import type { Stripe } from "stripe";
import { readCalendar } from "#db/queries/closed-month.ts";
import { lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import {
  giveUp,
  insertBatches,
  listMetered,
  listSealed,
  listWaiting,
  lockMeter,
  markSent,
  markUnrecognizedSent,
  type WaitingBatch,
} from "#db/queries/stripe-meter-batch.ts";
import { listSpans } from "#db/queries/subscription-span.ts";
import { HOUR_MS } from "#lib/base/time.rules.ts";
import { log } from "#lib/observe/log.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { causeOf, isOfCustomer, isStripeError, stripeApi } from "./client.ts";
import { batchesOf, identifierOf, isAccepted, isCollectedByStripe } from "./meter.rules.ts";

/** Customers at once. Stripe takes one event of a customer at a time. */
const MAX_CUSTOMERS = 10;
const PAGE_ROWS = 5_000;
const PAGE_BATCHES = 100;
/** A run ends before the next one begins, a minute later. */
const RUN_MS = 50_000;
/** Stripe recognizes an identifier for 24 hours at least. Half of that is for the operator, who starts the servers later. */
const RECOGNIZED_MS = 12 * HOUR_MS;

type Metered = Awaited<ReturnType<typeof listMetered>>[number];
type SendResult = "sent" | "customer waits" | "Stripe is away";

/**
 * Sends the rows of an hour and price as one event, with an identifier that the batch gets before: where a job is
 * killed or runs twice, Stripe recognizes it. A late row goes into the next batch of its hour.
 */
export async function sendMeterEvents(): Promise<void> {
  const stripe = await stripeApi();
  if (stripe === null) return;
  const until = performance.now() + RUN_MS;
  const waiting = [...(await listMetered(database()))];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      if ((await sendLedger(stripe, next, until)) === "Stripe is away") waiting.length = 0;
  };
  await Promise.all(Array.from({ length: MAX_CUSTOMERS }, worker));
}

async function sendLedger(stripe: Stripe, customer: Metered, until: number): Promise<SendResult> {
  let isMore = true;
  while (isMore) isMore = performance.now() < until && (await batchNextRows(customer));
  for (;;) {
    const batches = await listWaiting(database(), customer.organizationId, PAGE_BATCHES);
    if (batches.length === 0) return "sent";
    const { today: now } = await readCalendar(database());
    for (const batch of batches) {
      if (performance.now() > until) return "customer waits";
      const result = isAccepted(batch, now) ? await sendBatch(stripe, customer, batch) : await moveToInvoice(batch);
      if (result !== "sent") return result;
    }
  }
}

/**
 * Puts rows from before a restore into the batches that they had, and sends none. Batches too old for Stripe to
 * recognize count as sent and are returned: no row may be collected twice.
 */
export async function settleMeter(): Promise<WaitingBatch[]> {
  for (const customer of await listMetered(database())) while (await batchNextRows(customer));
  return markUnrecognizedSent(database(), RECOGNIZED_MS);
}

/** Puts the next rows of the chain into batches. Returns whether there may be more rows. */
async function batchNextRows({ organizationId }: Metered): Promise<boolean> {
  return database().transaction(async (tx) => {
    const meter = await lockMeter(tx, organizationId);
    if (meter === null) return false;
    const rows = await listSealed(tx, organizationId, meter.sentPosition, PAGE_ROWS);
    const last = rows.at(-1);
    if (last === undefined) return false;
    const spans = await listSpans(tx, organizationId);
    // When a new span begins, rows before `rereadTo` are read again. Of them only those in the new span are new.
    const isNew = ({ position, createdAt }: (typeof rows)[number]) =>
      position > meter.rereadTo || (meter.rereadSince !== null && createdAt >= meter.rereadSince);
    const batches = batchesOf(rows.filter((row) => isNew(row) && isCollectedByStripe(row, spans)));
    await insertBatches(tx, organizationId, batches, last.position);
    return rows.length === PAGE_ROWS;
  });
}

/** Stripe was away for five weeks, or does not know the customer. The amount goes on our own next invoice instead. */
async function moveToInvoice(batch: WaitingBatch): Promise<SendResult> {
  const { organizationId, hour, unitMinor, quantity } = batch;
  await database().transaction(async (tx) => {
    await giveUp(await lockOrganizationIfAny(tx, organizationId), batch);
  });
  log.error({ event: "meter_batch_too_old", organizationId, hour, amountMinor: unitMinor * quantity });
  return "sent";
}

async function sendBatch(
  stripe: Stripe,
  { organizationId, customerId }: Metered,
  batch: WaitingBatch,
): Promise<SendResult> {
  const identifier = identifierOf(customerId, batch);
  try {
    await stripe.billing.meterEvents.create({
      event_name: adminConfig().stripe?.meter ?? "",
      identifier,
      timestamp: Math.floor(+batch.at / 1000),
      payload: { stripe_customer_id: customerId, value: String(batch.unitMinor * batch.quantity) },
    });
  } catch (fault) {
    if (!isStripeError(fault)) throw fault;
    if (!isKnownAlready(fault)) {
      log.error({ event: "meter_event_refused", organizationId, identifier, ...causeOf(fault) });
      return isOfCustomer(fault) ? "customer waits" : "Stripe is away";
    }
  }
  await markSent(database(), batch);
  return "sent";
}

/** Does Stripe have this identifier already? Its documentation names a code, but its answer has only the message. */
function isKnownAlready({ code, message }: Stripe.errors.StripeError): boolean {
  return code === "duplicate_meter_event" || /already exists with identifier/i.test(message);
}
