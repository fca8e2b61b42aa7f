import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGatedWordPress } from "#tests/support/gated-wordpress.ts";
import { type ExistingOrder, type WooCommerceVisitor, woocommerceVisitor } from "#tests/support/woocommerce-visitor.ts";
import type { WordPressOrder } from "#tests/support/wordpress.ts";

// No order for a product with a minimum age comes in without a yes, by whatever way; an honest one does. In a real WordPress,
// with hooks fired in WooCommerce's order, or with WooCommerce itself (`WOOCOMMERCE_ZIP`).

let shop: Awaited<ReturnType<typeof startGatedWordPress>>;
beforeAll(async () => {
  shop = await startGatedWordPress(6_000);
});
afterAll(() => shop?.stop());

const REFUSAL = "product for people of 18 or over";
const WAYS = ["ajax", "form", "store", "batch", "pay", "storePay"] as const;
type Way = (typeof WAYS)[number];

let orders = 0;
const existing = (product: number) => shop.ask<ExistingOrder>("order", { product });
const allOrders = () => shop.ask<WordPressOrder[]>("orders");

/** With a free product in the basket its pages are open, so that a visitor has their nonces. Then comes the wine. */
async function withBasket(visitor: WooCommerceVisitor) {
  const { glass, pinot } = shop.products;
  await visitor.take(glass);
  const nonces = await visitor.nonces((await existing(glass)).url);
  expect(Object.values(nonces), JSON.stringify(nonces)).not.toContain("");
  await visitor.take(pinot);
  return { nonces, unpaid: await existing(pinot) };
}

type Attempt = Awaited<ReturnType<typeof withBasket>>;

async function send(visitor: WooCommerceVisitor, way: Way, { nonces, unpaid }: Attempt, product = "pinot") {
  orders += 1;
  const email = `${way}-${product}-${orders}@shop.example`;
  return { email, answer: await visitor.order[way]({ email, nonces, existing: unpaid }) };
}

/** The refusal is this plugin's, and no other. */
function expectRefusal(
  way: Way,
  { status, text, location }: Awaited<ReturnType<typeof send>>["answer"],
  unpaid: ExistingOrder,
) {
  if (way === "pay") expect([status, location], text).toEqual([303, unpaid.url]);
  else if (way === "form") expect([403, 503], text).toContain(status);
  else if (way === "ajax") expect(text).toContain(REFUSAL);
  else expect(text).toContain('"code":"ageway_required"');
  // Whoever is refused at a page that stayed open has the way to the check.
  if (way !== "pay" && way !== "form") expect(text).toContain("age_check=start");
}

/** What a visitor without a yes may be, or bring. */
const STATES: Record<string, (visitor: WooCommerceVisitor) => Promise<Attempt>> = {
  "nobody asked": withBasket,
  "too young": async (visitor) => {
    const attempt = await withBasket(visitor);
    await visitor.confirmAs("seventeen");
    return attempt;
  },
  "the cookies of an adult's session of before the yes": async (visitor) => {
    const adult = woocommerceVisitor(shop.url);
    const attempt = await withBasket(adult);
    for (const [name, value] of adult.jar) visitor.jar.set(name, value);
    await adult.confirmAs("adult");
    await visitor.take(shop.products.pinot);
    return attempt;
  },
  "a yes that has ended": async (visitor) => {
    await withBasket(visitor);
    await visitor.confirmAs("adult");
    const unpaid = await existing(shop.products.pinot);
    const nonces = await visitor.nonces(unpaid.url);
    await visitor.go("/?ageway-tests=end");
    return { nonces, unpaid };
  },
};

describe.for(Object.entries(STATES))("%s", ([, prepare]) => {
  test.for(WAYS)("orders nothing by %s", async (way) => {
    for (let n = 0; n < 5; n += 1) {
      const visitor = woocommerceVisitor(shop.url);
      const attempt = await prepare(visitor);
      expectRefusal(way, (await send(visitor, way, attempt)).answer, attempt.unpaid);
    }
  });
});

test.for([
  ["no key", { key: "" }],
  ["a key that is none", { key: "pk_prod_x" }],
  ["no instance", { url: "" }],
  ["an instance that is down", { url: "http://localhost:1" }],
])("with %s the shop is closed, never off", async ([, flaw]) => {
  for (const way of WAYS) {
    for (let n = 0; n < 4; n += 1) {
      const visitor = woocommerceVisitor(shop.url);
      const attempt = await withBasket(visitor);
      await shop.options(flaw as Record<string, string>);
      const { answer } = await send(visitor, way, attempt);
      await shop.options(shop.settings);
      expectRefusal(way, answer, attempt.unpaid);
    }
  }
});

