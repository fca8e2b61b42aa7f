import { type Account, newId, seconds } from "./account.ts";
import { createSession, expireSession, listCheckouts } from "./checkout.ts";
import { asText, asTexts, type Form } from "./form.ts";
import { endSubscription, listInvoices, listLines } from "./invoice.ts";
import { createMeterEvent } from "./meter.ts";
import { missing, Refusal } from "./refusal.ts";

type Operation = (account: Account, form: Form, id: string) => object;

/** The part of Stripe's API that this server has. */
const ROUTES: readonly [method: "GET" | "POST" | "DELETE", path: RegExp, Operation][] = [
  ["POST", /^\/v1\/customers$/, createCustomer],
  ["GET", /^\/v1\/prices\/([^/]+)$/, (account, _, id) => found(account.prices.get(id), "price", id)],
  ["GET", /^\/v1\/subscriptions$/, listSubscriptions],
  [
    "GET",
    /^\/v1\/subscriptions\/([^/]+)$/,
    (account, _, id) => found(account.subscriptions.get(id), "subscription", id),
  ],
  ["DELETE", /^\/v1\/subscriptions\/([^/]+)$/, (account, form, id) => cancelSubscription(account, form, id)],
  ["POST", /^\/v1\/checkout\/sessions$/, createSession],
  ["GET", /^\/v1\/checkout\/sessions$/, (account, form) => list("/v1/checkout/sessions", listCheckouts(account, form))],
  ["POST", /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, (account, _, id) => expireSession(account, id)],
  ["POST", /^\/v1\/billing_portal\/sessions$/, createPortalSession],
  ["POST", /^\/v1\/billing\/meter_events$/, createMeterEvent],
  ["GET", /^\/v1\/invoices$/, (account, form) => list("/v1/invoices", listInvoices(account, form))],
  ["GET", /^\/v1\/invoices\/([^/]+)\/lines$/, (account, _, id) => list("/v1/invoices", listLines(account, id))],
  ["GET", /^\/v1\/webhook_endpoints$/, ({ webhooks }) => list("/v1/webhook_endpoints", webhooks)],
];

export function routeOf(method: string, path: string): ((account: Account, form: Form) => object) | null {
  for (const [wanted, pattern, operation] of ROUTES) {
    const match = wanted === method ? pattern.exec(path) : null;
    if (match) return (account, form) => operation(account, form, decodeURIComponent(match[1] ?? ""));
  }
  return null;
}

function createCustomer(account: Account, form: Form): object {
  const customer = {
    id: newId("cus"),
    object: "customer",
    created: seconds(),
    metadata: asTexts(form.metadata),
  } as const;
  account.customers.set(customer.id, customer);
  return customer;
}

/** Without `status`, leaves out subscriptions that have ended. */
function listSubscriptions(account: Account, { customer, status }: Form): object {
  const isAsked = (state: string) =>
    status === undefined ? state !== "canceled" : status === "all" || state === status;
  const data = [...account.subscriptions.values()].filter((one) => one.customer === customer && isAsked(one.status));
  return list("/v1/subscriptions", data);
}

function cancelSubscription(account: Account, form: Form, id: string): object {
  const subscription = found(account.subscriptions.get(id), "subscription", id);
  if (subscription.status === "canceled") throw missing(404, "subscription", id, "id");
  return endSubscription(account, subscription, { invoices: form.invoice_now === "true" });
}

function createPortalSession(account: Account, form: Form): object {
  const customer = asText(form.customer) ?? "";
  if (!account.customers.has(customer)) throw missing(400, "customer", customer, "customer");
  const returnUrl = asText(form.return_url);
  if (returnUrl === null) throw new Refusal(400, "Missing required param: return_url.", { param: "return_url" });
  const url = `${account.url}/portal/${customer}?${new URLSearchParams({ return_url: returnUrl })}`;
  return { id: newId("bps"), object: "billing_portal.session", customer, return_url: returnUrl, url };
}

function found<Row>(row: Row | undefined, what: string, id: string): Row {
  if (row === undefined) throw missing(404, what, id, "id");
  return row;
}

function list(url: string, data: object[]): object {
  return { object: "list", url, has_more: false, data };
}
