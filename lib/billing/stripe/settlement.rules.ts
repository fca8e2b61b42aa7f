import { stripeAmountOf } from "./price.rules.ts";

/** What became of the usage of a subscription's last period. */
export type Settlement = "invoiced" | "not invoiced" | "differs";

/** `sent`: what its meter was sent, in minor units; `null`: nothing. `invoiced`: what its invoices have of it, in Stripe's unit. */
export function settlementOf(sent: { minor: number; currency: string } | null, invoiced: number): Settlement {
  if (sent === null || sent.minor === 0) return "invoiced";
  if (invoiced === 0) return "not invoiced";
  return stripeAmountOf(sent.minor, sent.currency) === invoiced ? "invoiced" : "differs";
}