test.for(["pay", "storePay"] as const)("an order whose product is gone may be of any age: not by %s", async (way) => {
  const visitor = woocommerceVisitor(shop.url);
  const { nonces } = await withBasket(visitor);
  const { id } = await shop.ask<{ id: number }>("product");
  const unpaid = await existing(id);
  await shop.ask("delete", { id });
  await send(visitor, way, { nonces, unpaid });
  // WooCommerce may be the first to refuse it, and in other words.
  const left = (await allOrders()).find((one) => one.id === unpaid.id);
  expect(left).toMatchObject({ status: "pending" });
});

test("of all of these not one is an order, and none is paid", async () => {
  const left = (await allOrders()).filter(
    ({ status }) => !["checkout-draft", "auto-draft", "pending"].includes(status),
  );
  expect(left).toEqual([]);
  expect(orders).toBeGreaterThanOrEqual(200);
});

test("what came by another plugin's button waits for the shop, paid or not", async () => {
  const visitor = woocommerceVisitor(shop.url);
  await withBasket(visitor);
  const answer = await visitor.go("/?wc-ajax=ageway_tests_button", { method: "POST", headers: {} });
  const { order } = JSON.parse(answer.text);
  const held = (await allOrders()).find(({ id }) => id === order);
  expect(held).toMatchObject({ status: "on-hold", meta: { _ageway_held: "yes" } });
  expect(held?.notes.join()).toContain("without a confirmed age");
});

/** Each adult confirms once and orders by every way. */
test.for(Array.from({ length: 9 }, (_, n) => n))("an adult orders by every way: %i", async (n) => {
  const visitor = woocommerceVisitor(shop.url);
  const user = n % 3 === 1 ? { user: `adult-${n}-${Date.now()}` } : null;
  const signIn = () => visitor.go("/?ageway-tests=sign-in", { method: "POST", headers: {}, json: user });
  if (user) await signIn();
  await withBasket(visitor);
  const back = await visitor.confirmAs("adult");
  expect([back.status, back.location]).toEqual([303, "/checkout/"]);
  // A guest may sign in on the way.
  if (n % 3 === 2)
    await visitor.go("/?ageway-tests=sign-in", {
      method: "POST",
      headers: {},
      json: { user: `late-${n}-${Date.now()}` },
    });
  for (const way of WAYS) {
    await visitor.take(shop.products.pinot);
    const unpaid = await existing(shop.products.pinot);
    const nonces = await visitor.nonces(unpaid.url);
    const { email, answer } = await send(visitor, way, { nonces, unpaid });
    expect(answer.text, way).not.toContain(REFUSAL);
    const isPay = way === "pay" || way === "storePay";
    const made = (await allOrders()).find((one) => (isPay ? one.id === unpaid.id : one.email === email));
    expect(made, `${way} ${answer.status} ${answer.text.slice(0, 600)}`).toMatchObject({ status: "processing" });
    expect(made?.meta).toMatchObject({
      _ageway_age: expect.toSatisfy((age) => Number(age) === 18),
      _ageway_confirmed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
      _ageway_reference: expect.stringMatching(/^[A-Z2-9]{8}$/i),
    });
    expect(made?.notes.join()).toContain("the customer is 18 or over");
    expect(JSON.stringify(made)).not.toMatch(/token|birth|deviceId/i);
  }
});

test.for(["glass", "juice"] as const)("a basket with a %s alone is asked nothing", async (name) => {
  for (const way of WAYS) {
    const visitor = woocommerceVisitor(shop.url);
    await visitor.take(shop.products[name]);
    const unpaid = await existing(shop.products[name]);
    const page = await visitor.go("/checkout/");
    expect([page.status, page.headers["x-litespeed-cache-control"]]).toEqual([200, undefined]);
    const nonces = await visitor.nonces(unpaid.url);
    const { email } = await send(visitor, way, { nonces, unpaid }, name);
    const isPay = way === "pay" || way === "storePay";
    const made = (await allOrders()).find((one) => (isPay ? one.id === unpaid.id : one.email === email));
    expect(made, way).toMatchObject({ status: "processing" });
    expect(Object.keys(made?.meta ?? {}).join()).not.toContain("ageway");
  }
});

test("a yes to 16 opens a basket of 16, and none of 18", async () => {
  const visitor = woocommerceVisitor(shop.url);
  const { cider, pinot } = shop.products;
  await visitor.take(cider);
  await visitor.confirmAs("seventeen");
  expect((await visitor.go("/checkout/")).status).toBe(200);
  await visitor.take(pinot);
  expect((await visitor.go("/checkout/")).status).toBe(303);
});
