import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createAgeway, sealedCookie } from "#packages/server/src/index.ts";
import { CHECK_CASES, startMisbehavingApi } from "#tests/support/misbehaving-api.ts";
import { GATE_SECRET, startProxyGate } from "#tests/support/proxy-gate.ts";
import { deviceIn, SHOP_NAVIGATION } from "#tests/support/shop-visitor.ts";

const api = await startMisbehavingApi();
afterAll(() => api.close());

const startGate: typeof startProxyGate = async (...given) => {
  const gate = await startProxyGate(...given);
  onTestFinished(gate.close);
  return gate;
};

const sealed = async (secret = GATE_SECRET, isHttps = true) => {
  const until = new Date(Date.now() + 20 * 60_000).toISOString();
  const line = await sealedCookie({ secret }).seal(
    { ageway: { deviceId: "d", age: 18, until, pluginKey: "pk_test_1" } },
    isHttps,
  );
  return line.split(";")[0] ?? "";
};
const COOKIE = await sealed();
/** What a proxy sends along with what the visitor sent. */
const asked = (uri: string, more: Record<string, string> = {}) => ({
  ...SHOP_NAVIGATION,
  "X-Forwarded-Method": "GET",
  "X-Forwarded-Uri": uri,
  ...more,
});

test("a visitor is sent to the check, comes back and passes", async () => {
  const n = CHECK_CASES.findIndex(({ allowed, age, key }) => allowed && age === undefined && key === undefined);
  const gate = await startGate({ AGEWAY_URL: `${api.url}/check/${n}` });
  const visitor = gate.visitor();
  const sent = await visitor.go("/check", asked("/checkout?basket=2"));
  expect(sent).toMatchObject({ status: 303, location: expect.stringContaining("/api/url_generator_s/pk_test_1/") });
  expect(new URL(sent.location ?? "").searchParams.get("domain")).toBe("https://shop.example/checkout?basket=2");
  const device = deviceIn(sent.location);
  const home = await visitor.go("/check", asked("/checkout?basket=2&token_age_verified=token"));
  // A path alone would be one of the gate's own for Traefik.
  expect(home).toMatchObject({ status: 303, location: "https://shop.example/checkout?basket=2" });
  expect(home.headers["set-cookie"]?.join()).toMatch(
    /^__Host-ageway=[\w-]+; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(api.asked(`check/${n}`).at(-1)?.path).toContain(`/token/${device}?`);
  for (const method of ["GET", "POST", "OPTIONS"])
    expect(await visitor.go("/check", asked("/checkout", { "X-Forwarded-Method": method }))).toMatchObject({
      status: 200,
      text: "",
    });
  expect((await gate.visitor().go("/check", asked("/checkout"))).status).toBe(303);
});

test.concurrent.for(CHECK_CASES.map((given, n) => [given.name, given, n] as const))(
  "the instance answers: %s",
  async ([, { age = 18, key = "test", allowed, why }, n], { expect }) => {
    // Of what never comes, the test need not wait for 5 s.
    const timeoutMs = why === "timeout" ? 300 : 10_000;
    const gate = await startProxyGate(
      { AGEWAY_URL: `${api.url}/check/${n}`, AGEWAY_KEY: `pk_${key}_cases`, AGE: String(age) },
      ({ ageway: { url, pluginKey } }) => ({ ageway: createAgeway({ url, pluginKey, timeoutMs }) }),
    );
    const visitor = gate.visitor();
    await visitor.go("/check", asked("/checkout"));
    const home = await visitor.go("/check", asked("/checkout?token_age_verified=token"));
    const isOutage = ["unavailable", "timeout", "rate_limited", "answer_invalid"].includes(why ?? "");
    expect(home.status).toBe(isOutage ? 503 : 303);
    for (const [path, headers] of [
      ["/check", asked("/checkout")],
      ["/check/checkout", SHOP_NAVIGATION],
      ["/auth-request", { "X-Original-URL": "https://shop.example/checkout" }],
    ] as const)
      expect([path, (await visitor.go(path, headers)).status === 200]).toEqual([path, allowed]);
    gate.close();
  },
);

test.each([
  ["nobody's", ""],
  ["of another secret", await sealed("another thirty-two random characters")],
  ["sealed for http", (await sealed(GATE_SECRET, false)).replace("ageway=", "__Host-ageway=")],
  ["under its other name", COOKIE.replace("__Host-", "")],
  ["cut", COOKIE.slice(0, -4)],
  ["changed", COOKIE.replace(/.$/, (last) => (last === "A" ? "B" : "A"))],
  ["no cookie at all", "=;;;__Host-ageway"],
])("a cookie that is %s opens nothing", async (_, cookie) => {
  const gate = await startGate();
  const sent = { ...asked("/checkout"), "X-Original-URL": "/checkout", cookie };
  expect((await gate.visitor().go("/check", sent)).status).toBe(303);
  expect((await gate.visitor().go("/auth-request", sent)).status).toBe(401);
  const good = { ...sent, cookie: COOKIE };
  expect((await gate.visitor().go("/check", good)).status).toBe(200);
  expect((await gate.visitor().go("/auth-request", good)).status).toBe(200);
});

test("as many cookies as proxies pass on hide none", async () => {
  const gate = await startGate();
  const cookie = `${"a=1234567; ".repeat(3_000)}${COOKIE}`;
  expect((await gate.visitor().go("/check", asked("/checkout", { cookie }))).status).toBe(200);
});

test("each address believes one description, and no other that a visitor wrote", async () => {
  const gate = await startGate();
  const free = {
    "X-Forwarded-Uri": "/free",
    "X-Forwarded-Method": "GET",
    "X-Original-URL": "/free",
    "X-Original-URI": "/free",
    "X-Original-Method": "GET",
    "X-Rewrite-Url": "/free",
  };
  const go = async (path: string, headers: Record<string, string>) =>
    (await gate.visitor().go(path, { ...SHOP_NAVIGATION, ...free, ...headers })).status;
  expect(await go("/check", {})).toBe(200);
  expect(await go("/check", { "X-Forwarded-Uri": "/checkout" })).toBe(303);
  expect(await go("/check/free", { "X-Forwarded-Uri": "/checkout" })).toBe(200);
  expect(await go("/check/checkout", {})).toBe(303);
  expect(await go("/check//checkout", {})).not.toBe(200);
  expect(await go("/auth-request", {})).toBe(200);
  expect(await go("/auth-request", { "X-Original-URL": "/checkout" })).toBe(401);
  // What a host can hold must not become the path.
  for (const host of ["shop.example?", "shop.example?/free", "shop.example#", "a@b", ""])
    expect([host, await go("/auth-request", { "X-Original-URL": `https://${host}/checkout` })]).toEqual([host, 401]);
});

test("a parameter of a path hides no name from the gate", async () => {
  const gate = await startGate();
  for (const path of ["/;x/checkout", "/a/..;x=1/checkout", "/.;/checkout;x/pay", "/a;x/..;y/checkout"])
    for (const [at, headers] of [
      ["/check", asked(path)],
      [`/check${path}`, SHOP_NAVIGATION],
      ["/auth-request", { "X-Original-URL": path }],
    ] as const)
      expect([at, path, (await gate.visitor().go(at, headers)).status]).not.toContain(200);
});

test.each([
  ["no path", "/check", { "X-Forwarded-Method": "GET" }],
  ["an empty path", "/check", { "X-Forwarded-Method": "GET", "X-Forwarded-Uri": "" }],
  ["no method", "/check", { "X-Forwarded-Uri": "/free" }],
  ["two paths", "/check", { "X-Forwarded-Method": "GET", "X-Forwarded-Uri": "/free, /checkout" }],
  ["two methods", "/check", { "X-Forwarded-Method": "HEAD, GET", "X-Forwarded-Uri": "/free" }],
  ["another proxy's path", "/check", { "X-Original-URL": "/free", "X-Original-Method": "GET" }],
  ["no path, and wants a verdict", "/auth-request", { "X-Forwarded-Method": "GET", "X-Forwarded-Uri": "/free" }],
  ["no page, and wants its visitor sent", "/start?rd=/checkout", { "X-Original-Method": "GET" }],
  ["no method, and wants its visitor sent", "/start", { "X-Original-URL": "/checkout" }],
])("a proxy that names %s is refused, and so is its visitor", async (_, path, headers) => {
  const gate = await startGate();
  const answer = await gate.visitor().go(path, { ...headers, cookie: COOKIE } as Record<string, string>);
  expect(answer).toMatchObject({ status: 400, headers: { "cache-control": "no-store" } });
});

test.each([
  ["/", 404],
  ["/checkout", 404],
  ["/check2", 404],
  ["/auth-request/", 404],
  ["/health2", 404],
  ["/health", 200],
])("%s answers %i", async (path, status) => {
  const answer = await (await startGate()).visitor().go(path, asked("/free"));
  expect(answer).toMatchObject({ status, headers: { "cache-control": "no-store" } });
});

test.each([
  "/checkout",
  "/CHECKOUT/",
  "/x//../checkout",
  "/%63heckout/pay",
  "/checkout;a=1",
  "http://shop.example/checkout",
  "/?wc-ajax=checkout",
  "/product?x=1&wc-ajax=checkout",
  "/?%77c-ajax=%63heckout",
  "/?wc-ajax=nothing&wc-ajax=checkout",
  "/?rest_route=/wc/store/v1/checkout",
  "/?rest_route=%2Fwc%2Fstore%2Fv1%2Fcheckout%2F17",
  "/index.php/checkout",
  "/Basket/",
  "/basket;jsessionid=1",
  "/index%2Ephp//checkout",
  "/store/carts/cart_1/complete",
  "/store//carts/%20/complete?x",
  "/STORE/carts/a%2Fb/complete",
  "/?route=checkout/confirm",
  "/index.php?route=checkout/confirm.confirm",
  "/?route=checkout/confirm%7Cconfirm",
  // What shop systems drop from a value.
  "/?route=checkout/con%20firm",
  "/?wc-ajax=check%3Cb%3Eout",
  `/?wc-ajax=check${"%3C".repeat(4_000)}`,
  "/?wc-ajax=check%3Cscript%3Ex%3C/script%3Eout",
  "/?wc-ajax=check%2541out",
  "/?wc-ajax=check%5Cout",
  "/?wc-ajax=check%25%254141out",
  "/?route=check-out//./con.firm",
  "/?route=/Checkout/CONFIRM",
  "/?route=%63heckout/confirm%FF",
  // What is decoded once more is anybody's guess.
  "/?route=%2563heckout/confirm",
  // PHP makes one name of all of these.
  "/?rest.route=/wc/store/v1/checkout",
  "/?rest%20route=/wc/store/v1/checkout",
  "/?rest+route=/wc/store/v1/checkout",
  "/?%20rest_route=/wc/store/v1/checkout",
  "/?rest[route=/wc/store/v1/checkout",
  "/?wc-ajax%00.x=checkout",
  "/?%FFwc-ajax=checkout",
])("%s is gated, however it is spelled", async (target) => {
  const gate = await startGate();
  expect((await gate.visitor().go("/check", asked(target))).status).toBe(303);
  expect((await gate.visitor().go("/auth-request", { "X-Original-URL": target })).status).toBe(401);
  expect((await gate.visitor().go("/check", asked(target, { cookie: COOKIE }))).status).toBe(200);
});

test.each([
  "/",
  "/product?wc-ajax=add_to_cart",
  "/checkouts",
  "/?q=wc-ajax=checkout",
  "/wc-ajax=checkout",
  "/store/carts/complete",
  "/?route=checkout/cart",
  "/?q=100%25&search=%3Cb%3E",
])("%s is open to everybody", async (target) => {
  expect((await (await startGate()).visitor().go("/check", asked(target))).status).toBe(200);
});

test("without MATCH, all that the proxy asks about is gated", async () => {
  const gate = await startGate({ MATCH: "" });
  expect((await gate.visitor().go("/check", asked("/free"))).status).toBe(303);
});

test("a verdict starts nothing and takes no token; its answer comes with the start", async () => {
  const n = CHECK_CASES.findIndex(({ allowed, age, key }) => allowed && age === undefined && key === undefined);
  const gate = await startGate({ AGEWAY_URL: `${api.url}/check/${n}` });
  const visitor = gate.visitor();
  const before = api.asked(`check/${n}`).length;
  const verdictOf = async (page: string) =>
    (await visitor.go("/auth-request", { ...SHOP_NAVIGATION, "X-Original-URL": page })).status;
  const answerTo = (page: string, method = "GET") =>
    visitor.go("/start", { ...SHOP_NAVIGATION, "X-Original-URL": page, "X-Original-Method": method });
  expect(await verdictOf("/checkout")).toBe(401);
  expect([...visitor.jar]).toEqual([]);
  expect((await answerTo("/checkout")).location).toContain("/api/url_generator_s/");
  expect(await verdictOf("/checkout?token_age_verified=token")).toBe(401);
  expect(api.asked(`check/${n}`).length).toBe(before);
  expect(await answerTo("/checkout?token_age_verified=token")).toMatchObject({
    status: 303,
    location: "https://shop.example/checkout",
  });
  expect(await verdictOf("/checkout")).toBe(200);
  // The shop sees no token, and no wish to start, of somebody who has passed.
  for (const page of ["/checkout?token_age_verified=token", "/checkout?age_check=start"]) {
    expect(await verdictOf(page)).toBe(401);
    expect(await answerTo(page)).toMatchObject({ status: 303, location: "https://shop.example/checkout" });
  }
  expect(await answerTo("/checkout")).toMatchObject({ status: 303, location: "https://shop.example/checkout" });
  expect(await verdictOf("/free?token_age_verified=token")).toBe(200);
});

test("the page to come back to is answered by the start, though MATCH does not name it", async () => {
  const n = CHECK_CASES.findIndex(({ allowed, age, key }) => allowed && age === undefined && key === undefined);
  const gate = await startGate({ AGEWAY_URL: `${api.url}/check/${n}`, RETURN_TO: "/basket?all=1", MATCH: "/order" });
  const visitor = gate.visitor();
  const home = {
    ...SHOP_NAVIGATION,
    "X-Original-URL": "/basket?all=1&token_age_verified=t",
    "X-Original-Method": "GET",
  };
  await visitor.go("/start", { ...SHOP_NAVIGATION, "X-Original-URL": "/order", "X-Original-Method": "GET" });
  expect((await visitor.go("/auth-request", home)).status).toBe(401);
  expect(await visitor.go("/start", home)).toMatchObject({
    status: 303,
    location: "https://shop.example/basket?all=1",
  });
  for (const page of ["/order", "/basket?all=1"])
    expect((await visitor.go("/auth-request", { "X-Original-URL": page })).status).toBe(200);
});

test("the start leads to no other site", async () => {
  const gate = await startGate();
  for (const page of [
    "/free",
    "https://evil.example/free",
    "/\\evil.example/free",
    "//evil.example/free",
    "/%5Cevil.example",
  ]) {
    const headers = { ...SHOP_NAVIGATION, "X-Original-URL": page, "X-Original-Method": "GET" };
    const { status, location } = await gate.visitor().go("/start", headers);
    if (status !== 400) expect([page, location]).toEqual([page, expect.stringMatching(/^https:\/\/shop\.example\//)]);
  }
});

test("a program hears where a check starts, and a page to come back to may be named", async () => {
  const gate = await startGate({ RETURN_TO: "/basket" });
  const program = asked("/checkout", {
    "X-Forwarded-Method": "POST",
    Accept: "application/json",
    "Sec-Fetch-Dest": "empty",
  });
  const { status, text } = await gate.visitor().go("/check", program);
  expect([status, JSON.parse(text)]).toEqual([
    403,
    { error: "age_not_confirmed", age: 18, start: "https://shop.example/basket?age_check=start" },
  ]);
  expect((await gate.visitor().go("/check", asked("/basket?age_check=start"))).location).toContain("url_generator");
});

test("only a trusted proxy is answered, and everybody hears that the program is well", async () => {
  const gate = await startGate({ TRUSTED_PROXIES: "10.0.0.1" });
  for (const path of ["/check", "/check/free", "/auth-request", "/start"])
    expect((await gate.visitor().go(path, asked("/free", { "X-Original-URL": "/free" }))).status, path).toBe(403);
  expect((await gate.visitor().go("/health")).status).toBe(200);
});

test("a locked key names its visitor by the address that the proxy wrote, the last one", async () => {
  const gate = await startGate({ AGEWAY_URL: `${api.url}/start/0`, AGEWAY_SECRET: "sk_1" });
  const start = (address: string) =>
    gate.visitor().go("/check", asked("/checkout", { "X-Forwarded-For": `198.51.100.1, ${address}` }));
  await start("203.0.113.7");
  await start("203.0.113.7");
  await start("203.0.113.8");
  const visitors = api.asked("start/0").map(({ headers }) => headers["ageway-visitor"]);
  expect(visitors[0]).toMatch(/^[\w-]{43}$/);
  expect(new Set(visitors).size).toBe(2);
  expect(visitors.at(-1)).not.toBe(visitors[0]);
});

test("a fault closes the gate, and says so in the log", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const open = () => {
    throw new Error("The session cannot be opened");
  };
  const gate = await startGate({}, () => ({ session: { open, seal: open } }));
  for (const path of ["/check", "/auth-request"])
    expect(await gate.visitor().go(path, asked("/checkout", { "X-Original-URL": "/checkout" }))).toMatchObject({
      status: 503,
      headers: { "cache-control": "no-store" },
    });
  expect(said).toHaveBeenCalledTimes(2);
  said.mockRestore();
});
