import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { isSound, type Report } from "#packages/gate-test/src/index.ts";
import { reportOf } from "#tests/support/gate-report.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { PYTHON_SHOPS, startPythonShop } from "#tests/support/python-shop.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { SHOP_NAVIGATION, visitorOf } from "#tests/support/shop-visitor.ts";
import { homeAs } from "#tests/support/shopper.ts";
import { browser, tokenIn } from "#tests/support/visitor.ts";

const CHECKOUT = "/checkout?wine=granskog";

// The shops of examples, as they are, against the built app.
let base = "";
let key = "";
let reports: Promise<Report[]>;
beforeAll(async () => {
  base = await sharedApp();
  process.env.SERVER_URL = base;
  key = (await newOrganization({ mode: "test", subscription: "none", domain: "unverified" })).key;
  // Beside the other tests: a walk takes ten seconds, and mostly waits.
  reports = Promise.all(
    PYTHON_SHOPS.map((name) =>
      reportOf(key, "One bottle of", ({ url, port }) =>
        startPythonShop(name, { agewayUrl: url, pluginKey: key, port }),
      ),
    ),
  );
});

test.for(PYTHON_SHOPS)("%s starts checks with the secret of a locked key", async (name) => {
  const { key: pluginKey, host } = await newOrganization();
  const made = await addKeySecret({ kind: "operator" }, pluginKey);
  await lockKey({ kind: "operator" }, pluginKey);
  const secret = made.ok ? made.secret : made.reason;
  const shop = await startPythonShop(name, { agewayUrl: base, pluginKey, secret, shopUrl: `https://${host}` });
  const visitor = visitorOf(shop.url);
  const { status, location } = await visitor.go(CHECKOUT);
  expect([status, location]).toEqual([303, expect.stringContaining(`${base}/verify/s?session=`)]);
  const home = new URL(await homeAs(location ?? "", "adult"));
  expect(home.host).toBe(host);
  await visitor.go(home.pathname + home.search);
  expect(await visitor.go(CHECKOUT)).toMatchObject({ status: 200, text: expect.stringContaining("One bottle of") });
  await shop.stop();
});

describe.for(PYTHON_SHOPS)("%s", (name) => {
  let shop: Awaited<ReturnType<typeof startPythonShop>>;
  beforeAll(async () => {
    shop = await startPythonShop(name, { agewayUrl: base, pluginKey: key });
  });
  afterAll(() => shop.stop());

  /** Goes to the checkout, is sent on, identifies as a persona: the address that leads home. */
  async function confirmAs(persona: string, visitor: ReturnType<typeof visitorOf>) {
    const { status, location } = await visitor.go(CHECKOUT);
    expect([status, location]).toEqual([303, expect.stringContaining(`${base}/api/url_generator_s/${key}/`)]);
    const link = await browser().go(location ?? "", "GET", SHOP_NAVIGATION);
    const home = await homeAs(link.headers.get("location") ?? "", persona);
    expect(tokenIn(home)).not.toBeNull();
    return home.slice(shop.url.length);
  }

  const isOpen = ({ status, text }: { status?: number | undefined; text: string }) =>
    status === 200 && text.includes("One bottle of Granskog Pinot Noir");

  test("lets an adult in and order, once the token is out of the address, and nobody else with it", async () => {
    const [adult, thief] = [visitorOf(shop.url), visitorOf(shop.url)];
    const home = await confirmAs("adult", adult);
    await thief.go("/checkout");
    expect(await thief.go(home)).toMatchObject({ status: 303, location: CHECKOUT });
    const newcomer = visitorOf(shop.url);
    expect(await newcomer.go(home)).toMatchObject({ status: 403, text: expect.stringContaining("allow cookies") });
    for (const visitor of [thief, newcomer]) expect(isOpen(await visitor.go(CHECKOUT))).toBe(false);
    expect(await adult.go(home)).toMatchObject({ status: 303, location: CHECKOUT });
    expect(isOpen(await adult.go(CHECKOUT))).toBe(true);
    expect(await adult.go("/order", SHOP_NAVIGATION, "POST")).toMatchObject({
      status: 200,
      text: expect.stringContaining("Thank you"),
    });
  });

  test.for(["seventeen", "cancel"])("stays closed for %s", async (persona) => {
    const visitor = visitorOf(shop.url);
    const home = await confirmAs(persona, visitor);
    expect(await visitor.go(home)).toMatchObject({ status: 303, location: CHECKOUT });
    const closed = await visitor.go(CHECKOUT);
    expect([closed.status, isOpen(closed)]).toEqual([403, false]);
    expect(await visitor.go("/order", SHOP_NAVIGATION, "POST")).toMatchObject({ status: 403 });
    expect(await visitor.go("/")).toMatchObject({ status: 200 });
  });

  test("is gated in ten lines of its own at most", () => {
    const code = readFileSync(join(import.meta.dirname, "../../../examples", name, "shop.py"), "utf8");
    const block = /^ {4}AGEWAY=\{\n[^}]*\},$/m.exec(code)?.[0] ?? "";
    const others = code
      .replace(block, "")
      .split("\n")
      .filter((line) => /ageway/i.test(line));
    expect(block.split("\n").length + others.length).toBeLessThanOrEqual(10);
  });
});

test("the gate test finds nothing wrong with them", async () => {
  for (const report of await reports) {
    expect(isSound(report), JSON.stringify(report, null, 1)).toBe(true);
    expect([report.cases.length, report.findings]).toEqual([12, []]);
  }
});
