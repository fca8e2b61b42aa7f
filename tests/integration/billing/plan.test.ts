import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { uuidV7 } from "#lib/base/uuid.ts";
import { count } from "#lib/billing/money.rules.ts";
import { agreementOf } from "#lib/billing/plan-cost.rules.ts";
import { listPlans, offeredPlans, setPlan } from "#lib/billing/plans.ts";
import { cancelSubscription, choosePlan, setSubscription } from "#lib/billing/subscription.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization, TEST_PLAN } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

async function planOf(id: string, terms: Partial<typeof TEST_PLAN> = {}) {
  const plan = {
    ...TEST_PLAN,
    id: `${id}-${Math.random().toString(36).slice(2, 8)}`,
    name: `The ${id} plan`,
    ...terms,
  };
  expect(await setPlan(OPERATOR, plan)).toEqual({ ok: true, plan });
  return plan;
}

const reasonOf = async (shop: { key: string; domain: string }) =>
  (await generate("b", shop)).headers.get("ageway-reason");

test("an owner without a subscription chooses a plan, and the very next call is accepted and priced by it", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await planOf("first", { priceBMinor: 31 })];
  const owner = await memberOf(shop.id, "owner");
  expect(await reasonOf(shop)).toBe("subscription_inactive");
  expect(await choosePlan(owner, shop.id, plan.id, agreementOf(plan))).toMatchObject({
    ok: true,
    terms: {
      status: "active",
      planId: plan.id,
      priceBMinor: 31,
      monthlyFeeMinor: 2_900,
      spendCapMinor: 62_000,
      stopsAtCap: true,
    },
  });
  expect(await reasonOf(shop)).toBeNull();
  expect(await shop.spent()).toBe(31);
});

test("changing a plan changes nobody's terms; changing to it does, and what was billed keeps its price", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await planOf("changed")];
  const owner = await memberOf(shop.id, "owner");
  await choosePlan(owner, shop.id, plan.id, agreementOf(plan));
  await setPlan(OPERATOR, { ...plan, priceBMinor: 99 });
  await generate("b", shop);
  expect(await shop.spent()).toBe(12);
  await choosePlan(owner, shop.id, plan.id, agreementOf({ ...plan, priceBMinor: 99 }));
  await generate("b", shop);
  expect(await shop.spent()).toBe(12 + 99);
});

test("what is not offered cannot be chosen, nor does it stand in the list; the operator may set it", async () => {
  const [shop, plan] = [await newOrganization(), await planOf("hidden", { isOffered: false, priceSMinor: 33 })];
  const open = await planOf("open");
  const owner = await memberOf(shop.id, "owner");
  expect(await choosePlan(owner, shop.id, plan.id, agreementOf(plan))).toEqual({ ok: false, reason: "plan_unknown" });
  expect(await choosePlan(owner, shop.id, "no-such-plan", agreementOf(plan))).toEqual({
    ok: false,
    reason: "plan_unknown",
  });
  const [offered, all] = [await offeredPlans(owner, shop.id), await listPlans(OPERATOR)];
  const among = (list: typeof all) => [plan, open].map(({ id }) => list.ok && list.rows.some((one) => one.id === id));
  expect([among(offered), among(all)]).toEqual([
    [false, true],
    [true, true],
  ]);
  expect(await setSubscription(OPERATOR, shop.id, { planId: plan.id, priceBMinor: 5 })).toMatchObject({
    ok: true,
    terms: { planId: plan.id, priceSMinor: 33, priceBMinor: 5 },
  });
});

test.for([
  ["no terms", () => ""],
  ["other terms", (plan: typeof TEST_PLAN) => agreementOf({ ...plan, monthlyFeeMinor: 0 })],
  ["the terms before the plan changed", (plan: typeof TEST_PLAN) => agreementOf(plan)],
] as const)("a press that carries %s agrees to nothing", async ([what, agreed]) => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await planOf("reviewed")];
  const owner = await memberOf(shop.id, "owner");
  if (what.startsWith("the terms")) await setPlan(OPERATOR, { ...plan, includedChecks: 1 });
  expect(await choosePlan(owner, shop.id, plan.id, agreed(plan))).toEqual({ ok: false, reason: "plan_changed" });
  expect(await reasonOf(shop)).toBe("subscription_inactive");
});

