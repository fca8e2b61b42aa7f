import { listFollowed } from "#db/queries/stripe-customer.ts";
import { listUnsettled } from "#db/queries/subscription-span.ts";
import { HOUR_MS } from "#lib/base/time.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { database } from "#lib/runtime/database.ts";
import { causeOf, isOfCustomer, isStripeError, stripeApi } from "./client.ts";
import { followStripe } from "./follow.ts";
import { settleEnd } from "./settle.ts";

/** Stripe's last invoice of a subscription is a draft for an hour. */
const SETTLED_AFTER_MS = 3 * HOUR_MS;

/**
 * Asks Stripe every hour about who pays or buys there and about ended usage, so that a lost webhook costs no money. A
 * customer whom Stripe refuses keeps no other one waiting.
 */
export async function followCustomers(): Promise<void> {
  const stripe = await stripeApi();
  if (stripe === null) return;
  const followed = await eachOf(await listFollowed(database()), (customer) => followStripe(stripe, customer));
  const settled = await eachOf(await listUnsettled(database(), SETTLED_AFTER_MS), (span) => settleEnd(stripe, span));
  const faults = [...followed, ...settled];
  if (faults.length > 0) throw new AggregateError(faults, `Stripe was asked in vain: ${faults.length}`);
}

async function eachOf<One>(all: readonly One[], ask: (one: One) => Promise<void>): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const one of all)
    try {
      await ask(one);
    } catch (fault) {
      if (isStripeError(fault) && !isOfCustomer(fault)) throw fault;
      const customer = typeof one === "string" ? one : undefined;
      log.error({ event: "stripe_not_asked", customer, ...(isStripeError(fault) ? causeOf(fault) : faultOf(fault)) });
      faults.push(fault);
    }
  return faults;
}
