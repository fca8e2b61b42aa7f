import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { isSound, type Report } from "#packages/gate-test/src/index.ts";
import { browserOver } from "#tests/support/browser.ts";
import { reportOf } from "#tests/support/gate-report.ts";
import { NAVIGATION } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { PHP_SHOPS, sendToShop, startPhpShop } from "#tests/support/php-shop.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { startShopProcess } from "#tests/support/shop-process.ts";
import { homeAs } from "#tests/support/shopper.ts";
import { browser, tokenIn } from "#tests/support/visitor.ts";

// The shops of examples, as they are, against the built app: plain PHP, Laravel and Symfony before one gate.
let [base, key] = ["", ""];
let reports: Promise<Report[]>;
beforeAll(async () => {
  base = await sharedApp();
  process.env.SERVER_URL = base;
  key = (await newOrganization({ mode: "test", subscription: "none", domain: "unverified" })).key;
  // Beside the other tests: a walk takes ten seconds, and mostly waits.
  reports = Promise.all([
    ...PHP_SHOPS.map((name) => reportOf(key, "Place order", (given) => startPhpShop(name, { ...given, key }))),
    reportOf(key, "Place order", startPsr15),
  ]);
});

/** No example, since Debian has no framework of PSR-15. */
function startPsr15({ url: AGEWAY_URL, port }: { url: string; port: number }) {
  const settings = { AGEWAY_URL, AGEWAY_KEY: key };
  return startShopProcess(["php", "-S", `localhost:${port}`, "psr15.php"], port, settings, "tests/packages/php");
}

