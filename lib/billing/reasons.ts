import type { Unauthorized } from "#lib/core/authorize.ts";

/** Why a verb of billing refused. */
export type BillingReason =
  | Unauthorized
  | "invoice_unknown"
  | "invoice_credited"
  | "month_not_over"
  | "seller_missing"
  | "keys_missing"
  | "event_unknown"
  | "reason_missing"
  | "plan_unknown"
  | "plan_changed"
  | "subscription_waits"
  | "paid_elsewhere"
  | "currency_fixed"
  | "plan_not_for_sale"
  | "payments_unavailable"
  | "no_payment_account"
  | "cap_invalid"
  | "cap_too_high"
  | "cap_changed"
  | "terms_invalid"
  | "terms_incomplete";
