import { readCalendar } from "#db/queries/closed-month.ts";
import type { LockedTransaction } from "#db/queries/organization-lock.ts";
import { findPlan, type PlanRow } from "#db/queries/plan.ts";
import {
  findSubscription,
  hasMoney,
  listTerms,
  type SubscriptionRow,
  setIncluded,
  type TermsRow,
  upsertSubscription,
} from "#db/queries/subscription.ts";
import { refuse } from "#lib/base/result.ts";
import { endOf, periodOf } from "#lib/base/time.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { isCurrency } from "./currency.rules.ts";
import { includedOf } from "./proration.rules.ts";
import { newCapOf } from "./spend.rules.ts";

/** All that an organization and its operator can agree on. `planId`: the plan that the other terms were copied from; `null`: none. */
export type Terms = TermsRow;

/** For new terms that name none. Their cap follows from their prices. */
const STANDARD = {
  planId: null,
  monthlyFeeMinor: 0,
  includedChecks: 0,
  stopsAtCap: true,
  taxBasisPoints: null,
};

/**
 * Sets the named terms and keeps the others; a named plan brings its own. New terms without a cap get one that stops: a
 * key is public, so anybody can run up a bill. The caller holds the lock.
 */
export async function changeTerms(tx: LockedTransaction, organizationId: string, named: Partial<Terms>) {
  const current = await findSubscription(tx, organizationId);
  const before = current && withoutGrace(current);
  const plan = named.planId ? await findPlan(tx, named.planId) : null;
  if (named.planId && plan === null) return refuse("plan_unknown");
  const prices = { priceSMinor: 0, priceBMinor: 0, ...plan, ...named };
  const standard = { ...STANDARD, spendCapMinor: newCapOf(prices) };
  const after = { ...standard, ...before, ...(plan && termsOf(plan)), ...named };
  const { currency: _, ...others } = after;
  // An older version accepted currencies that we refuse now. Terms in such a currency can still be cancelled and paid.
  if (!areSound(after.currency === before?.currency ? others : after)) return refuse("terms_invalid");
  if (!isWhole(after)) return refuse("terms_incomplete");
  if (before && before.currency !== after.currency && (await hasMoney(tx, organizationId)))
    return refuse("currency_fixed");
  const planName = after.planId === null ? null : (plan ?? (await findPlan(tx, after.planId)))?.name;
  await upsertSubscription(tx, organizationId, after, { id: uuidV7(), planName: planName ?? null });
  await setIncludedOfMonth(tx, organizationId);
  return { ok: true as const, before, terms: after };
}

/** Computes again how many checks this month includes, after its terms have changed. */
async function setIncludedOfMonth(tx: LockedTransaction, organizationId: string): Promise<void> {
  const { today } = await readCalendar(tx);
  const period = periodOf(today);
  const terms = await listTerms(tx, organizationId, endOf(period));
  await setIncluded(tx, organizationId, period, includedOf(period, terms));
}

/** Does it hold already? */
export function isPart(named: Partial<Terms>, terms: Terms): boolean {
  return (Object.keys(named) as (keyof Terms)[]).every((name) => named[name] === terms[name]);
}

export function withoutGrace({ pastDueSince: _, ...terms }: SubscriptionRow): Terms {
  return terms;
}

export function termsOf({ id, currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks }: PlanRow) {
  return { planId: id, currency, monthlyFeeMinor, priceSMinor, priceBMinor, includedChecks };
}

/** Are these amounts and this currency valid? Absent terms count as valid. */
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
