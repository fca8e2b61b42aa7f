import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { agreementOf } from "#lib/billing/plan-cost.rules.ts";
import { setPlan } from "#lib/billing/plans.ts";
import { setSpendCap } from "#lib/billing/spend-cap.ts";
import { cancelSubscription, choosePlan, readSubscription, setSubscription } from "#lib/billing/subscription.ts";
import type { Terms } from "#lib/billing/terms.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization, TEST_PLAN } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const INT_MAX = 2_147_483_647;

/** What new terms are where only status, currency and prices are named. */
const BARE = {
  planId: null,
  status: "active",
  currency: "EUR",
  priceSMinor: 10,
  priceBMinor: 12,
  monthlyFeeMinor: 0,
  includedChecks: 0,
  spendCapMinor: 24_000,
  stopsAtCap: true,
  taxBasisPoints: null,
} as const;

async function planOf(terms: Partial<typeof TEST_PLAN> = {}) {
  const plan = { ...TEST_PLAN, id: `terms-${Math.random().toString(36).slice(2, 10)}`, ...terms };
  await setPlan(OPERATOR, plan);
  return plan;
}

test.for([
  { priceSMinor: INT_MAX },
  { priceBMinor: INT_MAX },
  { monthlyFeeMinor: INT_MAX },
  { includedChecks: INT_MAX },
  { spendCapMinor: 0 },
  { spendCapMinor: Number.MAX_SAFE_INTEGER },
  { taxBasisPoints: 0 },
  { taxBasisPoints: 10_000 },
] satisfies Partial<Terms>[])("terms may be %j", async (terms) => {
  const { id } = await newOrganization();
  expect(await setSubscription(OPERATOR, id, terms)).toMatchObject({ ok: true, terms });
});

test.for([
  ...(["priceSMinor", "priceBMinor", "monthlyFeeMinor", "includedChecks"] as const).flatMap((name) => [
    { [name]: -1 },
    { [name]: 0.5 },
    { [name]: INT_MAX + 1 },
  ]),
  { spendCapMinor: -1 },
  { spendCapMinor: 2 ** 53 },
  { taxBasisPoints: -1 },
  { taxBasisPoints: 0.5 },
  { taxBasisPoints: 10_001 },
] satisfies Partial<Terms>[])("terms cannot be %j", async (terms) => {
  const { id } = await newOrganization();
  expect(await setSubscription(OPERATOR, id, terms)).toEqual({ ok: false, reason: "terms_invalid" });
});

test.for([
  [{ spendCapMinor: null, stopsAtCap: false }, null, false],
  [{ spendCapMinor: null }, null, true],
  [{ spendCapMinor: 500 }, 500, true],
  [{ stopsAtCap: false }, 24_000, false],
  [{ priceSMinor: 0, priceBMinor: 0 }, null, true],
] as const)(
  "new terms with %j have the cap that they name, and else one that stops",
  async ([named, capMinor, stops]) => {
    const { id } = await newOrganization({ subscription: "none" });
    const { status, currency, priceSMinor, priceBMinor } = BARE;
    expect(await setSubscription(OPERATOR, id, { status, currency, priceSMinor, priceBMinor, ...named })).toMatchObject(
      {
        terms: { spendCapMinor: capMinor, stopsAtCap: stops },
      },
    );
  },
);

test("a cap that somebody has chosen, or taken away, stays with the next plan", async () => {
  const { id } = await newOrganization({ subscription: "none" });
  const owner = await memberOf(id, "owner");
  const [first, dearer] = [await planOf(), await planOf({ priceBMinor: 99 })];
  expect(await choosePlan(owner, id, first.id, agreementOf(first))).toMatchObject({
    terms: { spendCapMinor: 24_000, stopsAtCap: true },
  });
  expect(await setSpendCap(owner, id, { spendCapMinor: null, stopsAtCap: false })).toMatchObject({ ok: true });
  expect(await choosePlan(owner, id, dearer.id, agreementOf(dearer))).toMatchObject({
    terms: { spendCapMinor: null, stopsAtCap: false },
  });
});

test("new terms name their status, currency and prices; what else they are is nothing, and a cap that stops", async () => {
  const { id } = await newOrganization({ subscription: "none" });
  const { status, currency, priceSMinor, priceBMinor } = BARE;
  const named = { status, currency, priceSMinor, priceBMinor };
  for (const missing of ["status", "currency", "priceSMinor", "priceBMinor"] as const) {
    const { [missing]: _, ...rest } = named;
    expect(await setSubscription(OPERATOR, id, rest)).toEqual({ ok: false, reason: "terms_incomplete" });
  }
  expect(await setSubscription(OPERATOR, id, { ...named, planId: "no-such-plan" })).toEqual({
    ok: false,
    reason: "plan_unknown",
  });
  expect(await setSubscription(OPERATOR, id, named)).toEqual({ ok: true, terms: BARE });
});

