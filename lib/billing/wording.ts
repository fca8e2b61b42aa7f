import type { SharedReason, Wording } from "#lib/core/wording.ts";

export const BILLING_WORDING = {
  invoice_unknown: {
    page: { heading: "This invoice does not exist" },
    command: "No such invoice. `ageway invoice list` shows all of them.",
  },
  invoice_credited: { command: "That invoice was already credited." },
  month_not_over: { command: "That month is not over yet, by the database’s clock." },
  seller_missing: { command: "Name the seller first: its name and address in INVOICE_SELLER." },
  event_unknown: { command: "No such billing event. `ageway ledger list <organization>` shows all of them." },
  reason_missing: { command: "Give a reason of 1 to 200 characters. It stays in the ledger for good." },
  plan_unknown: {
    page: { heading: "This plan is no longer offered", text: "Reload the page to see the plans." },
    command: "No such plan. `ageway plan list` shows all of them.",
  },
  plan_changed: {
    page: {
      heading: "This plan has changed since you opened its review",
      text: "Nothing was agreed. Reload the page to review the new terms.",
    },
  },
  subscription_waits: {
    page: {
      heading: "The subscription is paused, or a payment is due",
      text: "Ask the operator of this service what to do.",
    },
  },
  paid_elsewhere: {
    page: { heading: "Stripe manages your payments", text: "Use its page to change or end the subscription." },
  },
  currency_fixed: {
    page: {
      heading: "Your currency can no longer change",
      text: "Something was already billed in it. Choose a plan in the same currency, or create another organization.",
    },
    command: "Something was already billed in the old currency, so it cannot change. Create another organization.",
  },
  plan_not_for_sale: {
    page: { heading: "This plan cannot be bought here", text: "Ask the operator of this service for it." },
  },
  payments_unavailable: { page: { heading: "The payment service does not answer", text: "Try again in a minute." } },
  no_payment_account: { page: { heading: "You have not paid through Stripe yet", text: "Choose a plan first." } },
  cap_invalid: { page: { heading: "Enter an amount such as 250 or 250.00", field: "cap" } },
  cap_too_high: { page: { heading: "The cap can be 1,000,000,000 at most. Leave it empty for no cap", field: "cap" } },
  cap_changed: {
    page: {
      heading: "Somebody has changed the cap meanwhile",
      text: "Not saved. Reload to see the current cap.",
    },
  },
  terms_invalid: {
    page: { heading: "These terms are not valid" },
    command:
      "Prices and the cap are whole numbers of the smallest unit, such as cents; the currency is an ISO 4217 code, such as EUR.",
  },
  terms_incomplete: {
    page: { heading: "Choose a plan first" },
    command: "The first terms need --status, --currency, --price-s and --price-b.",
  },
} as const satisfies Record<string, Wording>;

export type BillingReason = keyof typeof BILLING_WORDING | SharedReason;
