import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "#lib/runtime/database.ts";
import { newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const PROVIDERS = ["s", "b"] as const;

test.for(PROVIDERS)(
  "the start page of %s says who asks, what is proven, what is passed on, and offers two ways",
  async (provider) => {
    const shop = await newOrganization();
    const { url } = await started(provider, shop, { age: "16" });
    const { status, text, headers } = await browser().go(url);
    expect(status).toBe(200);
    expect(text).toContain("Confirm that you are 16 or over");
    expect(text).toContain(`Test shop (${shop.host}) asks you to confirm your age with Sandbox eID.`);
    expect(text).toContain("They are told only yes or no.");
    expect(text.match(/<button[^>]* formAction=/gi)).toHaveLength(2);
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
  const shop = await newOrganization();
  const { url, id } = await started("b", shop);
  const path = new URL(url).pathname + new URL(url).search;
  const rowOf = async () => JSON.stringify(await database().execute(sql`SELECT * FROM verification WHERE id = ${id}`));
  const before = await rowOf();
  for (const method of ["GET", "HEAD", "GET", "HEAD", "GET"]) {
    for (const headers of [
      {},
      { "User-Agent": "facebookexternalhit/1.1" },
      { "Sec-Purpose": "prefetch" },
      { cookie: `ageway-check-${id.replaceAll("-", "")}=AAAAAAAAAAAAAAAAAAAAAA` },
    ]) {
      expect((await send(path, { method, headers })).status).toBe(200);
    }
  }
  expect(await rowOf()).toBe(before);
  expect(await shop.billed()).toBe(1);
  const home = await completeFlow(browser(), url, "adult");
  expect(tokenIn(home.headers.get("location"))).not.toBeNull();
});

test("the cookie that ties a check is HttpOnly and Lax, and is removed when the check is over, with a yes or without", async () => {
  const shop = await newOrganization();
  const home = {
    leaves: async (visitor: ReturnType<typeof browser>, url: string) => {
      await visitor.go(`${url}&do=confirm`, "POST");
      return visitor.go(`${url}&do=leave`, "POST");
    },
    "is confirmed": (visitor: ReturnType<typeof browser>, url: string) => completeFlow(visitor, url, "adult"),
  };
  for (const [end, goHome] of Object.entries(home)) {
    const [visitor, { url, id }] = [browser(), await started("b", shop)];
    const name = id.replaceAll("-", "");
    const { headers } = await visitor.go(url);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^ageway-check-${name}=[\\w-]{22}; Max-Age=1500; Path=/; HttpOnly; SameSite=Lax$`),
      ),
    ]);
    expect((await goHome(visitor, url)).headers.getSetCookie(), end).toEqual([
      expect.stringMatching(
        new RegExp(`^ageway-return-${name}=[\\w.-]+; Max-Age=2700; Path=/; HttpOnly; SameSite=Lax$`),
      ),
      `ageway-check-${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  }
});

test("a browser that keeps no cookies is asked to, and can still leave", async () => {
  const shop = await newOrganization();
  const { url } = await started("b", shop);
  const path = new URL(url).pathname + new URL(url).search;
  const posted = await send(`${path}&do=confirm`, { method: "POST" });
  expect([posted.status, posted.headers.get("ageway-reason")]).toEqual([200, "cookies_blocked"]);
  const left = await send(`${path}&do=leave`, { method: "POST" });
  expect([left.status, tokenIn(left.headers.get("location"))?.length]).toEqual([303, 43]);
});

test.for(PROVIDERS)("too young at %s: a page says so and only the no goes home, with the token", async (provider) => {
  const shop = await newOrganization();
  const visitor = browser();
  const { url, device } = await started(provider, shop);
  const back = await completeFlow(visitor, url, "seventeen");
  expect([back.status, back.headers.get("location")]).toEqual([303, url]);
  const page = await visitor.go(url);
  expect([page.status, page.headers.get("ageway-reason")]).toEqual([200, "too_young"]);
  expect(page.text).toContain("You need to be 18 or over");
  expect(page.text).not.toContain("Try again");
  const home = (await visitor.go(`${url}&do=leave`, "POST")).headers.get("location") ?? "";
  expect(new URL(home).origin).toBe(`https://${shop.host}`);
  const answer = await send(`/api/auth_check/${tokenIn(home)}/${device}`);
  expect(answer.body).toMatchObject({ verified: false, age: null });
  expect(await shop.billed()).toBe(provider === "b" ? 1 : 0);
});

test("the same persona is old enough where 16 is asked", async () => {
  const home = await completeFlow(
    browser(),
    (await started("b", await newOrganization(), { age: "16" })).url,
    "seventeen",
  );
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
      const shop = await newOrganization();
      const [visitor, { url, device }] = [browser(), await started(provider, shop, { device: newDevice() })];
      const back = await completeFlow(visitor, url, persona);
      expect([back.status, back.headers.get("location")]).toEqual([303, url]);
      const page = await visitor.go(url);
      expect([page.status, page.headers.get("ageway-reason")]).toEqual([status, code]);
      expect(page.text.includes("Try again</button>")).toBe(mayRetry);
      const home = await visitor.go(`${url}&do=leave`, "POST");
      expect(home.status).toBe(303);
      const answer = await send(`/api/auth_check/${tokenIn(home.headers.get("location"))}/${device}`);
      expect(answer.body).toMatchObject({ verified: false, age: null });
      expect(await shop.billed()).toBe(provider === "b" ? 1 : 0);
    }
  },
);

test.for(["cancel", "timeout", "down", "wrong-nonce"])(
  "after %s, trying again in the same browser can still pass",
  async (persona) => {
    for (const provider of PROVIDERS) {
      const shop = await newOrganization();
      const [visitor, { url }] = [browser(), await started(provider, shop)];
      await completeFlow(visitor, url, persona);
      const home = await completeFlow(visitor, url, "adult");
      expect(tokenIn(home.headers.get("location"))).not.toBeNull();
      expect(await shop.billed()).toBe(1);
    }
  },
);

test("the longest return URL there can be still leads home from the page that says no", async () => {
  const shop = await newOrganization();
  const start = `https://${shop.host}/?basket=`;
  const domain = start + "x".repeat(2048 - start.length);
  const [visitor, { url }] = [browser(), await started("s", { ...shop, domain })];
  const back = await completeFlow(visitor, url, "seventeen");
  for (const cookie of back.headers.getSetCookie()) expect(cookie.length).toBeLessThan(4096);
  const home = await visitor.go(`${url}&do=leave`, "POST");
  for (const cookie of home.headers.getSetCookie()) expect(cookie.length).toBeLessThan(4096);
  expect(home.headers.get("location")).toContain("x&token_age_verified=");
});

test("however long the pages are that a visitor returns to, the cookies fit the 8 KB that proxies take", async () => {
  const shop = await newOrganization();
  const start = `https://${shop.host}/?basket=`;
  const visitor = browser();
  const stored = () => visitor.cookies(new URL(String(process.env.BASE_URL)));
  for (const length of [2_048, 2_048, 400, 2_048, 100, 2_048]) {
    const { url } = await started("s", { ...shop, domain: start + "x".repeat(length - start.length) });
    await visitor.go(url);
    await visitor.go(`${url}&do=confirm`, "POST");
    const newest = stored()
      .split("; ")
      .filter((one) => one.startsWith("ageway-return-"))
      .toSorted()
      .at(-1);
    expect(newest?.length).toBeGreaterThan(length);
  }
  for (let n = 0; n < 30; n += 1) await visitor.go((await started("s", shop)).url);
  const bindings = stored()
    .split("; ")
    .filter((one) => one.startsWith("ageway-check-"));
  expect(bindings).toHaveLength(24);
  expect(stored().length).toBeLessThan(8_000);
});

test("a form may lead to this machine for a test key, and only then", async () => {
  const policyOf = async (mode: "live" | "test") => {
    const { url } = await started("b", await newOrganization({ mode }));
    return (await browser().go(url)).headers.get("content-security-policy");
  };
  expect(await policyOf("test")).toContain("form-action 'self' https: http:;");
  expect(await policyOf("live")).toContain("form-action 'self' https:;");
});

test("who comes back from the eID by Back, or from its app, may look whether it has answered, and go on", async () => {
  const shop = await newOrganization();
  const { url } = await started("b", shop);
  const visitor = browser();
  await visitor.go(url);
  const posted = await visitor.go(`${url}&do=confirm`, "POST");
  const back = await visitor.go(url);
  expect([back.status, back.text.includes("<h1>Have you approved in Sandbox eID?</h1>")]).toEqual([200, true]);
  const checkNow = /<a href="([^"]+)"[^>]*>Check now</.exec(back.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const notYet = await visitor.go(checkNow);
  expect([notYet.status, notYet.text.includes("<h1>Sandbox eID has not answered yet</h1>")]).toEqual([200, true]);
  expect(notYet.text).toMatch(/Last looked at \d\d:\d\d\. You have until \d\d:\d\d\./);
  // The eID's app opens the way back in another tab of the same browser.
  const otherTab = await visitor.go(await visitor.choose(posted.headers.get("location") ?? "", "adult"));
  const goesOn = await visitor.go(checkNow);
  expect(goesOn.status).toBe(303);
  expect(goesOn.headers.get("location")).toBe(otherTab.headers.get("location"));
  expect(await shop.billed()).toBe(1);
});

test("inside an app that an eID cannot lead back to, the page says so before anything starts", async () => {
  const shop = await newOrganization();
  const { url } = await started("b", shop);
  const inApp = { "User-Agent": "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/22G86 Instagram 396.0.0.26.241" };
  const visitor = browser();
  const page = await visitor.go(url, "GET", inApp);
  expect([page.status, page.headers.get("ageway-reason")]).toEqual([200, "in_app_browser"]);
  expect(page.text).toContain(`Open ${shop.host} in your browser`);
  expect(page.text).toContain("You are inside Instagram, where Sandbox eID does not work.");
  // Nothing was spent: in an ordinary browser the same link starts.
  expect((await browser().go(url)).text).toContain("Confirm that you are 18 or over");
  const home = await visitor.go(`${url}&do=leave`, "POST", inApp);
  expect([home.status, tokenIn(home.headers.get("location")) === null]).toEqual([303, false]);
});
