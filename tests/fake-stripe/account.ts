import { randomBytes } from "node:crypto";

type Customer = { id: string; object: "customer"; created: number; metadata: Record<string, string> };

type Price = {
  id: string;
  object: "price";
  currency: string;
  unit_amount: number | null;
  recurring: { interval: "month"; usage_type: "licensed" | "metered" } | null;
};

export type Subscription = {
  id: string;
  object: "subscription";
  customer: string;
  status: "trialing" | "active" | "past_due" | "unpaid" | "paused" | "canceled" | "incomplete" | "incomplete_expired";
  created: number;
  start_date: number;
  ended_at: number | null;
  metadata: Record<string, string>;
  items: { object: "list"; data: SubscriptionItem[] };
};

type SubscriptionItem = {
  id: string;
  object: "subscription_item";
  price: Price;
  current_period_start: number;
  current_period_end: number;
};

export type Invoice = {
  id: string;
  object: "invoice";
  customer: string;
  created: number;
  status: "draft" | "open" | "paid" | "void";
  /** Of which subscription, and what is on it; not part of the wire format as these. */
  subscription: string;
  lines: { price: string; amount: number; start: number; end: number }[];
};

export type CheckoutSession = {
  id: string;
  object: "checkout.session";
  mode: "subscription";
  status: "open" | "complete" | "expired";
  url: string | null;
  customer: string;
  subscription: string | null;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  /** What is bought; not part of the wire format. */
  bought: { prices: string[]; metadata: Record<string, string> };
};

export type MeterEvent = {
  object: "billing.meter_event";
  identifier: string;
  event_name: string;
  created: number;
  timestamp: number;
  payload: Record<string, string>;
};

type Webhook = { object: "webhook_endpoint"; url: string; status: "enabled" | "disabled"; enabled_events: string[] };

/** The state of this Stripe. `url`: its address. `meter`: the name of the events that it counts. */
export type Account = {
  url: string;
  secretKey: string;
  meter: string;
  customers: Map<string, Customer>;
  prices: Map<string, Price>;
  subscriptions: Map<string, Subscription>;
  sessions: Map<string, CheckoutSession>;
  meterEvents: Map<string, MeterEvent>;
  webhooks: Webhook[];
  invoices: Map<string, Invoice>;
  /** By Idempotency-Key. `answer`: `null` while the first request with it is under way. */
  answers: Map<string, { request: string; answer: object | null }>;
  /** Customers and meters of the events that are being taken now. */
  busy: Set<string>;
};

export function openAccount({ url, secretKey, meter }: Pick<Account, "url" | "secretKey" | "meter">): Account {
  return {
    url,
    secretKey,
    meter,
    customers: new Map(),
    prices: new Map(),
    subscriptions: new Map(),
    sessions: new Map(),
    meterEvents: new Map(),
    webhooks: [],
    invoices: new Map(),
    answers: new Map(),
    busy: new Set(),
  };
}

export function addPrice(
  account: Account,
  id: string,
  { currency, unitAmount, isMetered }: { currency: string; unitAmount: number | null; isMetered: boolean },
): void {
  const recurring = { interval: "month", usage_type: isMetered ? "metered" : "licensed" } as const;
  account.prices.set(id, { id, object: "price", currency, unit_amount: unitAmount, recurring });
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

export function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
