import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgeway } from "#packages/server/src/index.ts";
import { matcher } from "#packages/server/src/match.ts";
import { startAnsweringApi } from "#tests/support/answering-api.ts";
import { inFull } from "#tests/support/full.ts";
import { FRAMEWORKS, type Framework, startGatedShop } from "#tests/support/gated-shops.ts";
import { deviceIn, SHOP_NAVIGATION } from "#tests/support/shop-visitor.ts";

const api = await startAnsweringApi();
afterAll(() => api.close());

const open = createAgeway({ url: api.url, pluginKey: "pk_test_open" });
const other = createAgeway({ url: api.url, pluginKey: "pk_test_other" });
const locked = (name: string) =>
  createAgeway({ url: api.url, pluginKey: `pk_live_locked_${name}`, secret: "sk_secret" });

const PROGRAM = { Accept: "application/json", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" };
/** As a crawler or an old browser asks. */
const PLAIN = { Accept: "text/html,*/*;q=0.8" };

/** All answer by the same code; these two show it with a response of Node's and with one of the web's. */
const USUAL: Framework[] = ["express", "next"];

describe.for(inFull(Object.keys(FRAMEWORKS) as Framework[], USUAL))("%s", (framework) => {
  let shop: Awaited<ReturnType<typeof startGatedShop>>;
  const refused: unknown[] = [];
  beforeAll(async () => {
    const onClosed = (why: unknown) => void refused.push(why);
    shop = await startGatedShop(framework, [
      { ageway: open, age: 18, match: ["/checkout", "/order"], onClosed },
      { ageway: open, age: 16, match: "/beer" },
      { ageway: other, age: 18, match: "/other" },
      { ageway: locked(framework), age: 18, match: "/locked" },
      { ageway: locked(`${framework}_verified`), age: 18, match: "/verified" },
      {
        ageway: createAgeway({ url: api.url, pluginKey: "pk_live_nobody", secret: "sk_wrong" }),
        age: 18,
        match: "/down",
      },
      { ageway: open, age: 18, match: /^\/expression$/gy },
      { ageway: open, age: 18, match: (path) => path === "/function" },
      { ageway: open, age: 18, match: "/api", returnTo: "/cart?step=2" },
      { ageway: open, age: 18, match: "/whole", origin: "https://wine.example", provider: "b", language: "da" },
      { ageway: open, age: 18, match: "/own", page: ({ start }) => `<p>Own page: ${start}` },
    ]);
  });
  afterAll(() => shop.close());

  /** A visitor who has a yes. */
  async function adult(path = "/checkout", word = "yes") {
    const visitor = shop.visitor();
    const device = deviceIn((await visitor.go(path)).location);
    await visitor.go(`${path}?token_age_verified=${word}.${device}`);
    return { ...visitor, device };
  }

  test("its adapter needs no framework to be installed", () => {
    const source = readFileSync(join(import.meta.dirname, `../../packages/server/src/${framework}.ts`), "utf8");
    expect(source.match(/from "[^.]/)).toBeNull();
  });

  test("a page that is not gated is open, begins no session and keeps its headers", async () => {
    const visitor = shop.visitor();
    const answer = await visitor.go("/wines?sort=price");
    expect(answer).toMatchObject({ status: 200, isOpen: true });
    expect(answer.headers["cache-control"]).toBeUndefined();
    expect(visitor.jar.size).toBe(0);
  });

  test("a person who navigates is sent to the start, with this address to come back to", async () => {
    const visitor = shop.visitor();
    const answer = await visitor.go("/checkout?wine=a%20b&age_check=start&é=1".replace("é", "%C3%A9"));
    expect(answer).toMatchObject({ status: 303, text: "", headers: { "cache-control": "no-store" } });
    expect(answer.location).toBe(
      open.startUrl({
        deviceId: deviceIn(answer.location),
        age: 18,
        returnUrl: `${shop.url}/checkout?wine=a%20b&%C3%A9=1`,
      }),
    );
    expect([...visitor.jar]).toHaveLength(1);
  });

  test("the session keeps its device id, in every tab and at every gate", async () => {
    const visitor = shop.visitor();
    const device = deviceIn((await visitor.go("/checkout")).location);
    expect(device).toMatch(/^[\da-f-]{36}$/);
    for (const path of ["/checkout", "/order", "/beer", "/other"])
      expect(await visitor.go(path), path).toMatchObject({ status: 403, isOpen: false });
    expect(deviceIn((await visitor.go("/beer?age_check=start")).location)).toBe(device);
    expect(deviceIn((await shop.visitor().go("/checkout")).location)).not.toBe(device);
  });

  test("whoever was sent away and brings nothing home sees a page, and is not sent round and round", async () => {
    const visitor = shop.visitor();
    const device = deviceIn((await visitor.go("/checkout")).location);
    const page = await visitor.go("/checkout");
    expect([page.status, linkIn(page.text)]).toEqual([403, "/checkout?age_check=start"]);
    expect(page.text).toContain("Confirm that you are 18 or over");
    const begin = async () => deviceIn((await visitor.go("/checkout?age_check=start")).location);
    expect(await begin()).toBe(device);
    // Its proof may live where this browser cannot fetch it.
    const another = await begin();
    expect(another).not.toBe(device);
    await visitor.go(`/checkout?token_age_verified=yes.${another}`);
    expect(await visitor.go("/checkout")).toMatchObject({ isOpen: true });
  });

  test("a token is taken out of the address, and a yes opens every method until it ends", async () => {
    const visitor = shop.visitor();
    const device = deviceIn((await visitor.go("/checkout")).location);
    const home = await visitor.go(`/checkout?a=%20b+c&token_age_verified=yes.${device}&d`);
    expect(home).toMatchObject({
      status: 303,
      location: expect.stringMatching(/\/checkout\?a=%20b\+c&d$/),
      isOpen: false,
    });
    expect(home.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    const page = await visitor.go("/checkout?a");
    expect(page).toMatchObject({ status: 200, isOpen: true, headers: { "cache-control": "private, no-cache" } });
    expect(await visitor.go("/order", PLAIN, "POST")).toMatchObject({ status: 200, isOpen: true });
    expect(await visitor.go("/checkout", PLAIN, "HEAD")).toMatchObject({ status: 200 });
    expect(await visitor.go("/beer")).toMatchObject({ status: 200, isOpen: true });
  });

  test("a no, an unknown token, a yes to 16 and another session's yes keep it closed, and tell the shop why", async () => {
    const [visitor, somebody] = [shop.visitor(), await adult()];
    const device = deviceIn((await visitor.go("/checkout")).location);
    for (const [token, why] of [
      [`no.${device}`, "not_confirmed"],
      [`unknown.${device}`, "token_unknown"],
      [`sixteen.${device}`, "age_too_low"],
      [`yes.${somebody.device}`, "token_unknown"],
    ]) {
      expect(await visitor.go(`/checkout?token_age_verified=${token}`)).toMatchObject({ status: 303, isOpen: false });
      expect(refused.at(-1)).toEqual({ allowed: false, why });
      expect(await visitor.go("/checkout")).toMatchObject({ status: 403, isOpen: false });
    }
  });

  test("after a no nobody is sent back at once: a page says so, and its link starts another check", async () => {
    const visitor = shop.visitor();
    const device = deviceIn((await visitor.go("/checkout")).location);
    await visitor.go(`/checkout?token_age_verified=no.${device}`);
    const page = await visitor.go("/checkout");
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining("Your age is not confirmed") });
    expect(linkIn(page.text)).toBe("/checkout?age_check=start");
    expect((await visitor.go(linkIn(page.text))).location).toBe(
      open.startUrl({ deviceId: device, age: 18, returnUrl: `${shop.url}/checkout` }),
    );
    await visitor.go(`/checkout?token_age_verified=yes.${device}`);
    expect(await visitor.go("/checkout")).toMatchObject({ isOpen: true });
  });

  test("a token given twice, in brackets, empty or of 4 KB is no token, and leaves the address", async () => {
    const visitor = shop.visitor();
    const device = deviceIn((await visitor.go("/checkout")).location);
    const yes = `yes.${device}`;
    for (const query of [
      `token_age_verified=${yes}&token_age_verified=${yes}`,
      `token_age_verified[]=${yes}`,
      `token%5Fage_verified%5B0%5D=${yes}`,
      "token_age_verified=",
      "token_age_verified",
      `token_age_verified=${"a".repeat(4_096)}`,
      "token_age_verified=%FF%",
    ]) {
      const answer = await visitor.go(`/checkout?${query}`);
      expect(answer, query).toMatchObject({ status: 303, location: expect.stringMatching(/\/checkout$/) });
      expect(await visitor.go("/checkout"), query).toMatchObject({ status: 403, isOpen: false });
    }
    expect(api.asked.filter((path) => path.startsWith("/api/auth_check/") && path.includes(device))).toEqual([]);
  });

  test("a browser that keeps no cookie is told so when it comes back, and goes to no other check", async () => {
    const visitor = shop.visitor();
    const asked = api.asked.length;
    const answer = await visitor.go("/checkout?a=b&token_age_verified=yes.somebody");
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining("allow cookies"), isOpen: false });
    const again = linkIn(answer.text);
    expect(again).toBe("/checkout?a=b&token_age_verified=yes.somebody&age_check=start");
    expect([api.asked.length, visitor.jar.size]).toEqual([asked, 0]);
    const started = await visitor.go(again);
    expect([started.status, deviceIn(started.location)]).toEqual([303, expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect((await shop.visitor().go("/cart?token_age_verified=yes.somebody")).status).toBe(403);
  });

  test("a session cookie that comes only with a press is enough", async () => {
    const visitor = shop.visitor();
    const device = deviceIn((await visitor.go("/checkout")).location);
    const strict = new Map(visitor.jar);
    visitor.jar.clear();
    const lost = await visitor.go(`/checkout?token_age_verified=yes.${device}`);
    for (const [name, value] of strict) visitor.jar.set(name, value);
    expect(await visitor.go(linkIn(lost.text))).toMatchObject({
      status: 303,
      location: expect.stringMatching(/\/checkout$/),
    });
    expect(await visitor.go("/checkout")).toMatchObject({ isOpen: true });
  });

  test("three tabs: whichever comes home first with a yes opens all", async () => {
    const visitor = shop.visitor();
    const first = deviceIn((await visitor.go("/checkout")).location);
    await visitor.go("/checkout?age_check=start");
    expect(deviceIn((await visitor.go("/checkout?age_check=start")).location)).not.toBe(first);
    await visitor.go(`/checkout?token_age_verified=yes.${first}`);
    expect(await visitor.go("/checkout")).toMatchObject({ isOpen: true });
  });

  test("what another site made of a link or a script starts no check that costs", async () => {
    const cross = { ...SHOP_NAVIGATION, "Sec-Fetch-Site": "cross-site" };
    const asked = api.asked.length;
    for (const path of ["/locked", "/locked?age_check=start", "/whole", "/whole?age_check=start"])
      expect(await shop.visitor().go(path, cross), path).toMatchObject({ status: 403, isOpen: false });
    expect(api.asked.length).toBe(asked);
    expect(await shop.visitor().go("/checkout", cross)).toMatchObject({ status: 303 });
  });

  test("while nobody answers about a token it stays in the address, and the same press asks again", async () => {
    const visitor = shop.visitor();
    const device = deviceIn((await visitor.go("/checkout")).location);
    const answer = await visitor.go(`/checkout?a=b&token_age_verified=later.${device}`);
    expect(answer).toMatchObject({ status: 503, isOpen: false, text: expect.stringContaining("not available") });
    expect(refused.at(-1)).toEqual({ allowed: false, why: "rate_limited" });
    expect(linkIn(answer.text)).toBe(`/checkout?a=b&token_age_verified=later.${device}`);
    expect(await visitor.go(linkIn(answer.text))).toMatchObject({ status: 303 });
    expect(await visitor.go("/checkout?a=b")).toMatchObject({ isOpen: true });
  });

  test("a program hears that nobody answers about its token, and may ask again", async () => {
    const visitor = shop.visitor();
    const token = `later.${deviceIn((await visitor.go("/checkout")).location)}`;
    const ask = () => visitor.go(`/checkout?token_age_verified=${token}`, PROGRAM);
    const answer = await ask();
    expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(JSON.parse(answer.text)).toEqual({ error: "age_not_confirmed", age: 18, start: null });
    expect(await ask()).toMatchObject({ status: 303 });
    expect(await visitor.go("/checkout")).toMatchObject({ isOpen: true });
  });

  test("a token takes nothing from a session that has a yes, be it bad or not answered for", async () => {
    const visitor = await adult();
    for (const token of ["nonsense", `later.${visitor.device}`]) {
      const answer = await visitor.go(`/checkout?a=b&token_age_verified=${token}`);
      expect(answer).toMatchObject({ status: 303, location: expect.stringMatching(/\/checkout\?a=b$/) });
      expect(await visitor.go("/checkout")).toMatchObject({ isOpen: true });
    }
  });

  test("of two tabs that a new browser opens at once, one has the session, and the other is told nothing untrue", async () => {
    const [one, other] = [shop.visitor(), shop.visitor()];
    const lost = deviceIn((await one.go("/checkout")).location);
    const stored = deviceIn((await other.go("/checkout")).location);
    await other.go(`/checkout?token_age_verified=yes.${lost}`);
    const page = await other.go("/checkout");
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("Confirm that you are 18 or over")]);
    expect(deviceIn((await other.go(linkIn(page.text))).location)).toBe(stored);
    await other.go(`/checkout?token_age_verified=yes.${stored}`);
    expect(await other.go("/checkout")).toMatchObject({ isOpen: true });
  });

  test("a yes to 16 opens what is for 16 and nothing else, and takes no yes to 18 away", async () => {
    const young = await adult("/beer", "sixteen");
    expect(await young.go("/beer")).toMatchObject({ isOpen: true });
    expect(await young.go("/checkout")).toMatchObject({ status: 303, isOpen: false });
    const visitor = await adult();
    await visitor.go(`/beer?token_age_verified=sixteen.${visitor.device}`);
    expect(await visitor.go("/checkout")).toMatchObject({ isOpen: true });
  });

  test("a yes that one key heard counts for no other", async () => {
    const visitor = await adult();
    expect(await visitor.go("/other")).toMatchObject({ status: 303, isOpen: false });
  });

  test("a yes that ends is asked for anew", async () => {
    const visitor = await adult("/checkout", "brief");
    await expect.poll(async () => (await visitor.go("/checkout")).status, { interval: 20 }).toBe(303);
  });

  test("a token on a page that is neither gated nor the one to return to is not the gate's", async () => {
    const visitor = shop.visitor();
    const { start } = JSON.parse((await visitor.go("/api/order", PROGRAM, "POST")).text);
    const device = deviceIn((await visitor.go(start.slice(shop.url.length))).location);
    expect(await visitor.go(`/wines?token_age_verified=yes.${device}`)).toMatchObject({ status: 200, isOpen: true });
    const home = await visitor.go(`/cart?step=2&token_age_verified=yes.${device}`);
    expect(home).toMatchObject({ status: 303, location: expect.stringMatching(/\/cart\?step=2$/) });
    expect(await visitor.go("/cart?step=2")).toMatchObject({ isOpen: true });
    expect(await visitor.go("/api/order", PROGRAM, "POST")).toMatchObject({ isOpen: true });
  });

  test.for([
    ["HEAD", "HEAD", {}],
    ["OPTIONS", "OPTIONS", {}],
    ["a load ahead of time", "GET", { ...SHOP_NAVIGATION, "Sec-Purpose": "prefetch;prerender" }],
    ["an older load ahead of time", "GET", { ...SHOP_NAVIGATION, Purpose: "prefetch" }],
    ["a load ahead of time in an old Firefox", "GET", { ...PLAIN, "X-Moz": "prefetch" }],
    ["a preview in an old Safari", "GET", { ...PLAIN, "X-Purpose": "preview" }],
    ["a frame", "GET", { ...SHOP_NAVIGATION, "Sec-Fetch-Dest": "iframe" }],
    ["an image", "GET", { "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image" }],
  ] as const)("%s gets nothing, starts nothing and asks nobody", async ([, method, headers]) => {
    const [visitor, asked] = [shop.visitor(), api.asked.length];
    for (const target of ["/checkout", "/locked", "/checkout?token_age_verified=yes.a", "/locked?age_check=start"]) {
      const answer = await visitor.go(target, headers, method);
      expect(answer, target).toMatchObject({ status: 403, text: "", headers: { "cache-control": "no-store" } });
    }
    expect([visitor.jar.size, api.asked.length]).toEqual([0, asked]);
  });

  test("a program gets 403 and an address for a person, also for a POST", async () => {
    for (const headers of [
      PROGRAM,
      { Accept: "application/json, text/plain, */*" },
      { Accept: "text/html;q=0.5, application/vnd.shop+json" },
    ]) {
      const visitor = shop.visitor();
      const answer = await visitor.go("/order", { ...headers, Referer: `${shop.url}/checkout?a=1` }, "POST");
      const { start, ...rest } = JSON.parse(answer.text);
      expect(answer).toMatchObject({
        status: 403,
        headers: { "content-type": expect.stringMatching(/^application\/json/) },
      });
      expect(rest).toEqual({ error: "age_not_confirmed", age: 18 });
      expect(start).toBe(`${shop.url}/checkout?a=1&age_check=start`);
      expect(visitor.jar.size).toBe(0);
    }
  });

  test("a form, a crawler and an old browser get a small page with one link", async () => {
    for (const [method, headers] of [
      ["GET", PLAIN],
      ["GET", {}],
      ["GET", { Accept: "*/*" }],
      ["GET", { Accept: "text/html, application/json;q=0.9" }],
      ["POST", SHOP_NAVIGATION],
      ["DELETE", PLAIN],
    ] as const) {
      const visitor = shop.visitor();
      const answer = await visitor.go("/checkout", headers, method);
      expect(answer).toMatchObject({ status: 403, isOpen: false, headers: { "cache-control": "no-store" } });
      expect(answer.text.match(/<a /g)).toHaveLength(1);
      expect(answer.text).toContain('<a rel="nofollow"');
      expect(linkIn(answer.text)).toBe("/checkout?age_check=start");
      // Crawlers begin no sessions.
      expect(visitor.jar.size).toBe(0);
    }
  });

  test("what a form comes back to is the page it was on, and of no other host", async () => {
    const goesTo = async (referer: string) => {
      const { text } = await shop.visitor().go("/order", { ...SHOP_NAVIGATION, Referer: referer }, "POST");
      return linkIn(text);
    };
    expect(await goesTo(`${shop.url}/checkout?wine=1&token_age_verified=x`)).toBe("/checkout?wine=1&age_check=start");
    for (const referer of ["https://evil.example/checkout", `${shop.url}/wines`, "nonsense", ""])
      expect(await goesTo(referer)).toBe("/order?age_check=start");
  });

  test("the options say where to come back to, in which language and with which eID", async () => {
    const answer = await shop.visitor().go("/api/order", PROGRAM, "POST");
    expect(JSON.parse(answer.text).start).toBe(`${shop.url}/cart?step=2&age_check=start`);
    const whole = new URL((await shop.visitor().go("/whole/a?b=c")).location ?? "");
    expect(whole.pathname).toContain("/api/url_generator_b/");
    expect(Object.fromEntries(whole.searchParams)).toEqual({ domain: "https://wine.example/whole/a?b=c", lang: "da" });
    expect((await shop.visitor().go("/own", PLAIN)).text).toContain("Own page: /own?age_check=start");
  });

  test("a locked key starts from the backend; a page and a program name the shop's own address", async () => {
    const visitor = shop.visitor();
    const { location } = await visitor.go("/locked?a=1");
    expect(location).toMatch(new RegExp(`^${api.url}/verify/s\\?session=`));
    const page = await shop.visitor().go("/locked?a=1", PLAIN);
    expect(linkIn(page.text)).toBe("/locked?a=1&age_check=start");
    const program = await shop.visitor().go("/locked", { ...PROGRAM, Referer: `${shop.url}/locked/a` });
    expect(JSON.parse(program.text).start).toBe(`${shop.url}/locked/a?age_check=start`);
    const started = await shop.visitor().go("/locked?a=1&age_check=start");
    expect([started.status, started.location]).toEqual([303, expect.stringContaining("/verify/s?session=")]);
  });

  test.for([
    ["another site's program", { ...PROGRAM, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": "cross-site" }],
    ["a program of the shop", { ...PROGRAM, "Sec-Fetch-Site": "same-origin" }],
    ["another site, without a destination", { "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Site": "cross-site" }],
    ["another site's link", { ...PLAIN, "Sec-Fetch-Site": "cross-site" }],
    ["a request that is no page load", { ...PLAIN, "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin" }],
  ] as const)("nobody starts a check of a locked key as %s", async ([, headers]) => {
    const visitor = shop.visitor();
    await visitor.go("/checkout");
    const asked = api.asked.length;
    for (const one of [shop.visitor(), visitor])
      expect(await one.go("/locked?age_check=start", headers)).toMatchObject({ status: 403, isOpen: false });
    expect(api.asked.length).toBe(asked);
  });

  test("an old browser sees the page before its link starts a check of a locked key", async () => {
    const [visitor, asked] = [shop.visitor(), api.asked.length];
    const page = await visitor.go("/locked?age_check=start", PLAIN);
    expect([page.status, linkIn(page.text), api.asked.length]).toEqual([403, "/locked?age_check=start", asked]);
    expect(page.text).toContain("allow cookies");
    expect(await visitor.go("/locked?age_check=start", PLAIN)).toMatchObject({ status: 303 });
    expect(api.asked.length).toBe(asked + 1);
  });

  test("a locked key whose device is proven elsewhere starts with another device, once", async () => {
    const { status, location } = await shop.visitor().go("/verified");
    expect([status, location]).toEqual([303, expect.stringContaining("/verify/s?session=")]);
  });

  test("a check that cannot start leaves it closed, and says so", async () => {
    const nobody = createAgeway({ url: "http://127.0.0.1:1", pluginKey: "pk_live_nobody", secret: "sk_1" });
    const dark = await startGatedShop(framework, [{ ageway: nobody, age: 18 }]);
    const answer = await dark.visitor().go("/checkout?a=%22b");
    await dark.close();
    expect(answer).toMatchObject({
      status: 503,
      isOpen: false,
      headers: { "cache-control": "no-store", "retry-after": "5" },
    });
    expect(linkIn(answer.text)).toBe("/checkout?a=%22b&age_check=start");
  });

  test("no address leads away from the shop", async () => {
    const all = await startGatedShop(framework, [{ ageway: open, age: 18 }]);
    const visitor = all.visitor();
    const device = deviceIn((await visitor.go("/")).location);
    for (const target of ["//evil.example/a", "/\\evil.example/a", "///evil.example", "/a//evil.example"]) {
      const { status, location } = await visitor.go(`${target}?token_age_verified=no.${device}`);
      // Some servers refuse an address of two hosts themselves.
      expect([303, 400], target).toContain(status);
      expect(new URL(location ?? "/", `${all.url}/checkout`).origin, target).toBe(all.url);
    }
    await all.close();
  });

  test.for([
    "/checkout/",
    "/checkout/pay",
    "//checkout",
    "/Checkout",
    "/%63heckout",
    "/wines/../checkout",
    "/wines/%2e%2e/checkout",
    "/checkout;a=b",
    "/checkout%2fpay",
    "/wines/..%2fcheckout",
    "/wines%3f/%2e.%5ccheckout",
    "/chec%E2%84%AAout",
    "/checkout#fragment",
    "/expression",
    "/function",
    "/%63heckout/%zz",
  ])("%s is gated, however often it is asked for", async (target) => {
    for (let n = 0; n < 3; n += 1) expect((await shop.visitor().go(target)).isOpen).toBe(false);
  });

  test.for([
    "ftp://x/checkout",
    "a://x/checkout",
    "ws://x/CHECKOUT/",
    "//a@b/checkout#x",
    "//a@b/checkout#",
    "http://x//checkout",
    "checkout",
    "//wines",
    "/wines#/checkout",
    // The others read these as every browser does.
    ...(["express", "fastify"].includes(framework)
      ? ["http://a?b/checkout", "http://a@b/checkout", "http:///checkout"]
      : []),
  ])("%s is no address that a browser asks for: closed, with nothing begun", async (target) => {
    const [visitor, asked] = [shop.visitor(), api.asked.length];
    for (const method of ["GET", "POST", "HEAD"])
      expect(await visitor.go(target, SHOP_NAVIGATION, method)).toMatchObject({ status: 400, isOpen: false });
    expect([visitor.jar.size, api.asked.length]).toEqual([0, asked]);
  });

  test("a Host of somebody's own opens nothing", async () => {
    for (const Host of ["evil.example", "shop.example/wines?", "a b", "[", "user@evil.example"]) {
      const answer = await shop.visitor().go("/checkout", { ...SHOP_NAVIGATION, Host });
      expect(answer.isOpen, Host).toBe(false);
    }
  });
});

test.for([
  { match: "checkout" },
  { match: "/shop/*/checkout" },
  { match: "/shop/:id" },
  { match: [] },
  { age: 17 as 18 },
  { origin: "wine.example" },
  { origin: "https://wine.example/shop" },
])("options that could never gate are refused when the shop starts: %j", async (flaw) => {
  await expect(startGatedShop("express", [{ ageway: open, age: 18, ...flaw }])).rejects.toThrow(TypeError);
});

test.for([/^\/Wine/g, /^\/Wine/y, /^\/Wine/gy])("the expression %s gates a path each time it is asked for", (match) => {
  const isGated = matcher(match);
  expect([1, 2, 3, 4].map(() => isGated("/Wine"))).toEqual([true, true, true, true]);
  expect(isGated("/Beer")).toBe(false);
});

test.for(["/checkout", /^\/checkout$/, (path: string) => path === "/checkout"])(
  "%s gates a path that ends a line: so do the routes of shops in Python and PHP behind a proxy",
  (match) => {
    for (const path of ["/checkout%0a", "/checkout/%0A", "/x/..%2fcheckout%0a"])
      expect(matcher(match)(path), path).toBe(true);
    expect(matcher(match)("/checkouts%0a")).toBe(false);
  },
);

function linkIn(page: string): string {
  const [, link = ""] = /href="([^"]*)"/.exec(page) ?? [];
  return link.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
