import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { listDebtors } from "#db/queries/closed-month.ts";
import { findStripeCustomer } from "#db/queries/stripe-customer.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { listSpans } from "#db/queries/subscription-span.ts";
import { endOf, periodAfter, periodOf, startOf } from "#lib/base/time.rules.ts";
import { closeMonthOf } from "#lib/billing/close-months.ts";
import { creditInvoice } from "#lib/billing/corrections.ts";
import { readMonth } from "#lib/billing/issue-invoice.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { sendMeterEvents } from "#lib/billing/stripe/meter.ts";
import { cancelSubscription, choosePlan, readSubscription, setSubscription } from "#lib/billing/subscription.ts";
import { verifyLedger } from "#lib/billing/verify-ledger.ts";
import { deleteOrganization } from "#lib/retention/delete-organization.ts";
import { database } from "#lib/runtime/database.ts";
import { paySession, subscribe } from "#tests/fake-stripe/checkout.ts";
import { Refusal } from "#tests/fake-stripe/refusal.ts";
import { eventOf } from "#tests/fake-stripe/webhook.ts";
import { generate } from "#tests/support/gateway.ts";
import { past, termOf } from "#tests/support/ledger.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import {
  bought,
  customer,
  deliver,
  enterStripe,
  openCheckout,
  soldPlan,
  spanned,
  subscribed,
  sumAt,
} from "#tests/support/stripe.ts";

const OPERATOR = { kind: "operator" } as const;
const MARCH = "2026-03-01";
const APRIL = "2026-04-01";
const stripe = await enterStripe();
afterAll(stripe.close);

type Shop = Awaited<ReturnType<typeof customer>>;

const at = (text: string) => new Date(`${text}Z`);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const owes = async (id: string, period: string) =>
  (await listDebtors(database(), startOf(period), endOf(period))).includes(id);

async function checksHere(id: string): Promise<number> {
  const now = periodOf(new Date());
  const months = await Promise.all([periodAfter(now, -1), now].map((month) => readMonth(database(), id, month)));
  return months.flatMap(({ lines }) => lines).reduce((n, line) => n + (line.kind === "checks" ? line.quantity : 0), 0);
}

async function findingOf(id: string) {
  const report = await verifyLedger(OPERATOR, id);
  return report.ok ? report.rows.map(({ finding }) => finding) : report.reason;
}

async function ended({ sub }: Shop) {
  sub.status = "canceled";
  await deliver(stripe, eventOf("customer.subscription.deleted", sub));
}

/** A fee since February, checks in March before and after Stripe took over, and the invoice of March. */
async function invoicedInPart() {
  const shop = await customer(stripe);
  await termOf(shop, { startsAt: at("2026-02-01T00:00"), monthlyFeeMinor: 3_100 });
  await spanned(shop.id, { since: at("2026-03-11T12:00") });
  const days = ["05T12:00", "11T11:59:59.999", "11T12:00", "20T12:00"];
  await past(
    shop,
    days.map((day) => ({ at: at(`2026-03-${day}`) })),
  );
  const [invoice] = await closeMonthOf(shop.id, MARCH);
  if (!invoice) throw new Error("Nothing was issued");
  return { ...shop, invoice };
}

test("whose whole month is Stripe's to collect owes nothing here; whose month is in part, may", async () => {
  const [shop, other] = [await customer(stripe), await newOrganization()];
  for (const one of [shop, other]) await generate("b", one);
  const month = periodOf(new Date());
  await spanned(shop.id, { since: startOf(month) });
  expect([await owes(shop.id, month), await owes(other.id, month)]).toEqual([false, true]);
  await spanned(shop.id, { since: new Date(+startOf(month) + 1) });
  expect(await owes(shop.id, month), "since a millisecond later").toBe(true);
  await spanned(shop.id, { since: startOf(month), until: new Date(+endOf(month) - 1) });
  expect(await owes(shop.id, month), "until a millisecond earlier").toBe(true);
});

test("the part of a month before Stripe is invoiced here: its checks, and the days that end before", async () => {
  const shop = await invoicedInPart();
  const { lines } = await readMonth(database(), shop.id, MARCH);
  expect(lines).toMatchObject([
    { kind: "fee", days: 10, amountMinor: 1_000 },
    { kind: "checks", quantity: 2, amountMinor: 24 },
  ]);
  expect(await closeMonthOf(shop.id, APRIL)).toEqual([]);
  expect(await findingOf(shop.id)).toEqual([null]);
});

test("each check is told to Stripe or invoiced here, to the millisecond, and none is both", async () => {
  const shop = await customer(stripe);
  const [since, until] = [hoursAgo(40), hoursAgo(20)];
  await spanned(shop.id, { since, until });
  const moments = [hoursAgo(60), new Date(+since - 1), since, new Date(+until - 1), until, hoursAgo(18)];
  await past(
    shop,
    moments.map((moment, n) => ({ at: moment, priceMinor: 10 ** n })),
  );
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(sumAt(stripe, shop.sub.customer)).toBe(1_100);
  expect(await checksHere(shop.id)).toBe(4);
});