test("the audit log has the terms before and after a change of the operator's", async () => {
  const { id } = await newOrganization({ subscription: "none" });
  await setSubscription(OPERATOR, id, { ...BARE, status: "past_due" });
  await setSubscription(OPERATOR, id, { priceBMinor: 15, status: "active" });
  const own = { actor: "operator", action: "subscription.set", subject: id };
  expect(await tracesOf(id, "subscription.set")).toEqual([
    { ...own, before: null, after: { ...BARE, status: "past_due" } },
    { ...own, before: { ...BARE, status: "past_due" }, after: { ...BARE, priceBMinor: 15 } },
  ]);
});

test("the days of grace count from the first time that a subscription is past due, and begin anew after it was not", async () => {
  const { id } = await newOrganization();
  const since = async (terms: Partial<Terms>) => {
    await setSubscription(OPERATOR, id, terms);
    const read = await readSubscription(OPERATOR, id);
    return read.ok ? (read.subscription?.pastDueSince ?? null) : null;
  };
  const first = await since({ status: "past_due" });
  expect([first, await since({ status: "past_due", priceBMinor: 15 })]).toEqual([expect.any(Date), first]);
  expect(await since({ status: "active" })).toBeNull();
  expect(Number(await since({ status: "past_due" }))).toBeGreaterThan(Number(first));
});

test("the audit log has who chose which plan and who cancelled it, with what was before", async () => {
  const [{ id }, plan] = [await newOrganization({ subscription: "none" }), await planOf({ includedChecks: 5 })];
  const owner = await memberOf(id, "owner");
  const { isOffered: _, stripePrices: __, name: ___, id: planId, ...terms } = plan;
  await choosePlan(owner, id, planId, agreementOf(plan));
  await cancelSubscription(owner, id);
  await cancelSubscription(owner, id);
  const own = { actor: owner.email, subject: id };
  expect(await tracesOf(id, "subscription.chosen", "subscription.canceled")).toEqual([
    { ...own, action: "subscription.chosen", before: null, after: { ...BARE, ...terms, planId } },
    { ...own, action: "subscription.canceled", before: { status: "active" }, after: { status: "canceled" } },
  ]);
});

test("each term has the name that its plan had then", async () => {
  const [{ id }, plan] = [await newOrganization({ subscription: "none" }), await planOf({ name: "Early bird" })];
  await setSubscription(OPERATOR, id, BARE);
  await setSubscription(OPERATOR, id, { planId: plan.id });
  await setPlan(OPERATOR, { ...plan, name: "Late bird" });
  await setSubscription(OPERATOR, id, { priceBMinor: 1 });
  await setSubscription(OPERATOR, id, { planId: null });
  const terms = await database().execute<{ name: string | null }>(sql`
    SELECT plan_name AS name FROM subscription_term WHERE organization_id = ${id} ORDER BY starts_at`);
  expect(terms.map(({ name }) => name)).toEqual([null, "Early bird", "Late bird", null]);
});

test("who may not see the billing reads no terms", async () => {
  const { id } = await newOrganization();
  const developer = await memberOf(id, "developer");
  expect(await readSubscription(developer, id)).toEqual({ ok: false, reason: "not_allowed" });
});

test("there is nothing to cancel where there never were terms", async () => {
  const { id } = await newOrganization({ subscription: "none" });
  expect(await cancelSubscription(OPERATOR, id)).toEqual({ ok: false, reason: "terms_incomplete" });
});

test("a subscription is read with the name of its plan and the end of its grace", async () => {
  const [bare, late] = [await newOrganization({ subscription: "none" }), await newOrganization()];
  const plan = await planOf({ name: "Early bird" });
  const read = async (id: string) => {
    const found = await readSubscription(OPERATOR, id);
    if (!found.ok) throw new Error(found.reason);
    return found.subscription;
  };
  expect(await read(bare.id)).toBeNull();
  expect(await read(late.id)).toMatchObject({ planName: null, graceEndsAt: null, isAtStripe: false });
  await setSubscription(OPERATOR, late.id, { planId: plan.id, status: "past_due" });
  const { pastDueSince, graceEndsAt, planName } = (await read(late.id)) ?? {};
  expect(planName).toBe("Early bird");
  expect(pastDueSince).not.toBeNull();
  expect(Number(graceEndsAt) - Number(pastDueSince)).toBe(adminConfig().billing.graceMs);
});
