import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSound } from "#packages/gate-test/src/index.ts";
import { type Session, sealedCookie } from "#packages/server/src/index.ts";
import { startCutter } from "#tests/support/cutter.ts";
import { installExamples, SESSION_SECRET, startExample } from "#tests/support/example-shop.ts";
import { gateTestReport } from "#tests/support/gate-test-report.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { SHOP_NAVIGATION, visitorOf } from "#tests/support/shop-visitor.ts";
import { homeAs } from "#tests/support/shopper.ts";
import { askVendure, bearerOf, type Jar } from "#tests/support/vendure-api.ts";

// The example as it is, with the real Vendure: its storefront, and its Shop API in every way to get an order paid.
const SUPERADMIN_PASSWORD = "of the administrator";
const examples = installExamples();
let settings: { agewayUrl: string; pluginKey: string };
let instance: Awaited<ReturnType<typeof startCutter>>;
let shop: Awaited<ReturnType<typeof startExample>>;
let webhook: number;
let variants: Map<string, string>;
beforeAll(async () => {
  const agewayUrl = await sharedApp();
  const { key } = await newOrganization({ mode: "test", subscription: "none", domain: "unverified" });
  settings = { agewayUrl, pluginKey: key };
  instance = await startCutter(Number(new URL(agewayUrl).port));
  webhook = await freePort();
  shop = await startExample(examples.folder, "vendure", {
    ...settings,
    agewayUrl: `http://127.0.0.1:${instance.port}`,
    program: resolve("tests/support/vendure-webhook.mjs"),
    env: { SUPERADMIN_PASSWORD, WEBHOOK_PORT: String(webhook) },
  });
  const { products } = await ask(newcomer(), "{ products { items { slug variants { id } } } }");
  variants = new Map(products.items.map(({ slug, variants: [one] }: Wine) => [slug, one?.id ?? ""]));
});
afterAll(async () => {
  await shop?.stop();
  instance?.close();
  examples.remove();
});

type Wine = { slug: string; variants: { id: string }[] };

const newcomer = (): Jar => new Map();

const ask = (jar: Jar, query: string, more: Parameters<typeof askVendure>[3] = {}) =>
  askVendure(shop.url, jar, query, more);

const WINES = ["cordial", "nordlys"];
const ADDRESS = '{ streetLine1: "Nygade 1", countryCode: "DK" }';

/** A basket that only the transition is missing from. */
async function withBasket(jar: Jar, slug = "nordlys"): Promise<Jar> {
  const customer = `{ firstName: "Ada", lastName: "Berg", emailAddress: "${crypto.randomUUID()}@shop.example" }`;
  await ask(jar, `mutation { addItemToOrder(productVariantId: "${variants.get(slug)}", quantity: 1) { __typename } }`);
  await ask(jar, `mutation { setCustomerForOrder(input: ${customer}) { __typename } }`);
  await ask(jar, `mutation { setOrderShippingAddress(input: ${ADDRESS}) { __typename } }`);
  await ask(jar, 'mutation { setOrderShippingMethod(shippingMethodId: ["1"]) { __typename } }');
  return jar;
}

const MOVED = "{ ... on Order { state } ... on OrderStateTransitionError { transitionError } }";

async function move(jar: Jar, state = "ArrangingPayment", more?: ReturnType<typeof bearerOf>) {
  return (await ask(jar, `mutation { moved: transitionOrderToState(state: "${state}") ${MOVED} }`, more)).moved;
}

async function pay(jar: Jar, more?: ReturnType<typeof bearerOf>) {
  const paid =
    "{ ... on Order { state } ... on ErrorResult { errorCode } ... on PaymentDeclinedError { paymentErrorMessage } }";
  const pay = `mutation { paid: addPaymentToOrder(input: { method: "invoice", metadata: {} }) ${paid} }`;
  return (await ask(jar, pay, more)).paid;
}

const stateOf = async (jar: Jar) => (await ask(jar, "{ activeOrder { state payments { state } } }")).activeOrder;

/** A cookie as the shop seals it, of a yes that is sound but for what is named. */
async function sealed(flaw: object = {}, secret = SESSION_SECRET): Promise<[string, string]> {
  const until = new Date(Date.now() + 60_000).toISOString();
  const ageway = { deviceId: crypto.randomUUID(), age: 18, until, pluginKey: settings.pluginKey, ...flaw };
  const line = await sealedCookie({ secret }).seal({ ageway } satisfies Session, false);
  return ["ageway", line.split(";")[0]?.replace("ageway=", "") ?? ""];
}

