import { expect, test } from "vitest";
import { periodOf, startOf } from "#lib/base/time.rules.ts";
import { readAlerts } from "#lib/billing/alerts.ts";
import { capReachedAt } from "#lib/billing/forecast.rules.ts";
import { daysLeft } from "#lib/billing/next-invoice.rules.ts";
import { readNextInvoice } from "#lib/billing/next-invoice.ts";
import { readPlanCosts, readPlanReview } from "#lib/billing/plan-review.ts";
import { setPlan } from "#lib/billing/plans.ts";
import { setSpendCap } from "#lib/billing/spend-cap.ts";
import { setSubscription } from "#lib/billing/subscription.ts";
import { readUsage } from "#lib/billing/usage.ts";
import { past } from "#tests/support/ledger.ts";
import { newOrganization, TEST_PLAN } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const DAY_MS = 86_400_000;

/** A shop with ten checks of 0.12 on each of the last 20 days, and a plan of its own. */
async function busyShop() {
  const shop = await newOrganization();
  const now = Date.now();
  const days = Array.from({ length: 20 }, (_, n) => new Date(now - (n + 1) * DAY_MS));
  await past(
    shop,
    days.toReversed().flatMap((at) => Array.from({ length: 10 }, () => ({ at, priceMinor: 12 }))),
  );
  const plan = { ...TEST_PLAN, id: `plan-${shop.id.slice(-12)}`, name: "Volume", monthlyFeeMinor: 100, priceBMinor: 6 };
  await setPlan(OPERATOR, plan);
  return { ...shop, plan, soFar: days.filter((at) => at >= startOf(periodOf(new Date()))).length * 120 };
}

test("each plan says what the checks of the last 30 days would have cost on it", async () => {
  const { id, plan } = await busyShop();
  const costs = await readPlanCosts(OPERATOR, id);
  expect(costs).toMatchObject({ ok: true, counts: { s: 0, b: 200 }, own: { planId: null, costMinor: 2_400 } });
  expect(costs.ok && costs.plans.find((one) => one.plan.id === plan.id)?.costMinor).toBe(1_300);
});

test("a check of today is one of the last 30 days", async () => {
  const shop = await newOrganization();
  await past(shop, [{ at: new Date(), priceMinor: 12 }]);
  expect(await readPlanCosts(OPERATOR, shop.id)).toMatchObject({ counts: { s: 0, b: 1 }, own: { costMinor: 12 } });
});

test("the next invoice is what the month has cost, and what its forecast adds", async () => {
  const { id, soFar } = await busyShop();
  const [next, usage] = [await readNextInvoice(OPERATOR, id), await readUsage(OPERATOR, id)];
  if (!next.ok || !next.next || !usage.ok) throw new Error("Nothing could be read");
  const { estimate, issuedOn } = next.next;
  expect(+issuedOn).toBeGreaterThan(Date.now());
  expect(estimate).toMatchObject({ soFarMinor: soFar, feeMinor: 0 });
  expect(estimate.totals.netMinor).toBeCloseTo(usage.usage.forecast?.likelyMinor ?? 0, -1);
});

test("a cap that stops is the most that checks can add to the next invoice", async () => {
  const { id, soFar } = await busyShop();
  await setSpendCap(OPERATOR, id, { spendCapMinor: soFar + 30, stopsAtCap: true });
  const next = await readNextInvoice(OPERATOR, id);
  expect(next.ok && next.next?.estimate.totals.netMinor).toBeLessThanOrEqual(soFar + 30);
});

test("a review has the invoice with the change and without it, and changes nothing", async () => {
  const { id, plan, soFar } = await busyShop();
  const read = await readPlanReview(OPERATOR, id, plan.id);
  if (!read.ok) throw new Error(read.reason);
  const { change, cheaperFrom, before, agreement } = read.review;
  const last = change?.with.fees.at(-1);
  expect({ agreement, cheaperFrom, planId: before?.planId }).toEqual({
    agreement: "EUR 100 10 6 0",
    cheaperFrom: 17,
    planId: null,
  });
  expect(change?.with.soFarMinor).toBe(soFar);
  expect(change?.without?.soFarMinor).toBe(soFar);
  expect(last).toMatchObject({ plan: "Volume", feeMinor: 100 });
  expect((change?.with.rest.amountMinor ?? 0) * 2).toBeCloseTo(change?.without?.rest.amountMinor ?? -1, -1);
  expect(await readPlanReview(OPERATOR, id, plan.id)).toMatchObject({ review: { before } });
});

test.for(["canceled", "paused"] as const)(
  "terms that are %s add no more checks to the next invoice",
  async (status) => {
    const { id, soFar } = await busyShop();
    await setSubscription(OPERATOR, id, { status });
    const next = await readNextInvoice(OPERATOR, id);
    expect(next).toMatchObject({
      next: { estimate: { soFarMinor: soFar, rest: { checks: 0, amountMinor: 0 }, totals: { netMinor: soFar } } },
    });
  },
);

test("a plan after an ended one is compared with nothing, and its own checks are still expected", async () => {
  const { id, plan } = await busyShop();
  await setSubscription(OPERATOR, id, { status: "canceled" });
  const read = await readPlanReview(OPERATOR, id, plan.id);
  expect(read).toMatchObject({ ok: true, review: { cheaperFrom: null, change: { without: null } } });
  expect(read.ok && read.review.change?.with.rest.checks).toBeGreaterThan(0);
});

test("a plan that is not offered has no review, and neither has one for somebody whose payment is due", async () => {
  const { id, plan } = await busyShop();
  expect(await readPlanReview(OPERATOR, id, "no-such-plan")).toEqual({ ok: false, reason: "plan_unknown" });
  await setPlan(OPERATOR, { ...plan, isOffered: false });
  expect(await readPlanReview(OPERATOR, id, plan.id)).toEqual({ ok: false, reason: "plan_unknown" });
  const late = await newOrganization({ subscription: "past_due" });
  await setPlan(OPERATOR, plan);
  expect(await readPlanReview(OPERATOR, late.id, plan.id)).toEqual({ ok: false, reason: "subscription_waits" });
});

test("alerts and usage expect the cap to be reached at the same moment", async () => {
  const { id, soFar } = await busyShop();
  const usage = await readUsage(OPERATOR, id);
  const { likelyMinor = 0 } = (usage.ok && usage.usage.forecast) || {};
  const spendCapMinor = Math.max(1, Math.round((soFar + likelyMinor) / 2));
  await setSpendCap(OPERATOR, id, { spendCapMinor, stopsAtCap: false });
  const alerts = await readAlerts(OPERATOR, id);
  if (!usage.ok || !alerts.ok || !usage.usage.forecast) throw new Error("Nothing could be read");
  const left = daysLeft(usage.usage.period, usage.now);
  const expected = capReachedAt(spendCapMinor, soFar, usage.usage.forecast, left, usage.now);
  const reachedAt = alerts.cap?.reachedAt ?? null;
  // Only a cap of which half is spent has an alert; at the start of a month nothing is.
  if (alerts.cap) expect(Math.abs(+(reachedAt ?? 0) - +(expected ?? 0))).toBeLessThan(60_000);
});
