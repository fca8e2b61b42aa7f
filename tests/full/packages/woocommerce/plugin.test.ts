import { afterAll, beforeAll, expect, test } from "vitest";
import { isSound, plainFetch, walk } from "#packages/gate-test/src/index.ts";
import { startGatedWordPress } from "#tests/support/gated-wordpress.ts";
import { send } from "#tests/support/gateway.ts";
import { CHECK_CASES, startMisbehavingApi } from "#tests/support/misbehaving-api.ts";
import { SHOP_NAVIGATION } from "#tests/support/shop-visitor.ts";
import { type ExistingOrder, woocommerceVisitor } from "#tests/support/woocommerce-visitor.ts";
import type { WordPressOrder } from "#tests/support/wordpress.ts";

// What the plugin is to a visitor beside a lock: which age it asks for, the session, and heads.

let shop: Awaited<ReturnType<typeof startGatedWordPress>>;
beforeAll(async () => {
  shop = await startGatedWordPress();
});
afterAll(() => shop?.stop());

const adult = async () => {
  const visitor = woocommerceVisitor(shop.url);
  await visitor.take(shop.products.pinot);
  await visitor.confirmAs("adult");
  return visitor;
};
const page = async (visitor: ReturnType<typeof woocommerceVisitor>) => (await visitor.go("/checkout/")).status;
const tell = (visitor: ReturnType<typeof woocommerceVisitor>, name: string, json: unknown = {}) =>
  visitor.go(`/?ageway-tests=${name}`, { method: "POST", headers: {}, json });

test("a product's own age, else the highest of its categories, else the shop's", async () => {
  const products = Object.values(shop.products);
  expect(await shop.ask("ages", products)).toEqual([18, 16, 18, 0, 0, 18]);
  await shop.options({ age: "16" });
  expect(await shop.ask("ages", products)).toEqual([18, 16, 18, 0, 16, 18]);
  await shop.options({ age: "0" });
  // What is gone may have had any age.
  expect(await shop.ask("ages", [999_999])).toEqual([18]);
  const { glass, juice, knife, pinot } = shop.products;
  const variationOf = async (of: number) => (await shop.ask<{ id: number }>("product", { of })).id;
  expect(await shop.ask("ages", await Promise.all([pinot, glass, juice, knife].map(variationOf)))).toEqual([
    18, 0, 0, 18,
  ]);
  await shop.ask("options", { ageway_tests_originals: { [glass]: pinot, [juice]: knife } });
  expect(await shop.ask("ages", [glass, juice])).toEqual([18, 18]);
  await shop.ask("options", { ageway_tests_originals: [] });
});

test("the token leaves the address at once, and nothing of it is kept", async () => {
  const visitor = woocommerceVisitor(shop.url);
  await visitor.take(shop.products.pinot);
  const before = visitor.cookie();
  const back = await visitor.confirmAs("adult", "/checkout/?coupon=r%C3%B8d");
  expect([back.status, back.location]).toEqual([303, "/checkout/?coupon=r%C3%B8d"]);
  expect(back.headers["cache-control"]).toMatch(/no-store|private/);
  expect(back.headers["referrer-policy"]).toBe("no-referrer");
  const state = JSON.parse((await tell(visitor, "session")).text);
  expect(Object.keys(state).sort()).toEqual(["age", "deviceId", "owner", "pluginKey", "until"]);
  expect(visitor.cookie()).not.toMatch(
    new RegExp(`${state.deviceId}|${shop.settings.key}|18`.replaceAll("18", "age=18")),
  );
  // A guest's yes comes with another session: somebody may know the one before.
  expect(visitor.cookie()).not.toBe(before);
  expect(await page(visitor)).toBe(200);
  // Each redirect left with its session stored.
  expect(await shop.ask("unsaved")).toBe("no");
});

test("no shared cache keeps the checkout, closed or open", async () => {
  const visitor = woocommerceVisitor(shop.url);
  await visitor.take(shop.products.pinot);
  const closed = await visitor.go("/checkout/", { headers: { accept: "text/html" } });
  expect(closed.status).toBe(403);
  const open = await (await adult()).go("/checkout/");
  expect(open.status).toBe(200);
  for (const { headers } of [closed, open]) {
    expect(headers["cache-control"]).toMatch(/private|no-store/);
    expect(headers["x-litespeed-cache-control"]).toBe("no-cache");
    expect(headers.expires).toBeUndefined();
  }
});

test("the closed page speaks the shop's language, and its link starts the check", async () => {
  const visitor = woocommerceVisitor(shop.url);
  await visitor.take(shop.products.pinot);
  await shop.ask("locale", { locale: "da_DK" });
  const closed = await visitor.go("/checkout/", { headers: { accept: "text/html" } });
  await shop.ask("locale", { locale: "" });
  expect(closed.text).toContain("Bekræft, at du er 18 år eller ældre");
  const start = /class="start"[^>]*href="([^"]+)"/.exec(closed.text)?.[1]?.replaceAll("&#038;", "&") ?? "";
  const pressed = await visitor.go(start, { headers: { ...SHOP_NAVIGATION, "Sec-Fetch-Site": "same-origin" } });
  expect([pressed.status, pressed.location]).toEqual([303, expect.stringContaining(`${shop.settings.url}/`)]);
});

