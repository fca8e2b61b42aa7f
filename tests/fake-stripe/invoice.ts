import { type Account, type Invoice, newId, type Subscription, seconds } from "./account.ts";
import { asForm, asText, type Form } from "./form.ts";
import { missing } from "./refusal.ts";

/**
 * Ends a subscription. As Stripe does: at once, what the meter counted since the last invoice is dropped, unless an invoice is
 * asked for; at the end of its period it is invoiced.
 */
export function endSubscription(
  account: Account,
  subscription: Subscription,
  { invoices, at = seconds() }: { invoices: boolean; at?: number },
): Subscription {
  if (invoices) invoiceUsage(account, subscription, at);
  return Object.assign(subscription, { status: "canceled", ended_at: at });
}

/** Invoices the usage of the running period. */
export function invoiceUsage(account: Account, { id, customer, items }: Subscription, end: number): Invoice {
  const metered = items.data.filter(({ price }) => price.recurring?.usage_type === "metered");
  const lines = metered.map(({ price, current_period_start: start }) => {
    const events = [...account.meterEvents.values()].filter(
      ({ payload, timestamp }) => payload.stripe_customer_id === customer && timestamp >= start && timestamp < end,
    );
    const quantity = events.reduce((sum, { payload }) => sum + Number(payload.value), 0);
    return { price: price.id, amount: quantity * (price.unit_amount ?? 0), start, end };
  });
  const invoice: Invoice = {
    id: newId("in"),
    object: "invoice",
    customer,
    created: seconds(),
    status: "open",
    subscription: id,
    lines,
  };
  account.invoices.set(invoice.id, invoice);
  return invoice;
}

export function listInvoices(account: Account, { subscription, created }: Form): object[] {
  const since = Number(asText(asForm(created).gte) ?? 0);
  return [...account.invoices.values()]
    .filter((invoice) => invoice.subscription === subscription && invoice.created >= since)
    .map(({ subscription: _, lines: __, ...invoice }) => invoice);
}

export function listLines(account: Account, id: string): object[] {
  const invoice = account.invoices.get(id);
  if (!invoice) throw missing(404, "invoice", id, "invoice");
  return invoice.lines.map(({ price, amount, start, end }, n) => ({
    id: `il_${n}_${id}`,
    object: "line_item",
    amount,
    period: { start, end },
    pricing: { type: "price_details", price_details: { price } },
  }));
}
