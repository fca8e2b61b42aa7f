import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "#lib/database.ts";
import { newDevice, send } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";
import { browser, started, tokenIn, walk } from "#tests/support/visitor.ts";

const PROVIDERS = ["s", "b"] as const;

test.for(PROVIDERS)(
  "the start page of %s says who asks, what is proven, what is passed on, and offers two ways",
  async (provider) => {
    const shop = await organization();
    const { url } = await started(provider, shop, { age: "16" });
    const { status, text, headers } = await browser().go(url);
    expect(status).toBe(200);
    expect(text).toContain("Confirm that you are 16 or over");
    expect(text).toContain(`Test shop (${shop.host}) asks you to confirm your age with Sandbox eID.`);
    expect(text).toContain("They are told only yes or no.");
    expect(text.match(/<button/g)).toHaveLength(2);
    expect(text).not.toMatch(/<script|<a /);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(headers.get("content-security-policy")).not.toContain("script-src");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect([headers.get("cache-control"), headers.get("referrer-policy"), headers.get("x-robots-tag")]).toEqual([
      "no-store",
      "no-referrer",
      "noindex",
    ]);
  },
);

test("opening a link by GET, HEAD, a preview bot or a prefetch, any number of times, changes nothing", async () => {
  const shop = await organization();
  const { url, id } = await started("b", shop);
  const path = new URL(url).pathname + new URL(url).search;
  const rowOf = async () => JSON.stringify(await database().execute(sql`SELECT * FROM verification WHERE id = ${id}`));
  const before = await rowOf();
  for (const method of ["GET", "HEAD", "GET", "HEAD", "GET"]) {
    for (const headers of [
      {},
      { "User-Agent": "facebookexternalhit/1.1" },
      { "Sec-Purpose": "prefetch" },
      { cookie: "ageway=AAAAAAAAAAAAAAAAAAAAAA" },
    ]) {
      expect((await send(path, { method, headers })).status).toBe(200);
    }
  }
  expect(await rowOf()).toBe(before);
  expect(await shop.billed()).toBe(1);
  const home = await walk(browser(), url, "adult");
  expect(tokenIn(home.headers.get("location"))).not.toBeNull();
});

test("the cookie is HttpOnly and Lax, has a plain name on loopback http, and an age of its own", async () => {
  const { headers } = await send(
    new URL((await started("b", await organization())).url).href.replace(String(process.env.BASE_URL), ""),
  );
  const [cookie = ""] = headers.getSetCookie();
  expect(cookie).toMatch(/^ageway=[A-Za-z0-9_-]{22}; Path=\/; Max-Age=3300; HttpOnly; SameSite=Lax$/);
});

test("a browser that keeps no cookies is asked to, and can still leave", async () => {
  const shop = await organization();
  const { url } = await started("b", shop);
  const path = new URL(url).pathname + new URL(url).search;
  const pressed = await send(`${path}&do=confirm`, { method: "POST" });
  expect([pressed.status, pressed.headers.get("ageway-reason")]).toEqual([200, "cookies_blocked"]);
  const left = await send(`${path}&do=leave`, { method: "POST" });
  expect([left.status, tokenIn(left.headers.get("location"))?.length]).toEqual([303, 43]);
});

test.for(PROVIDERS)("too young at %s: a page says so and only the no goes home, with the token", async (provider) => {
  const shop = await organization();
  const visitor = browser();
  const { url, device } = await started(provider, shop);
  const back = await walk(visitor, url, "seventeen");
  expect([back.status, back.headers.get("location")]).toEqual([303, url]);
  const page = await visitor.go(url);
  expect([page.status, page.headers.get("ageway-reason")]).toEqual([200, "too_young"]);
  expect(page.text).toContain("You need to be 18 or over");
  const home = /<a href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(new URL(home).origin).toBe(`https://${shop.host}`);
  const answer = await send(`/api/auth_check/${tokenIn(home)}/${device}`);
  expect(answer.body).toMatchObject({ verified: false, age: null });
  expect(await shop.billed()).toBe(1);
});

test("the same persona is old enough where 16 is asked", async () => {
  const home = await walk(browser(), (await started("b", await organization(), { age: "16" })).url, "seventeen");
  expect(tokenIn(home.headers.get("location"))).not.toBeNull();
});

test.for([
  ["cancel", "cancelled", 200, true],
  ["timeout", "eid_timeout", 200, true],
  ["no-birthdate", "eid_no_age", 200, false],
  ["wrong-nonce", "eid_refused", 200, true],
  ["down", "eid_down", 503, true],
] as const)(
  "%s shows its own page (%s), from which one may go back with a token or, where it helps, try again",
  async ([persona, code, status, mayRetry]) => {
    for (const provider of PROVIDERS) {
      const shop = await organization();
      const [visitor, { url, device }] = [browser(), await started(provider, shop, { device: newDevice() })];
      const back = await walk(visitor, url, persona);
      expect([back.status, back.headers.get("location")]).toEqual([303, url]);
      const page = await visitor.go(url);
      expect([page.status, page.headers.get("ageway-reason")]).toEqual([status, code]);
      expect(page.text.includes("Try again</button>")).toBe(mayRetry);
      const home = await visitor.go(`${url}&do=leave`, "POST");
      expect(home.status).toBe(303);
      const answer = await send(`/api/auth_check/${tokenIn(home.headers.get("location"))}/${device}`);
      expect(answer.body).toMatchObject({ verified: false, age: null, verified_at: null });
      expect(await shop.billed()).toBe(provider === "b" ? 1 : 0);
    }
  },
);

test.for(["cancel", "timeout", "down", "wrong-nonce"])(
  "after %s, trying again in the same browser can still pass",
  async (persona) => {
    for (const provider of PROVIDERS) {
      const shop = await organization();
      const [visitor, { url }] = [browser(), await started(provider, shop)];
      await walk(visitor, url, persona);
      const home = await walk(visitor, url, "adult");
      expect(tokenIn(home.headers.get("location"))).not.toBeNull();
      expect(await shop.billed()).toBe(1);
    }
  },
);