test("each change of the plan is told by mail to those who see billing, and to nobody else", async () => {
  const [shop, plan] = [await newOrganization(), await planOf("told", { includedChecks: 1_200 })];
  const owner = await memberOf(shop.id, "owner");
  const [admin, viewer] = [await memberOf(shop.id, "admin"), await memberOf(shop.id, "viewer")];
  await choosePlan(owner, shop.id, plan.id, agreementOf(plan));
  await choosePlan(owner, shop.id, plan.id, agreementOf({ ...plan, priceSMinor: 1 }));
  const emails = await database().execute<{ recipient: string; subject: string; body: string }>(sql`
    SELECT recipient, subject, body FROM mail_outbox WHERE recipient IN (${owner.email}, ${admin.email}, ${viewer.email})`);
  const subject = "Test shop: now on The told plan";
  const [month] = await database().execute<{ included: number }>(sql`
    SELECT included_in_period AS included FROM subscription WHERE organization_id = ${shop.id}`);
  const body = expect.stringContaining(
    `${count(month?.included ?? 0)} checks are included this month; after that, each costs €0.10 or €0.12, depending on the eID. From next month on, 1,200 checks are included each month. The fee is €29.00 per month.`,
  );
  expect([...emails].toSorted((a, b) => a.recipient.localeCompare(b.recipient))).toEqual(
    [admin.email, owner.email].toSorted().map((recipient) => ({ recipient, subject, body })),
  );
});

test("two presses at once choose a plan once: one mail, one entry, one set of terms", async () => {
  const [shop, plan] = [await newOrganization({ subscription: "none" }), await planOf("pressed")];
  const owner = await memberOf(shop.id, "owner");
  const choose = () => choosePlan(owner, shop.id, plan.id, agreementOf(plan));
  const terms = { status: "active", planId: plan.id };
  expect(await Promise.all([choose(), choose()])).toMatchObject([
    { ok: true, terms },
    { ok: true, terms },
  ]);
  const [counts] = await database().execute(sql`
    SELECT (SELECT count(*)::int FROM mail_outbox WHERE recipient = ${owner.email}) AS emails,
      (SELECT count(*)::int FROM audit_event WHERE subject = ${shop.id} AND action = 'subscription.chosen') AS entries,
      (SELECT count(*)::int FROM subscription_term WHERE organization_id = ${shop.id}) AS terms`);
  expect(counts).toEqual({ emails: 1, entries: 1, terms: 1 });
});

test.for(["past_due", "paused"] as const)("who is %s cannot choose their way out of it", async (status) => {
  const [shop, plan] = [await newOrganization({ subscription: status }), await planOf("held")];
  const owner = await memberOf(shop.id, "owner");
  expect(await choosePlan(owner, shop.id, plan.id, agreementOf(plan))).toEqual({
    ok: false,
    reason: "subscription_waits",
  });
});

test("a cancelled subscription stops live checks with the next call; cancelling twice leaves one trace; a plan brings it back", async () => {
  const [shop, plan] = [await newOrganization(), await planOf("again")];
  const owner = await memberOf(shop.id, "owner");
  expect(await cancelSubscription(owner, shop.id)).toEqual({ ok: true, changed: true });
  expect(await cancelSubscription(owner, shop.id)).toEqual({ ok: true, changed: false });
  expect(await reasonOf(shop)).toBe("subscription_inactive");
  await choosePlan(owner, shop.id, plan.id, agreementOf(plan));
  expect(await reasonOf(shop)).toBeNull();
});

test("the currency may change until something was billed in it", async () => {
  const [shop, other] = [await newOrganization(), await planOf("krone", { currency: "DKK" })];
  const owner = await memberOf(shop.id, "owner");
  await generate("b", shop);
  expect(await choosePlan(owner, shop.id, other.id, agreementOf(other))).toEqual({
    ok: false,
    reason: "currency_fixed",
  });
  const fresh = await newOrganization();
  expect(await choosePlan(await memberOf(fresh.id, "owner"), fresh.id, other.id, agreementOf(other))).toMatchObject({
    ok: true,
  });
});

