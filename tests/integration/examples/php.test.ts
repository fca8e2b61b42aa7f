import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserOver } from "#tests/support/browser.ts";
import { NAVIGATION } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";
import { PHP_SHOPS, sendToShop, startPhpShop } from "#tests/support/php-shop.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { homeAs } from "#tests/support/shopper.ts";
import { browser, tokenIn } from "#tests/support/visitor.ts";

// The shops of examples, as they are, with a test key, against the built app: plain PHP, Laravel and Symfony before one gate.
let [base, key] = ["", ""];
beforeAll(async () => {
  base = await sharedApp();
  process.env.SERVER_URL = base;
  key = (await organization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});

describe.for(PHP_SHOPS)("%s", (name) => {
  let shop: Awaited<ReturnType<typeof startPhpShop>>;
  beforeAll(async () => {
    shop = await startPhpShop(name, { url: base, key });
  });
  afterAll(() => shop?.stop());

  /** A visitor of the shop with cookies of its own. */
  function shopper() {
    const visitor = browserOver((path, sent) => sendToShop(shop.url + path, sent));
    const go = (path: string, headers: Record<string, string> = {}, method = "GET") =>
      visitor.go(shop.url + path, method, { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", ...headers });
    /** Goes to the checkout, is sent to the gateway, confirms as a persona: the address that leads home. */
    async function confirmAs(persona: string, path = "/checkout?wine=granskog") {
      const start = await go(path);
      expect(start.status).toBe(303);
      const link = await browser().go(start.headers.get("location") ?? "", "GET", NAVIGATION);
      const home = await homeAs(link.headers.get("location") ?? "", persona);
      expect(tokenIn(home)).not.toBeNull();
      return home.slice(shop.url.length);
    }
    return { go, confirmAs, cookies: () => visitor.cookies(new URL(shop.url)) };
  }

  test("sells to an adult, once the token is out of the address, and to nobody else with that token", async () => {
    const [adult, thief] = [shopper(), shopper()];
    expect((await adult.go("/")).text).toContain("Granskog Pinot Noir");
    const home = await adult.confirmAs("adult", "/checkout?wine=granskog&note=r%C3%B8d");
    await thief.go("/checkout");
    for (const visitor of [thief, shopper()]) {
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
    const visitor = shopper();
    const back = await visitor.go(await visitor.confirmAs(persona));
    expect([back.status, back.headers.get("location")]).toEqual([303, "/checkout?wine=granskog"]);
    const closed = await visitor.go("/checkout?wine=granskog");
    expect([closed.status, closed.text]).toEqual([403, expect.stringContaining("Your age is not confirmed")]);
    expect((await visitor.go("/order", {}, "POST")).status).toBe(403);
  });

  test("starts nothing for what is no visit, and answers a program in JSON", async () => {
    const visitor = shopper();
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
      start: expect.stringContaining(`${base}/api/url_generator_s/${key}/`),
    });
  });
});