const ENDED = { until: new Date(Date.now() - 1_000).toISOString() };
const REFUSED = { transitionError: "age_not_confirmed" };
const DECLINED = { errorCode: "PAYMENT_DECLINED_ERROR", paymentErrorMessage: "age_not_confirmed" };

/** Goes to the checkout and to the eID as somebody. `home`: comes back with the token. */
async function checkAs(persona: string) {
  const visitor = visitorOf(shop.url);
  const { status, location } = await visitor.go("/checkout?wine=granskog");
  expect(status).toBe(303);
  const { url } = (await (await fetch(location ?? "")).json()) as { url: string };
  const { pathname, search } = new URL(await homeAs(url, persona));
  return { ...visitor, home: () => visitor.go(pathname + search) };
}

const order = (visitor: ReturnType<typeof visitorOf>, wine: string) =>
  visitor.go(`/order?wine=${wine}`, SHOP_NAVIGATION, "POST");

async function minor(): Promise<Jar> {
  const visitor = await checkAs("seventeen");
  await visitor.home();
  return visitor.jar;
}

test("its page sells to an adult, and not to who is 17 or cancels", async () => {
  const adult = await checkAs("adult");
  expect(await adult.home()).toMatchObject({ status: 303, location: "/checkout?wine=granskog" });
  expect((await adult.go("/checkout?wine=granskog")).text).toContain("One bottle of Granskog Pinot Noir");
  expect((await order(adult, "granskog")).text).toContain("Thank you");
  for (const persona of ["seventeen", "cancel"]) {
    const visitor = await checkAs(persona);
    await visitor.home();
    expect(await visitor.go("/checkout")).toMatchObject({ status: 403 });
    expect(await order(visitor, "granskog")).toMatchObject({ status: 303, location: "/checkout?wine=granskog" });
  }
});

