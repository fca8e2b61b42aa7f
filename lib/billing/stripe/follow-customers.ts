import { listFollowed } from "#db/queries/stripe-customer.ts";
import { database } from "#lib/core/database.ts";
import { faultOf, log } from "#lib/core/log.ts";
import { causeOf, isOfCustomer, isStripeError, stripeApi } from "./client.ts";
import { followStripe } from "./follow.ts";

/**
 * Every hour: asks Stripe about each customer for whom it collects or who is buying. So a webhook that never comes costs an hour,
 * and no money. A customer that cannot be followed keeps no other one waiting; where Stripe is away, the next run asks.
 */
export async function followCustomers(): Promise<void> {
  const stripe = await stripeApi();
  if (stripe === null) return;
  const faults: unknown[] = [];
  for (const customer of await listFollowed(database()))
    try {
      await followStripe(stripe, customer);
    } catch (fault) {
      if (isStripeError(fault) && !isOfCustomer(fault)) throw fault;
      log.error({ event: "stripe_not_asked", customer, ...(isStripeError(fault) ? causeOf(fault) : faultOf(fault)) });
      faults.push(fault);
    }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} customers could not be followed`);
}
