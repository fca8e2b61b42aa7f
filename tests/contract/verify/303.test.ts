import { expect, test } from "vitest";
import { check, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { attemptIn, browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const PROVIDERS = ["s", "b"] as const;

test.for(PROVIDERS)(
  "an adult at %s goes straight home: query and fragment kept, the token there once, one billing event",
  async (provider) => {
    const shop = await newOrganization();
    const { url, device } = await started(provider, shop);
    const home = await completeFlow(browser(), url, "adult");
    const location = home.headers.get("location") ?? "";
    const token = tokenIn(location);
    expect([home.status, location]).toEqual([
      303,
      `https://${shop.host}/checkout?basket=2&token_age_verified=${token}#age`,
    ]);
    expect((await check(token ?? "", device, shop.key)).body).toMatchObject({ verified: true, age: 18, provider });
    expect(await shop.billed()).toBe(1);
  },
);

test.for(PROVIDERS)(
  "pressing the button at %s sends PKCE, state, nonce and our exact redirect URI",
  async (provider) => {
    const [visitor, { url }] = [browser(), await started(provider, await newOrganization())];
    await visitor.go(url);
    const { searchParams } = new URL((await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "");
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      prompt: "login",
      redirect_uri: `${process.env.BASE_URL}/verify/${provider}/callback`,
      ui_locales: "en",
    });
    expect(searchParams.get("state")).toMatch(/^[A-Za-z0-9_-]{43}\.0\.[0-9a-z]{8}$/);
    for (const name of ["nonce", "code_challenge"]) expect(searchParams.get(name)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  },
);

test("cancelling on our page goes home with a token that says no, free of charge at s", async () => {
  const shop = await newOrganization();
  const [visitor, { url, device }] = [browser(), await started("s", shop)];
  await visitor.go(url);
  const home = await visitor.go(`${url}&do=leave`, "POST");
  expect(home.status).toBe(303);
  expect((await check(tokenIn(home.headers.get("location")) ?? "", device)).body).toMatchObject({
    verified: false,
    age: null,
  });
  expect(await shop.billed()).toBe(0);
});

test("a second press, a reload, and Back after it is over: never stuck, never a second event, always the same token", async () => {
  for (const provider of PROVIDERS) {
    const shop = await newOrganization();
    const [visitor, { url }] = [browser(), await started(provider, shop)];
    await visitor.go(url);
    const post = async () => (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
    const [first, second] = [await post(), await post()];
    // The same attempt, with a moment of its own.
    expect(attemptIn(second)).toBe(attemptIn(first));
    const callback = await visitor.choose(second, "adult");
    const home = (await visitor.go(callback)).headers.get("location") ?? "";
    expect(tokenIn(home)).not.toBeNull();
    // Reload of the callback leads to the link, and the link home; so do Back, the button again, and leaving again.
    expect((await visitor.go(callback)).headers.get("location")).toBe(url);
    expect((await visitor.go(url)).headers.get("location")).toBe(home);
    expect((await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location")).toBe(url);
    expect((await visitor.go(`${url}&do=leave`, "POST")).headers.get("location")).toBe(home);
    expect(await shop.billed()).toBe(1);
  }
});

test("a press that comes from another site is not obeyed", async () => {
  const shop = await newOrganization();
  const [visitor, { url }] = [browser(), await started("b", shop)];
  await visitor.go(url);
  const path = new URL(url).pathname + new URL(url).search;
  const headers = { cookie: visitor.cookies(new URL(url)), "Sec-Fetch-Site": "cross-site" };
  for (const permission of ["confirm", "leave"]) {
    expect((await send(`${path}&do=${permission}`, { method: "POST", headers })).headers.get("location")).toBe(url);
  }
  expect((await visitor.go(url)).text).toContain("Confirm that you are 18 or over");
});

test("a stale answer of an earlier try does not disturb the one under way", async () => {
  const [visitor, { url }] = [browser(), await started("b", await newOrganization())];
  await visitor.go(url);
  const first = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  const cancelled = await visitor.choose(first, "cancel");
  await visitor.go(cancelled);
  const again = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  expect(again).not.toBe(first);
  const callback = await visitor.choose(again, "adult");
  expect((await visitor.go(cancelled)).headers.get("location")).toBe(url);
  const home = await visitor.go(callback);
  expect(tokenIn(home.headers.get("location"))).not.toBeNull();
});

test("an answer of the eID that arrives five times at once is taken once, and all five lead home", async () => {
  for (const provider of PROVIDERS) {
    const shop = await newOrganization();
    const [visitor, { url }] = [browser(), await started(provider, shop)];
    await visitor.go(url);
    const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
    const callback = new URL(await visitor.choose(eid, "adult"));
    const headers = { cookie: visitor.cookies(callback) };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(callback.pathname + callback.search, { headers })),
    );
    const homes = answers.map(({ headers }) => headers.get("location"));
    homes.sort((a, b) => Number(b?.includes("token_age_verified")) - Number(a?.includes("token_age_verified")));
    expect(tokenIn(homes[0] ?? null)).not.toBeNull();
    // One that came a moment later is led to the link, and from there home.
    for (const home of homes.filter((location) => location !== homes[0]))
      expect([home, (await visitor.go(home ?? "")).headers.get("location")]).toEqual([url, homes[0]]);
    expect(await shop.billed()).toBe(1);
  }
});