test("an order without an age is asked nothing, and one with both is", async () => {
  const { text } = await visitorOf(shop.url).go("/");
  expect(text).toMatch(/Nordlys Riesling <a href="\/checkout.*Elderflower Cordial <form method="post"/);
  expect((await order(visitorOf(shop.url), "cordial")).text).toContain("Thank you");
  for (const [one, other] of [WINES, WINES.toReversed()])
    expect(await move(await withBasket(await withBasket(newcomer(), one), other))).toEqual(REFUSED);
});

test("an order of the Shop API is paid with a yes", async () => {
  const adult = await withBasket(new Map([await sealed()]));
  expect([await move(adult), await pay(adult)]).toEqual([{ state: "ArrangingPayment" }, { state: "PaymentSettled" }]);
  // As a storefront on another server asks.
  const bearer = bearerOf(await withBasket(newcomer()));
  expect(await move(new Map([await sealed()]), "ArrangingPayment", bearer)).toEqual({ state: "ArrangingPayment" });
});

test.for([
  ["no cookie", async () => newcomer()],
  ["a check that is under way", async () => new Map([await sealed({ age: undefined, until: undefined })])],
  ["a yes that has ended", async () => new Map([await sealed(ENDED)])],
  ["a yes to 16", async () => new Map([await sealed({ age: 16 })])],
  ["a yes for another key", async () => new Map([await sealed({ pluginKey: "pk_test_other" })])],
  ["a yes that somebody else has sealed", async () => new Map([await sealed({}, "x".repeat(32))])],
  ["a yes in the clear", async () => new Map([["ageway", JSON.stringify({ ageway: { age: 18 } })]])],
  ["a check that ended with a no", minor],
] as const)("the Shop API takes no order with %s", async ([, visitor]) => {
  const jar = await withBasket(await visitor());
  for (const state of ["ArrangingPayment", "PaymentAuthorized", "PaymentSettled"])
    expect(await move(jar, state)).toHaveProperty("transitionError");
  expect(await move(jar)).toEqual(REFUSED);
  expect(await pay(jar)).toEqual({ errorCode: "ORDER_PAYMENT_STATE_ERROR" });
  expect(await stateOf(jar)).toEqual({ state: "AddingItems", payments: [] });
});

test("nobody pays the order of an adult from another browser, by their session's cookie or its token", async () => {
  const adult = await withBasket(new Map([await sealed()]));
  const session = new Map([...adult].filter(([name]) => name !== "ageway"));
  const others = [[session, {}] as const, [newcomer(), bearerOf(adult)] as const];
  for (const [jar, more] of others) expect(await move(jar, "ArrangingPayment", more)).toEqual(REFUSED);
  expect(await move(adult)).toEqual({ state: "ArrangingPayment" });
  for (const [jar, more] of others) expect(await pay(jar, more)).toEqual(DECLINED);
  expect(await pay(adult)).toEqual({ state: "PaymentSettled" });
});

test("nobody is charged whose yes ends before they pay", async () => {
  const jar = await withBasket(new Map([await sealed()]));
  await move(jar);
  jar.set(...(await sealed(ENDED)));
  expect(await pay(jar)).toEqual(DECLINED);
  expect(await stateOf(jar)).toEqual({ state: "ArrangingPayment", payments: [{ state: "Declined" }] });
  jar.set(...(await sealed()));
  expect(await pay(jar)).toEqual({ state: "PaymentSettled" });
});

test("nobody buys who comes home while the instance is away", async () => {
  const visitor = await checkAs("adult");
  // The gate asks twice.
  instance.cut(2);
  expect(await visitor.home()).toMatchObject({ status: 503 });
  instance.cut(0);
  const jar = await withBasket(visitor.jar);
  expect([await move(jar), await pay(jar)]).toEqual([REFUSED, { errorCode: "ORDER_PAYMENT_STATE_ERROR" }]);
});

test("a webhook pays what left the basket with a yes, and nothing else", async () => {
  const adult = await withBasket(new Map([await sealed()]));
  const { id } = (await ask(adult, "{ activeOrder { id } }")).activeOrder;
  const tell = async () => (await fetch(`http://127.0.0.1:${webhook}/?order=${id}`)).json();
  expect(await tell()).toEqual(REFUSED);
  await move(adult);
  expect(await tell()).toEqual({ state: "PaymentSettled" });
});

/** A client of the Admin API that is signed in. */
async function administrator() {
  const jar = newcomer();
  const send = async (query: string) => (await ask(jar, query, { api: "admin-api" })).it;
  await send(`mutation { it: login(username: "superadmin", password: "${SUPERADMIN_PASSWORD}") { __typename } }`);
  return send;
}

test("a yes ends when the customer signs out", async () => {
  const send = await administrator();
  const customer = '{ firstName: "Ada", lastName: "Berg", emailAddress: "ada.berg@shop.example" }';
  await send(`mutation { it: createCustomer(input: ${customer}, password: "of Ada") { __typename } }`);
  const jar = new Map([await sealed()]);
  const signIn = 'mutation { it: login(username: "ada.berg@shop.example", password: "of Ada") { __typename } }';
  expect((await ask(jar, signIn)).it.__typename).toBe("CurrentUser");
  await ask(jar, "mutation { logout { success } }");
  await ask(jar, signIn);
  expect(await move(await withBasket(jar))).toEqual(REFUSED);
});

test("an administrator takes orders for others", async () => {
  const send = await administrator();
  const { id } = await send("mutation { it: createDraftOrder { id } }");
  const customer = '{ firstName: "Bo", lastName: "Lind", emailAddress: "bo@shop.example" }';
  const item = `{ productVariantId: "${variants.get("nordlys")}", quantity: 1 }`;
  for (const step of [
    `addItemToDraftOrder(orderId: "${id}", input: ${item})`,
    `setCustomerForDraftOrder(orderId: "${id}", input: ${customer})`,
    `setDraftOrderShippingAddress(orderId: "${id}", input: ${ADDRESS})`,
    `setDraftOrderShippingMethod(orderId: "${id}", shippingMethodId: "1")`,
  ])
    await send(`mutation { it: ${step} { __typename } }`);
  const moved = await send(`mutation { it: transitionOrderToState(id: "${id}", state: "ArrangingPayment") ${MOVED} }`);
  expect(moved).toEqual({ state: "ArrangingPayment" });
});

test("the gate test finds nothing", async () => {
  const port = await freePort();
  const page = `http://localhost:${port}/checkout`;
  const { agewayUrl: base, pluginKey: key } = settings;
  let tested: typeof shop | undefined;
  const report = await gateTestReport({ base, key, page, protects: "Place order" }, async (agewayUrl) => {
    tested = await startExample(examples.folder, "vendure", { ...settings, agewayUrl, port });
  });
  await tested?.stop();
  expect(report.cases).toHaveLength(12);
  expect(isSound(report), JSON.stringify(report, null, 1)).toBe(true);
  expect(report.findings).toEqual([]);
});
