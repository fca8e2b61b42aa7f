import type { Stripe } from "stripe";
import { lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { type EndedSpan, giveUpSent, markSettled, sumSent } from "#db/queries/subscription-span.ts";
import { log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { isMetered, type Settlement, settlementOf } from "./price.rules.ts";
import { endOfSpan } from "./span.rules.ts";

/**
 * Looks once whether Stripe has invoiced an ended subscription's last usage, which an immediate end drops, and puts
 * what it has not on our next invoice; also what was sent after the end.
 */
export async function settleEnd(stripe: Stripe, span: EndedSpan): Promise<void> {
  const { organizationId, subscriptionId, since, until } = span;
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const metered = subscription.items.data.filter(({ price }) => isMetered(price));
  const begins = Math.min(...metered.map((item) => item.current_period_start));
  // Without a metered price Stripe charges no usage, whichever way the subscription ends: the operator sells it so.
  if (metered.length === 0) return end(span, null);
  const from = new Date(Math.max(begins * 1000, +since));
  const ended = new Date(Math.max(+since, Math.min(endOfSpan(subscription) ?? +until, +until)));
  const sent = await sumSent(database(), organizationId, from, ended);
  const prices = new Set(metered.map(({ price }) => price.id));
  const invoiced = sent === null ? 0 : await sumInvoiced(stripe, subscriptionId, begins, prices);
  const settlement = settlementOf(sent, invoiced);
  if (settlement === "differs")
    log.error({ event: "stripe_usage_differs", organizationId, subscription: subscriptionId, ...sent, invoiced });
  await end(span, { settlement, from, ended });
}

async function end(span: EndedSpan, found: { settlement: Settlement; from: Date; ended: Date } | null): Promise<void> {
  const { organizationId, until } = span;
  await database().transaction(async (tx) => {
    const locked = await lockOrganizationIfAny(tx, organizationId);
    if (!(await markSettled(locked, span)) || found === null) return;
    const from = found.settlement === "not invoiced" ? found.from : found.ended;
    const ours = await sumSent(tx, organizationId, from, until);
    if (ours === null) return;
    await giveUpSent(locked, organizationId, from, until);
    log.warn({ event: "stripe_usage_not_invoiced", organizationId, subscription: span.subscriptionId, from, ...ours });
  });
}

/** Sums the usage since this moment on a subscription's invoices, in Stripe's unit. `since`: a Unix time in seconds. */
async function sumInvoiced(stripe: Stripe, subscription: string, since: number, prices: ReadonlySet<string>) {
  let sum = 0;
  for await (const { id, status } of stripe.invoices.list({ subscription, created: { gte: since }, limit: 100 })) {
    if (id === undefined || status === "void") continue;
    for await (const { amount, period, pricing } of stripe.invoices.listLineItems(id, { limit: 100 })) {
      const price = pricing?.price_details?.price;
      const isUsage = prices.has(typeof price === "string" ? price : (price?.id ?? ""));
      if (isUsage && period.start >= since) sum += amount;
    }
  }
  return sum;
}