test("a yes ends with the sign-in that it is of, and another browser of the account has none", async () => {
  const [mine, others] = [woocommerceVisitor(shop.url), woocommerceVisitor(shop.url)];
  const user = `member-${Date.now()}`;
  for (const visitor of [mine, others]) {
    await tell(visitor, "sign-in", { user });
    await visitor.take(shop.products.pinot);
  }
  await mine.confirmAs("adult");
  expect([await page(mine), await page(others)]).toEqual([200, 303]);
  await tell(mine, "sign-out");
  await tell(mine, "sign-in", { user });
  await mine.take(shop.products.pinot);
  expect(await page(mine)).toBe(303);
});

test("a guest who signs in keeps the yes, and the basket", async () => {
  const visitor = await adult();
  await tell(visitor, "sign-in", { user: `guest-${Date.now()}` });
  expect(await page(visitor)).toBe(200);
  await tell(visitor, "sign-out");
  await visitor.take(shop.products.pinot);
  expect(await page(visitor)).toBe(303);
});

test("who opens an account with the order keeps the yes", async () => {
  const visitor = await adult();
  const nonces = await visitor.nonces("/checkout/");
  const email = `opens-${Date.now()}@shop.example`;
  await visitor.order.ajax({ email, nonces, more: { createaccount: "1" } });
  const made = (await shop.ask<WordPressOrder[]>("orders")).find((one) => one.email === email);
  expect(made).toMatchObject({ status: "processing", meta: { _ageway_reference: expect.any(String) } });
  await visitor.take(shop.products.pinot);
  expect(await page(visitor)).toBe(200);
});

test("the page of an order says to nobody without its key what is in it", async () => {
  const order = await shop.ask<ExistingOrder>("order", { product: shop.products.pinot });
  const visitor = woocommerceVisitor(shop.url);
  expect((await visitor.go(order.url)).status).toBe(303);
  expect((await visitor.go(order.url.replace(order.key, "wc_order_of_another"))).status).toBe(200);
});

test("no other address of the page of an order shows it without a yes", async () => {
  const { glass, pinot } = shop.products;
  const order = await shop.ask<ExistingOrder>("order", { product: pinot });
  const free = await shop.ask<ExistingOrder>("order", { product: glass });
  const old = `pay_for_order=true&order=${order.id}&key=${order.key}`;
  for (const target of [
    `${order.url}&order-received=1`,
    `/checkout/?${old}`,
    `/checkout/order-received/${order.id}/?${old}`,
    `${free.url.split("?")[0]}?${old}`,
  ])
    expect((await woocommerceVisitor(shop.url).go(target)).status, target).toBe(303);
  const received = `/checkout/order-received/${order.id}/?key=${order.key}`;
  expect((await woocommerceVisitor(shop.url).go(received)).status).toBe(200);
});

test("the basket says early what the checkout will ask", async () => {
  const visitor = woocommerceVisitor(shop.url);
  await visitor.take(shop.products.pinot);
  expect((await visitor.go("/cart/")).text).toContain("product for people of 18 or over");
  const stored = await visitor.go("/wp-json/wc/store/v1/cart", { headers: {} });
  expect(stored.text).toContain("ageway_required");
  expect((await (await adult()).go("/cart/")).text).not.toContain("product for people");
});

test("no answer that lies, breaks off or comes too late is a yes to WordPress' own client", async () => {
  const api = await startMisbehavingApi();
  const cases = CHECK_CASES.map(({ age = 18, key = "test", why }, n) => ({
    ...{ url: `${api.url}/check/${n}`, key: `pk_${key}_cases`, age, timeoutMs: why === "timeout" ? 300 : 10_000 },
  }));
  const heard = await shop.ask<[boolean, string | null][]>("checks", cases);
  await api.close();
  await shop.options({ fault: "" });
  expect(heard).toHaveLength(CHECK_CASES.length);
  for (const [n, { name, allowed, why }] of CHECK_CASES.entries())
    expect(heard[n], name).toEqual(allowed ? [true, null] : [false, why]);
});

test("answers with the record of the domain, and only with one", async () => {
  const visitor = woocommerceVisitor(shop.url);
  const at = "/.well-known/ageway-challenge.txt";
  expect((await visitor.go(at)).status).toBe(404);
  await shop.options({ record: "ageway-record=abc" });
  const { status, text, headers } = await visitor.go(at);
  expect([status, text, headers["content-type"]]).toEqual([200, "ageway-record=abc", "text/plain; charset=utf-8"]);
});

test("the gate test passes all twelve with no finding", async () => {
  const body = JSON.stringify({ plugin_key: shop.settings.key, shop: shop.url });
  const opened = await send("/doctor", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const opens = opened.body as { address: string; secret: string };
  await shop.options({ url: opens.address, tests_basket: String(shop.products.pinot) });
  const at = { url: `${shop.url}/checkout/`, start: "a.start", protects: "Place order" };
  const report = await walk({ ...at, ...opens, fetch: plainFetch() });
  await shop.options({ url: shop.settings.url as string, tests_basket: "0" });
  expect(isSound(report), JSON.stringify(report, null, 1)).toBe(true);
  expect([report.cases.length, report.findings]).toEqual([12, []]);
});