test("Checkout was opened in March and paid on 1 April: March has its invoice", async () => {
  const shop = await customer(stripe);
  await database().execute(
    sql`UPDATE stripe_customer SET created_at = ${at("2026-03-20T12:00").toISOString()} WHERE organization_id = ${shop.id}`,
  );
  await spanned(shop.id, { since: at("2026-04-01T00:02") });
  await past(shop, [{ at: at("2026-03-25T12:00") }, { at: at("2026-04-01T00:01") }, { at: at("2026-04-02T12:00") }]);
  expect([await owes(shop.id, MARCH), await owes(shop.id, APRIL)]).toEqual([true, true]);
  expect(await closeMonthOf(shop.id, MARCH)).toMatchObject([{ kind: "invoice", totalMinor: 12 }]);
  expect(await closeMonthOf(shop.id, APRIL), "two minutes of it").toMatchObject([{ totalMinor: 12 }]);
  expect(await findingOf(shop.id)).toEqual([null]);
});

test("an organization that is deleted after its end at Stripe is not invoiced twice, and Stripe is told the rest", async () => {
  const shop = await customer(stripe, 2);
  await past(shop, [{ at: hoursAgo(14) }, { at: hoursAgo(13) }]);
  await ended(shop);
  expect(await deleteOrganization(await memberOf(shop.id, "owner"), shop.id, "Test shop")).toMatchObject({ ok: true });
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(sumAt(stripe, shop.sub.customer)).toBe(24);
  expect(await checksHere(shop.id)).toBe(0);
  expect(await closeMonthOf(shop.id, periodOf(new Date()))).toEqual([]);
  expect(await findingOf(shop.id)).toEqual([null]);
});

test("Checkout that is open while the organization is deleted can be paid no more", async () => {
  const shop = await newOrganization({ subscription: "none" });
  const started = await openCheckout(OPERATOR, shop.id, await soldPlan());
  if (!started.ok) throw new Error(started.reason);
  expect(await deleteOrganization(OPERATOR, shop.id, "Test shop")).toMatchObject({ ok: true });
  expect(paySession(stripe.account, started.url.split("/").at(-1) ?? "")).toBeNull();
});

test("what was paid for an organization that is gone ends at Stripe when Stripe tells of it, once", async () => {
  const shop = await newOrganization({ subscription: "none" });
  const sub = await bought(stripe, shop.id, await soldPlan());
  expect(await deleteOrganization(OPERATOR, shop.id, "Test shop")).toMatchObject({ ok: true });
  const cancels = () => stripe.calls.filter(({ method }) => method === "DELETE").length;
  const before = cancels();
  for (const type of ["customer.subscription.created", "invoice.paid"])
    expect((await deliver(stripe, eventOf(type, sub))).status).toBe(200);
  expect([sub.status, cancels() - before]).toEqual(["canceled", 1]);
});

test("while Stripe refuses to end what was paid for nobody, its event has no effect and is told again", async () => {
  const shop = await newOrganization({ subscription: "none" });
  const sub = await bought(stripe, shop.id, await soldPlan());
  await deleteOrganization(OPERATOR, shop.id, "Test shop");
  const event = eventOf("customer.subscription.created", sub);
  stripe.hooks.before = async ({ method }) => {
    if (method === "DELETE") throw new Refusal(500, "Away");
  };
  expect((await deliver(stripe, event)).status).toBeGreaterThanOrEqual(500);
  stripe.hooks.before = async () => {};
  expect([(await deliver(stripe, event)).status, sub.status]).toEqual([200, "canceled"]);
});

test("a deletion does not wait for a Stripe that is away", async () => {
  const shop = await newOrganization({ subscription: "none" });
  await openCheckout(OPERATOR, shop.id, await soldPlan());
  stripe.hooks.before = () => Promise.reject(new Refusal(401, "Expired API Key provided."));
  expect(await deleteOrganization(OPERATOR, shop.id, "Test shop")).toMatchObject({ ok: true });
  stripe.hooks.before = async () => {};
});

test("where Stripe is configured nobody chooses a plan without paying for it there", async () => {
  const shop = await newOrganization({ subscription: "none" });
  const owner = await memberOf(shop.id, "owner");
  expect(await choosePlan(owner, shop.id, await soldPlan(), "")).toEqual({ ok: false, reason: "paid_elsewhere" });
  expect(await findSubscription(database(), shop.id)).toBeNull();
});

