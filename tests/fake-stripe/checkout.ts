import { type Account, type CheckoutSession, newId, type Subscription, seconds } from "./account.ts";
import { asForm, asForms, asText, asTexts, type Form } from "./form.ts";
import { missing, Refusal } from "./refusal.ts";

/** `POST /v1/checkout/sessions`, mode "subscription". */
export function createSession(account: Account, form: Form): object {
  const customer = asText(form.customer) ?? "";
  if (!account.customers.has(customer)) throw missing(400, "customer", customer, "customer");
  if (form.mode !== "subscription")
    throw new Refusal(400, "This stand-in sells subscriptions only.", { param: "mode" });
  const prices = asForms(form.line_items).map((item, n) => priceOf(account, item, n));
  if (prices.length === 0) throw new Refusal(400, "Missing required param: line_items.", { param: "line_items" });
  const id = newId("cs_test");
  const session: CheckoutSession = {
    id,
    object: "checkout.session",
    mode: "subscription",
    status: "open",
    url: `${account.url}/pay/${id}`,
    customer,
    subscription: null,
    client_reference_id: asText(form.client_reference_id),
    metadata: asTexts(form.metadata),
    success_url: required(form, "success_url"),
    cancel_url: required(form, "cancel_url"),
    bought: { prices, metadata: asTexts(asForm(form.subscription_data).metadata) },
  };
  account.sessions.set(id, session);
  return wire(session);
}

/** The newest first. */
export function listCheckouts(account: Account, { customer, status }: Form): object[] {
  return [...account.sessions.values()]
    .filter((session) => session.customer === customer && (status === undefined || session.status === status))
    .toReversed()
    .map(wire);
}

export function expireSession(account: Account, id: string): object {
  const session = account.sessions.get(id);
  if (!session) throw missing(404, "checkout.session", id, "session");
  if (session.status !== "open")
    throw new Refusal(400, `Only Checkout Sessions with a status in ["open"] can be expired.`);
  Object.assign(session, { status: "expired", url: null });
  return wire(session);
}

/** Pays the page; `null`: the page is no longer open. */
export function paySession(account: Account, id: string): { session: object; subscription: Subscription } | null {
  const session = account.sessions.get(id);
  if (session?.status !== "open") return null;
  const subscription = subscribe(account, session.customer, session.bought);
  Object.assign(session, { status: "complete", url: null, subscription: subscription.id });
  return { session: wire(session), subscription };
}

/** A subscription as its first payment leaves it. */
export function subscribe(
  account: Account,
  customer: string,
  { prices, metadata }: { prices: readonly string[]; metadata: Record<string, string> },
): Subscription {
  const begun = seconds();
  const data = prices.flatMap((id) => {
    const price = account.prices.get(id);
    const period = { current_period_start: begun, current_period_end: begun + 30 * 86_400 };
    return price ? [{ id: newId("si"), object: "subscription_item" as const, price, ...period }] : [];
  });
  const subscription: Subscription = {
    id: newId("sub"),
    object: "subscription",
    customer,
    status: "active",
    created: begun,
    start_date: begun,
    ended_at: null,
    metadata,
    items: { object: "list", data },
  };
  account.subscriptions.set(subscription.id, subscription);
  return subscription;
}

function priceOf(account: Account, item: Form, n: number): string {
  const id = asText(item.price) ?? "";
  const price = account.prices.get(id);
  if (!price) throw missing(400, "price", id, `line_items[${n}][price]`);
  const isMetered = price.recurring?.usage_type === "metered";
  if (isMetered === (item.quantity !== undefined))
    throw new Refusal(
      400,
      isMetered
        ? "Quantity should not be specified where usage_type is `metered`."
        : `Quantity is required. Add \`quantity\` to \`line_items[${n}]\``,
      { param: `line_items[${n}][quantity]` },
    );
  return id;
}

function required(form: Form, name: string): string {
  const text = asText(form[name]);
  if (text === null)
    throw new Refusal(400, `Missing required param: ${name}.`, { code: "parameter_missing", param: name });
  return text;
}

function wire({ bought: _, ...session }: CheckoutSession): object {
  return session;
}
