import { v7 } from "uuid";
import type { Transaction } from "#db/client.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { findPlan } from "#db/queries/plan.ts";
import {
  findSubscription,
  hasMoney,
  listTerms,
  type SubscriptionRow,
  setIncluded,
  type TermsRow,
  upsertSubscription,
} from "#db/queries/subscription.ts";
import { type Result, refuse } from "#lib/core/result.ts";
import { isCurrency } from "./currency.rules.ts";
import { includedOf } from "./invoice.rules.ts";
import { endOf, periodOf } from "./period.rules.ts";
import type { BillingReason } from "./reasons.ts";

/** All that an organization and its operator can agree on. `planId`: where the rest was copied from; `null`: by hand. */
export type Terms = TermsRow;

type Set = Result<{ before: Terms | null; terms: Terms }, BillingReason>;

/** What nobody named, at the first time. The cap tells, and does not stop, until somebody chooses that. */
const STANDARD = {
  planId: null,
  monthlyFeeMinor: 0,
  includedChecks: 0,
  spendCapMinor: null,
  stopsAtCap: false,
  taxBasisPoints: null,
};

/**
 * Sets the named terms and leaves the others; the first time, status, currency and prices must be named. Under the
 * organization's gate. A plan that is named brings its own terms, and what is named beside it goes before them.
 */
export async function changeTerms(tx: Transaction, organizationId: string, named: Partial<Terms>): Promise<Set> {
  const held = await findSubscription(tx, organizationId);
  const before = held && termsHeld(held);
  const plan = named.planId ? await findPlan(tx, named.planId) : null;
  if (named.planId && plan === null) return refuse("plan_unknown");
  const after = { ...STANDARD, ...before, ...(plan && termsOf(plan)), ...named };
  const { currency: _, ...others } = after;
  // A currency that an older version accepted stays until another is named: it can be cancelled, and paid.
  if (!areSound(after.currency === before?.currency ? others : after)) return refuse("terms_invalid");
  if (!isWhole(after)) return refuse("terms_incomplete");
  if (before && before.currency !== after.currency && (await hasMoney(tx, organizationId)))
    return refuse("currency_fixed");
  const planName = after.planId === null ? null : (plan ?? (await findPlan(tx, after.planId)))?.name;
  await upsertSubscription(tx, organizationId, after, { id: v7(), planName: planName ?? null });
  await includeByDay(tx, organizationId, before?.includedChecks ?? 0);
  return { ok: true, before, terms: after };
}

/** How many checks the month includes, now that the terms have changed within it. `unsaid`: what older terms, which do not say, included. */
async function includeByDay(tx: Transaction, organizationId: string, unsaid: number): Promise<void> {
  const { today } = await readCalendar(tx);
  const period = periodOf(today);
  const terms = await listTerms(tx, organizationId, endOf(period));
  const said = terms.map((term) => ({ ...term, includedChecks: term.includedChecks ?? unsaid }));
  await setIncluded(tx, organizationId, period, includedOf(period, said));
}

function termsHeld({ pastDueSince: _, ...terms }: SubscriptionRow): Terms {
  return terms;
}

/** What a plan brings to a subscription. */
export function termsOf({ id, currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks }: PlanTerms) {
  return { planId: id, currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks };
}

type PlanTerms = Pick<Terms, "currency" | "monthlyFeeMinor" | "priceSMinor" | "priceBMinor" | "includedChecks"> & {
  id: string;
};

/** Are the amounts amounts, and the currency one? What is not there is not asked about. */
export function areSound({
  currency = "EUR",
  monthlyFeeMinor = 0,
  priceSMinor = 0,
  priceBMinor = 0,
  includedChecks = 0,
  spendCapMinor = null,
  taxBasisPoints = null,
}: Partial<Terms>): boolean {
  const isAmount = (minor: number) => Number.isSafeInteger(minor) && minor >= 0;
  const isPrice = (minor: number) => isAmount(minor) && minor <= 2_147_483_647;
  return (
    isCurrency(currency) &&
    [monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks].every(isPrice) &&
    (spendCapMinor === null || isAmount(spendCapMinor)) &&
    (taxBasisPoints === null || (isAmount(taxBasisPoints) && taxBasisPoints <= 10_000))
  );
}

function isWhole(terms: Partial<Terms>): terms is Terms {
  return [terms.status, terms.currency, terms.priceSMinor, terms.priceBMinor].every((term) => term !== undefined);
}