test("who only looked at Stripe's page ends here what the operator gave", async () => {
  const shop = await newOrganization();
  const owner = await memberOf(shop.id, "owner");
  await openCheckout(OPERATOR, shop.id, await soldPlan());
  expect(await findStripeCustomer(database(), shop.id)).toMatchObject({ span: null });
  expect(await cancelSubscription(owner, shop.id)).toEqual({ ok: true, changed: true });
});

test("a plan that the operator gave can be ended here, where Stripe is configured, too; one that was bought ends there", async () => {
  const [given, paid] = [await newOrganization({ subscription: "none" }), await customer(stripe)];
  await setSubscription(OPERATOR, given.id, { planId: await soldPlan(), status: "active" });
  const owner = await memberOf(given.id, "owner");
  expect(await readSubscription(owner, given.id)).toMatchObject({ subscription: { isAtStripe: false } });
  expect(await cancelSubscription(owner, given.id)).toEqual({ ok: true, changed: true });
  expect((await findSubscription(database(), given.id))?.status).toBe("canceled");
  expect(await readSubscription(OPERATOR, paid.id)).toMatchObject({ subscription: { isAtStripe: true } });
  expect(await cancelSubscription(OPERATOR, paid.id)).toEqual({ ok: false, reason: "paid_elsewhere" });
  await ended(paid);
  await setSubscription(OPERATOR, paid.id, { planId: paid.plan, status: "active" });
  expect(await cancelSubscription(OPERATOR, paid.id), "what it is given after that").toEqual({
    ok: true,
    changed: true,
  });
});

test("ended at Stripe and set active by hand, it is invoiced here from then on, whatever late news comes", async () => {
  const shop = await customer(stripe);
  await ended(shop);
  await setSubscription(OPERATOR, shop.id, { status: "active", planId: null });
  await deliver(stripe, eventOf("invoice.paid", { object: "invoice", customer: shop.sub.customer }));
  expect((await findSubscription(database(), shop.id))?.status).toBe("active");
  await generate("b", shop);
  await sealOrganization(shop.id);
  const calls = stripe.calls.length;
  await sendMeterEvents();
  expect(stripe.calls.slice(calls).filter(({ body }) => body.includes(shop.sub.customer))).toEqual([]);
  expect(await checksHere(shop.id)).toBe(1);
  expect(await findingOf(shop.id)).toEqual([null]);
});

test("a credit note takes back what was invoiced here, and nothing of Stripe's; its meter is not told", async () => {
  const shop = await invoicedInPart();
  const credited = await creditInvoice(OPERATOR, shop.invoice.number, "A mistake");
  expect(credited).toMatchObject({ issued: { totalMinor: -shop.invoice.totalMinor } });
  await sealOrganization(shop.id);
  const calls = stripe.calls.length;
  await sendMeterEvents();
  expect(stripe.calls.slice(calls).filter(({ body }) => body.includes(shop.sub.customer))).toEqual([]);
  expect(await findingOf(shop.id)).toEqual([null]);
});

test("who subscribes again after an end keeps the invoices of before, to the byte", async () => {
  const shop = await invoicedInPart();
  await spanned(shop.id, { since: at("2026-03-11T12:00"), until: at("2026-04-05T12:00") });
  await past(shop, [{ at: at("2026-04-02T12:00") }, { at: at("2026-04-10T12:00") }]);
  expect(await closeMonthOf(shop.id, APRIL)).toMatchObject([{ kind: "invoice", totalMinor: 12 }]);
  await past(shop, [{ at: hoursAgo(13) }]);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  shop.sub.status = "canceled";
  const renewed = await subscribed(stripe, shop.id, shop.plan);
  expect(await findStripeCustomer(database(), shop.id)).toMatchObject({
    subscriptionId: renewed.id,
    span: { since: new Date(renewed.start_date * 1000), until: null },
  });
  expect(await findingOf(shop.id)).toEqual([null]);
  expect([sumAt(stripe, shop.sub.customer), await checksHere(shop.id)], "between the two").toEqual([0, 1]);
});

test("an end and the next subscription, heard of at once, are two spans", async () => {
  const shop = await customer(stripe, 3);
  const [first] = await listSpans(database(), shop.id);
  Object.assign(shop.sub, { status: "canceled", ended_at: Math.floor(Date.now() / 1000) });
  const prices = shop.sub.items.data.map(({ price }) => price.id);
  const renewed = subscribe(stripe.account, shop.sub.customer, { prices, metadata: shop.sub.metadata });
  await deliver(stripe, eventOf("customer.subscription.created", renewed));
  const ended = new Date((shop.sub.ended_at ?? 0) * 1000);
  expect(await listSpans(database(), shop.id)).toEqual([
    { since: first?.since, until: ended },
    { since: new Date(Math.max(renewed.start_date * 1000, +ended)), until: null },
  ]);
});