test.for([
  [{ name: "" }, "name_invalid"],
  [{ name: "x".repeat(81) }, "name_invalid"],
  [{ id: "Not a word" }, "terms_invalid"],
  [{ id: " plan" }, "terms_invalid"],
  [{ id: "plan " }, "terms_invalid"],
  [{ id: "x".repeat(41) }, "terms_invalid"],
  [{ currency: "euro" }, "terms_invalid"],
  [{ currency: "DEM" }, "terms_invalid"],
  [{ currency: "XAU" }, "terms_invalid"],
  [{ currency: "XXX" }, "terms_invalid"],
  [{ monthlyFeeMinor: -1 }, "terms_invalid"],
  [{ includedChecks: 1.5 }, "terms_invalid"],
  [{ stripePrices: ["not a price"] }, "terms_invalid"],
  [{ stripePrices: ["price_ok", "price_"] }, "terms_invalid"],
  [{ stripePrices: ["price_not ok"] }, "terms_invalid"],
  [{ stripePrices: ["a_price_1"] }, "terms_invalid"],
  [{ stripePrices: [`price_${"1".repeat(251)}`] }, "terms_invalid"],
] satisfies [Partial<typeof TEST_PLAN>, string][])("a plan with %j is refused", async ([flaw, reason]) => {
  expect(await setPlan(OPERATOR, { ...TEST_PLAN, ...flaw })).toEqual({
    ok: false,
    reason,
  });
});

test("a plan has an id of up to 40 letters, a name of up to 80 without what stands around it, and prices of Stripe's", async () => {
  const [id, price] = [`${uuidV7()}-abc`, `price_${uuidV7().replaceAll("-", "").padEnd(250, "x")}`];
  const plan = { ...TEST_PLAN, id, name: ` ${"x".repeat(80)} `, stripePrices: [price], isOffered: false };
  expect(await setPlan(OPERATOR, plan)).toEqual({ ok: true, plan: { ...plan, name: "x".repeat(80) } });
  const listed = await listPlans(OPERATOR);
  expect(listed.ok && listed.rows.find((one) => one.id === id)).toMatchObject({
    name: "x".repeat(80),
    stripePrices: [price],
  });
});

test("the audit log has each plan before and after a change of the operator's", async () => {
  const plan = await planOf("audited");
  await setPlan(OPERATOR, { ...plan, priceBMinor: 99 });
  const rows = await database().execute(sql`
    SELECT organization_id, actor, action, before, after FROM audit_event WHERE subject = ${plan.id} ORDER BY id`);
  const own = { organization_id: null, actor: "operator", action: "plan.set" };
  expect([...rows]).toMatchObject([
    { ...own, before: null, after: plan },
    { ...own, before: plan, after: { ...plan, priceBMinor: 99 } },
  ]);
});

test("terms in a currency outside the table are refused, and those that an older version took can still be ended", async () => {
  const shop = await newOrganization({ subscription: "none" });
  const terms = { status: "active", currency: "DEM", priceSMinor: 10, priceBMinor: 12 } as const;
  expect(await setSubscription(OPERATOR, shop.id, terms)).toEqual({ ok: false, reason: "terms_invalid" });
  await setSubscription(OPERATOR, shop.id, { ...terms, currency: "EUR" });
  await database().execute(sql`UPDATE subscription SET currency = 'DEM' WHERE organization_id = ${shop.id}`);
  expect(await setSubscription(OPERATOR, shop.id, { status: "canceled" })).toMatchObject({ ok: true });
  expect(await setSubscription(OPERATOR, shop.id, { currency: "SLL" })).toEqual({ ok: false, reason: "terms_invalid" });
});

test("a plan in a currency that an older version took cannot be chosen", async () => {
  const [{ id }, plan] = [await newOrganization(), await planOf("mark")];
  await database().execute(sql`UPDATE plan SET currency = 'DEM' WHERE id = ${plan.id}`);
  const agreement = agreementOf({ ...plan, currency: "DEM" });
  expect(await choosePlan(OPERATOR, id, plan.id, agreement)).toEqual({ ok: false, reason: "terms_invalid" });
});

test("every change of the terms is remembered, with the moment from which it holds", async () => {
  const shop = await newOrganization();
  await setSubscription(OPERATOR, shop.id, { monthlyFeeMinor: 500 });
  await setSubscription(OPERATOR, shop.id, { status: "paused" });
  const terms = await database().execute(sql`
    SELECT status, monthly_fee_minor AS fee FROM subscription_term WHERE organization_id = ${shop.id} ORDER BY starts_at`);
  expect([...terms]).toEqual([
    { status: "active", fee: 0 },
    { status: "active", fee: 500 },
    { status: "paused", fee: 500 },
  ]);
});