/** A visitor of a shop with cookies of its own. */
function shopper(url: string) {
  const visitor = browserOver((path, sent) => sendToShop(url + path, sent));
  const go = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    visitor.go(url + path, method, { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", ...headers });
  /** Goes to the checkout, is sent to the gateway, confirms as a persona: the address that leads home. */
  async function confirmAs(persona: string, path = "/checkout?wine=granskog") {
    const start = await go(path);
    expect(start.status).toBe(303);
    const address = start.headers.get("location") ?? "";
    const isLink = address.startsWith(`${base}/verify/`);
    const link = isLink ? address : (await browser().go(address, "GET", NAVIGATION)).headers.get("location");
    const home = await homeAs(link ?? "", persona);
    expect(tokenIn(home)).not.toBeNull();
    const { pathname, search } = new URL(home);
    return pathname + search;
  }
  return { go, confirmAs, cookies: () => visitor.cookies(new URL(url)) };
}

describe.for(PHP_SHOPS)("%s", (name) => {
  let shop: Awaited<ReturnType<typeof startPhpShop>>;
  beforeAll(async () => {
    shop = await startPhpShop(name, { url: base, key });
  });
  afterAll(() => shop?.stop());

  test("sells to an adult, once the token is out of the address, and to nobody else with that token", async () => {
    const [adult, thief] = [shopper(shop.url), shopper(shop.url)];
    const catalogue = await adult.go("/");
    expect(catalogue.text).toContain("Granskog Pinot Noir");
    // What is not gated keeps its headers, and begins no session. Laravel and Symfony have a default of their own.
    if (name === "php") expect([catalogue.headers.get("cache-control"), adult.cookies()]).toEqual([null, ""]);
    const home = await adult.confirmAs("adult", "/checkout?wine=granskog&note=r%C3%B8d");
    await thief.go("/checkout");
    for (const visitor of [thief, shopper(shop.url)]) {
      await visitor.go(home);
      expect((await visitor.go("/checkout")).text).not.toContain("Place order");
    }
    const before = adult.cookies();
    const back = await adult.go(home);
    expect([back.status, back.headers.get("location")]).toEqual([303, "/checkout?wine=granskog&note=r%C3%B8d"]);
    expect(back.headers.get("cache-control")).toContain("no-store");
    expect(back.headers.get("referrer-policy")).toBe("no-referrer");
    const open = await adult.go("/checkout?wine=granskog");
    expect([open.status, open.text]).toEqual([200, expect.stringContaining("One bottle of Granskog Pinot Noir")]);
    expect(open.headers.get("cache-control")).toMatch(/private|no-store/);
    const order = await adult.go("/order", {}, "POST");
    expect([order.status, order.text]).toEqual([200, expect.stringContaining("Thank you")]);
    // Somebody who knew the session's id of before the check has no yes.
    const planted = { method: "GET", headers: { cookie: before } };
    expect((await sendToShop(`${shop.url}/checkout`, planted)).status).toBe(403);
    expect(shop.output()).not.toMatch(/warning|deprecated|fatal/i);
  });

  test.for(["seventeen", "cancel"])("sells nothing to %s", async (persona) => {
    const visitor = shopper(shop.url);
    const back = await visitor.go(await visitor.confirmAs(persona));
    expect([back.status, back.headers.get("location")]).toEqual([303, "/checkout?wine=granskog"]);
    const closed = await visitor.go("/checkout?wine=granskog");
    expect([closed.status, closed.text]).toEqual([403, expect.stringContaining("Your age is not confirmed")]);
    expect((await visitor.go("/order", {}, "POST")).status).toBe(403);
  });

  test("starts nothing for what is no visit, and answers a program in JSON", async () => {
    const visitor = shopper(shop.url);
    for (const [headers, method] of [
      [{}, "HEAD"],
      [{ "sec-purpose": "prefetch" }, "GET"],
      [{ "sec-fetch-dest": "iframe" }, "GET"],
    ] as const) {
      const silent = await visitor.go("/checkout?token_age_verified=x", headers, method);
      expect([silent.status, silent.text]).toEqual([403, ""]);
    }
    // Laravel itself gives every visitor a session.
    if (name !== "laravel") expect(visitor.cookies()).toBe("");
    const json = await visitor.go("/checkout", { accept: "application/json" });
    expect([json.status, json.headers.get("content-type")]).toEqual([403, "application/json"]);
    expect(JSON.parse(json.text)).toEqual({
      error: "age_not_confirmed",
      age: 18,
      start: `${shop.url}/checkout?age_check=start`,
    });
  });
});

test.for(PHP_SHOPS)("%s starts checks with the secret of a locked key", async (name) => {
  const { key: pluginKey, host } = await newOrganization();
  const made = await addKeySecret({ kind: "operator" }, pluginKey);
  await lockKey({ kind: "operator" }, pluginKey);
  const secret = made.ok ? made.secret : made.reason;
  const shop = await startPhpShop(name, { url: base, key: pluginKey, secret, shopUrl: `https://${host}` });
  const visitor = shopper(shop.url);
  await visitor.go(await visitor.confirmAs("adult"));
  const open = await visitor.go("/checkout?wine=granskog");
  expect([open.status, open.text]).toEqual([200, expect.stringContaining("Place order")]);
  await shop.stop();
});

test.for(PHP_SHOPS)("%s is gated in ten lines of its own at most", (name) => {
  const folder = join("examples", name);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const own = files.filter((file) => /^(?!var|storage|bootstrap).*\.php$/.test(file));
  const code = own.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  const block = /^ {4}'ageway' => \[\n[^\]]*\],$/m.exec(code)?.[0] ?? "";
  const others = code
    .replace(block, "")
    .split("\n")
    .filter((line) => /ageway|gate\b|age:18|packages\/php|SHOP_URL/i.test(line));
  expect(others.length).toBeGreaterThan(2);
  expect((block === "" ? 0 : block.split("\n").length) + others.length).toBeLessThanOrEqual(10);
});

test("the gate test finds nothing wrong with them", async () => {
  for (const report of await reports) {
    expect(isSound(report), JSON.stringify(report, null, 1)).toBe(true);
    expect([report.cases.length, report.findings]).toEqual([12, []]);
  }
});