test("what was told before the next subscription began is not told again when the ledger is read again for it", async () => {
  const shop = await customer(stripe, 3);
  await spanned(shop.id, { since: hoursAgo(70), until: hoursAgo(20) });
  const write = async (hours: number, priceMinor: number) => {
    await past(shop, [{ at: hoursAgo(hours), priceMinor }]);
    await sealOrganization(shop.id);
  };
  // A report changes nothing before the current month: of what follows, twelve hours are in it, however short they are.
  const share = Math.min(1, (Date.now() - +startOf(periodOf(new Date()))) / (12 * 3_600_000));
  // The second is passed over: nothing was Stripe's then. The third came late, and is the first subscription's.
  for (const [hours, priceMinor] of [
    [22, 1],
    [10 * share, 10],
    [21, 100],
  ] as const)
    await write(hours, priceMinor);
  await sendMeterEvents();
  expect(sumAt(stripe, shop.sub.customer)).toBe(101);
  shop.sub.status = "canceled";
  const renewed = await bought(stripe, shop.id, shop.plan);
  renewed.start_date -= Math.floor(11 * share * 3_600);
  await deliver(stripe, eventOf("customer.subscription.created", renewed));
  await write(9 * share, 1_000);
  await sendMeterEvents();
  await sendMeterEvents();
  expect(sumAt(stripe, shop.sub.customer)).toBe(1_111);
});

test("what Stripe took no more is on our own next invoice, and a credit note takes it back", async () => {
  const shop = await customer(stripe, 60);
  await past(shop, [
    { at: hoursAgo(36 * 24), priceMinor: 7 },
    { at: hoursAgo(36 * 24), priceMinor: 7 },
    { at: hoursAgo(13) },
  ]);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect(sumAt(stripe, shop.sub.customer)).toBe(12);
  const month = periodOf(new Date());
  expect(await owes(shop.id, month), "though the whole month is Stripe's").toBe(true);
  const [issued] = await closeMonthOf(shop.id, month);
  expect(issued).toMatchObject({ kind: "invoice", totalMinor: 14 });
  const { lines } = await readMonth(database(), shop.id, month);
  expect(lines).toEqual([{ kind: "late", provider: "b", basis: "price", quantity: 2, unitMinor: 7, amountMinor: 14 }]);
  expect(await creditInvoice(OPERATOR, issued?.number ?? 0, "A mistake")).toMatchObject({
    issued: { totalMinor: -14 },
  });
  await sealOrganization(shop.id);
  await sendMeterEvents();
  expect([sumAt(stripe, shop.sub.customer), await findingOf(shop.id)]).toEqual([12, [null]]);
});

test("what was passed over after an end, and turns out to be the next subscription's, is told", async () => {
  const shop = await customer(stripe, 3);
  await spanned(shop.id, { since: hoursAgo(70), until: hoursAgo(60) });
  await generate("b", shop);
  await sealOrganization(shop.id);
  await sendMeterEvents();
  const metered = () =>
    [...stripe.account.meterEvents.values()].filter(({ payload }) => payload.stripe_customer_id === shop.sub.customer)
      .length;
  expect(metered()).toBe(0);
  shop.sub.status = "canceled";
  const renewed = await bought(stripe, shop.id, shop.plan);
  // It began before the check, and nobody had told us.
  renewed.start_date -= 60;
  await deliver(stripe, eventOf("customer.subscription.created", renewed));
  await sendMeterEvents();
  expect(metered()).toBe(1);
});

test("an organization is not deleted while Stripe charges for it; when that has ended, it is", async () => {
  const shop = await customer(stripe);
  const owner = await memberOf(shop.id, "owner");
  await setSubscription(OPERATOR, shop.id, { status: "canceled" });
  expect(await deleteOrganization(owner, shop.id, "Test shop")).toEqual({ ok: false, reason: "subscription_active" });
  await ended(shop);
  expect(await deleteOrganization(owner, shop.id, "Test shop")).toMatchObject({ ok: true });
});

test("those who see billing hear once of a plan that was bought, however often Stripe tells of it", async () => {
  const shop = await newOrganization({ subscription: "none" });
  const [owner, viewer] = [await memberOf(shop.id, "owner"), await memberOf(shop.id, "viewer")];
  const plan = await soldPlan();
  const sub = await subscribed(stripe, shop.id, plan);
  for (const type of ["customer.subscription.updated", "invoice.paid"])
    expect((await deliver(stripe, eventOf(type, sub))).status).toBe(200);
  const emails = await database().execute<{ recipient: string; subject: string }>(
    sql`SELECT recipient, subject FROM mail_outbox WHERE recipient IN (${owner.email}, ${viewer.email})`,
  );
  expect([...emails]).toEqual([{ recipient: owner.email, subject: `Test shop: now on ${plan}` }]);
});
