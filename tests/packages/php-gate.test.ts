import { afterAll, describe, expect, test } from "vitest";
import { CHECK_CASES, START_CASES, startMisbehavingApi } from "#tests/support/misbehaving-api.ts";
import { startPhp } from "#tests/support/php.ts";

const api = await startMisbehavingApi();
const php = await startPhp("visits.php");
afterAll(async () => {
  await php.stop();
  await api.close();
});

const KEY = "pk_test_gate";
const DEVICE = "6f9f2f60-5f0b-4c0e-9a1c-0c8d3d6f7a11";
const NAVIGATION = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", accept: "text/html,*/*;q=0.8" };
const answering = (name: string) => `${api.url}/check/${CHECK_CASES.findIndex((given) => given.name === name)}`;
const starting = (name: string) => `${api.url}/start/${START_CASES.findIndex((given) => given.name === name)}`;

/** `request`: what `$_SERVER` has beside, for Symfony's. `uri`: of PSR-7, with the server's own words in `psr`. */
type Visit = {
  method: string;
  target: string;
  headers: Record<string, string>;
  server?: object;
  request?: object;
  uri?: string;
  psr?: object;
};
type State = { deviceId?: string; age?: number; until?: string; pluginKey?: string; asked?: boolean } | null;
type Answer = {
  status?: number | string;
  headers?: Record<string, string>;
  body?: string;
  session: State;
  thrown?: string;
};
type Visited = { answers: Answer[]; heard: string[]; renewed: number };
type Settings = { url?: string; config?: object; gate?: object; session?: unknown };

const visit = (target: string, headers: Record<string, string> = NAVIGATION, method = "GET"): Visit => ({
  method,
  target,
  headers,
});

async function visitAll(visits: readonly Visit[], settings: Settings = {}): Promise<Visited> {
  const { url = answering("yes"), config = {}, gate = {}, session = null } = settings;
  return php.ask<Visited>({ config: { url, pluginKey: KEY, ...config }, gate, session, visits });
}

/** A session with a yes that ends in so many seconds. */
const confirmed = (seconds: number, part: object = {}) => ({
  deviceId: DEVICE,
  age: 18,
  until: new Date(Date.now() + seconds * 1_000).toISOString(),
  pluginKey: KEY,
  ...part,
});

const passed = { status: "passed" };
const isPassed = ({ status }: Answer) => status === "passed";
const SAFE = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

test("a navigation starts a check, the return takes the token out of the address, and the session is open", async () => {
  const { answers, renewed } = await visitAll([
    visit("/checkout?a=%C3%A9&b"),
    visit("/checkout?a=%C3%A9&token_age_verified=token&b"),
    visit("/checkout?a=%C3%A9&b"),
    visit("/checkout", {}, "POST"),
    visit("/checkout", {}, "HEAD"),
  ]);
  const [start, back, ...open] = answers;
  const device = start?.session?.deviceId ?? "";
  expect(device).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const returnUrl = encodeURIComponent("http://shop.example/checkout?a=%C3%A9&b");
  expect(start).toMatchObject({
    status: 303,
    headers: { ...SAFE, Location: `${answering("yes")}/api/url_generator_s/${KEY}/${device}/18?domain=${returnUrl}` },
  });
  expect(back).toMatchObject({ status: 303, headers: { ...SAFE, Location: "/checkout?a=%C3%A9&b" }, body: "" });
  expect(back?.session).toEqual({ deviceId: device, age: 18, until: expect.any(String), pluginKey: KEY });
  expect(JSON.stringify(back?.session)).not.toContain("token");
  expect(open).toMatchObject([passed, passed, passed]);
  expect(renewed).toBe(1);
  expect(api.asked(answering("yes").slice(api.url.length + 1)).at(-1)?.path).toBe(
    `/api/auth_check/token/${device}?plugin_key=${KEY}`,
  );
});

test.for([
  ["HEAD", visit("/", NAVIGATION, "HEAD")],
  ["OPTIONS", visit("/", {}, "OPTIONS")],
  ["a prefetch", visit("/", { ...NAVIGATION, "sec-purpose": "prefetch;prerender" })],
  ["an old prefetch", visit("/", { purpose: "prefetch" })],
  ["a prefetch of an old Firefox", visit("/", { "x-moz": "prefetch" })],
  ["a preview of an old Safari", visit("/", { "x-purpose": "preview" })],
  ["a frame", visit("/", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" })],
  ["an image", visit("/", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" })],
] as const)("%s gets nothing, starts nothing, and no token of it is asked", async ([, request]) => {
  const { answers, heard } = await visitAll([request, { ...request, target: "/?token_age_verified=token" }]);
  const nothing = { status: 403, body: "", headers: SAFE, session: null };
  expect(answers).toEqual([nothing, nothing]);
  expect(heard).toEqual([]);
});

test.for([
  ["Accept", visit("/api/cart", { accept: "application/json, text/html;q=0.5" })],
  ["a problem of JSON", visit("/api/cart", { accept: "application/problem+json" })],
  ["fetch", visit("/api/cart", { "sec-fetch-dest": "empty", accept: "*/*" }, "POST")],
] as const)("a program that says so by %s gets JSON with an address that starts a check", async ([, request]) => {
  const { answers } = await visitAll([request], { gate: { returnTo: "/cart" } });
  const [{ status, headers, body = "", session } = expect.unreachable()] = answers;
  expect({ status, headers }).toMatchObject({ status: 403, headers: { ...SAFE, "Content-Type": "application/json" } });
  const start = "http://shop.example/cart?age_check=start";
  expect(JSON.parse(body)).toEqual({ error: "age_not_confirmed", age: 18, start });
  expect(session).toBeNull();
});

test.for([
  ["a form", visit("/checkout", { ...NAVIGATION, referer: "http://shop.example/cart?a=b#c" }, "POST"), "/cart?a=b"],
  [
    "a form of elsewhere",
    visit("/checkout", { ...NAVIGATION, referer: "http://shop.example.evil/" }, "POST"),
    "/checkout",
  ],
  ["an old browser", visit("/checkout?a=b", { accept: "text/html" }), "/checkout?a=b"],
  ["a crawler", visit("/checkout", {}), "/checkout"],
] as const)("%s gets a page with one link", async ([, request, back]) => {
  const { answers } = await visitAll([request]);
  const [{ status, headers, body = "" } = expect.unreachable()] = answers;
  expect(status).toBe(403);
  expect(headers).toMatchObject({ ...SAFE, "Content-Type": "text/html; charset=utf-8" });
  expect(body.match(/<a /g)).toHaveLength(1);
  expect(body).toContain('<a rel="nofollow" href="');
  expect(body).toContain(`href="${back}${back.includes("?") ? "&amp;" : "?"}age_check=start"`);
  expect(answers[0]?.session).toBeNull();
});

test.for([
  ["given twice", "token_age_verified=token&token_age_verified=token"],
  ["in brackets", "token_age_verified[]=token"],
  ["in brackets, encoded", "token_age_verified%5Ba%5D=token"],
  ["empty", "token_age_verified="],
  ["without a value", "token_age_verified"],
  ["of 4 KB", `token_age_verified=${"a".repeat(4_096)}`],
  ["with a byte of none", "token_age_verified=token%00"],
] as const)("a token %s is none, leaves the address, and nobody is asked about it", async ([, query]) => {
  const url = answering("yes to 16");
  const asked = () => api.asked(url.slice(api.url.length + 1)).length;
  const before = asked();
  const { answers, heard } = await visitAll([visit(`/checkout?${query}&a=b`), visit("/checkout?a=b")], {
    url,
    session: { deviceId: DEVICE },
  });
  expect(answers).toMatchObject([
    { status: 303, headers: { Location: "/checkout?a=b" }, session: { deviceId: DEVICE, asked: true } },
    { status: 403, body: expect.stringContaining("Try again") },
  ]);
  expect(heard).toEqual(["no_token"]);
  expect(asked()).toBe(before);
});

test("a browser that keeps no cookie is told so when it comes back, and goes to no other check", async () => {
  const { answers, heard } = await visitAll([visit("//evil.example/\\?token_age_verified=token")]);
  expect(answers).toMatchObject([{ status: 403, session: null, body: expect.stringContaining("allow cookies") }]);
  expect(answers[0]?.body).toContain('href="/evil.example/\\?token_age_verified=token&amp;age_check=start"');
  const started = await visitAll([visit("/?token_age_verified=token&age_check=start")]);
  expect(started.answers).toMatchObject([{ status: 303, session: { sent: 1 } }]);
  expect(heard).toEqual(["no_device"]);
});

test("whoever was sent away and brings nothing home sees a page, and after two checks gets another device", async () => {
  const { answers } = await visitAll([visit("/"), visit("/"), visit("/?age_check=start"), visit("/?age_check=start")]);
  expect(answers.map(({ status }) => status)).toEqual([303, 403, 303, 303]);
  const devices = answers.map(({ session }) => session?.deviceId);
  expect(devices.slice(0, 3)).toEqual([devices[0], devices[0], devices[0]]);
  expect(devices[3]).not.toBe(devices[0]);
  expect(answers[3]?.session).toMatchObject({ before: devices[0] });
});

test("the answer of a check that was started before another device id counts", async () => {
  const url = answering("unknown token");
  const asked = () => api.asked(url.slice(api.url.length + 1)).map(({ path }) => path.split("/").at(-1));
  const before = asked().length;
  await visitAll([visit("/?token_age_verified=token")], { url, session: { deviceId: DEVICE, before: "an-older-one" } });
  expect(asked().slice(before)).toEqual([`${DEVICE}?plugin_key=${KEY}`, `an-older-one?plugin_key=${KEY}`]);
});

test.for(["a yes with 503", "a yes with 429", "nothing with 200"])(
  "%s: the token stays in the address, and a press asks again",
  async (name) => {
    const { answers } = await visitAll([visit("/?a=b&token_age_verified=token")], {
      url: answering(name),
      session: { deviceId: DEVICE },
    });
    expect(answers).toMatchObject([{ status: 503, session: { deviceId: DEVICE } }]);
    expect(answers[0]?.body).toContain('href="/?a=b&amp;token_age_verified=token"');
    expect(answers[0]?.session).not.toHaveProperty("asked");
  },
);

test("nobody starts a check for a visitor of another site", async () => {
  const from = (headers: object) => visit("/?age_check=start", { accept: "text/html", ...headers });
  const away = from({ "sec-fetch-site": "cross-site" });
  const navigation = { ...NAVIGATION, "sec-fetch-site": "cross-site" };
  const fresh = await Promise.all(
    ["/", "/?age_check=start"].map((target) => visitAll([visit(target, navigation)], { gate: { provider: "b" } })),
  );
  expect(fresh.map((one) => one.answers[0]?.status)).toEqual([403, 403]);
  const { answers } = await visitAll([away, away, from({ "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" })]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
});

test("whoever is back with a no presses a link before another check starts; a yes forgets it", async () => {
  const no = await visitAll([visit("/"), visit("/?token_age_verified=token"), visit("/"), visit("/?age_check=start")], {
    url: answering("no"),
  });
  expect(no.answers.map(({ status }) => status)).toEqual([303, 303, 403, 303]);
  expect(no.answers[2]?.body).toContain("Your age is not confirmed");
  expect(no.answers[3]?.headers?.Location).toMatch(/domain=http%3A%2F%2Fshop\.example%2F$/);
  expect(new Set(no.answers.map(({ session }) => session?.deviceId)).size).toBe(1);
  expect(no.heard).toEqual(["not_confirmed"]);
  const yes = await visitAll([visit("/?token_age_verified=token")], { session: { deviceId: DEVICE, asked: true } });
  expect(yes.answers[0]?.session).not.toHaveProperty("asked");
});

test("the token of another session says nothing of this one", async () => {
  const { answers } = await visitAll([visit("/?token_age_verified=token"), visit("/")], {
    url: answering("unknown token"),
    session: { deviceId: DEVICE, sent: 1 },
  });
  expect(answers).toMatchObject([
    { status: 303 },
    { status: 403, body: expect.stringContaining("Confirm that you are 18 or over") },
  ]);
});

test("a program hears that nobody answers about its token", async () => {
  const program = visit("/?token_age_verified=token", { accept: "application/json" });
  const { answers } = await visitAll([program], {
    url: answering("closed without an answer"),
    session: { deviceId: DEVICE },
  });
  expect(answers).toMatchObject([{ status: 503, headers: { ...SAFE, "Retry-After": "5" } }]);
  expect(JSON.parse(answers[0]?.body ?? "")).toEqual({ error: "age_not_confirmed", age: 18, start: null });
});

test("a no takes nothing from a yes, and a yes to 16 nothing from a yes to 18", async () => {
  const session = confirmed(600);
  const bad = await visitAll([visit("/?token_age_verified=token"), visit("/")], {
    url: answering("unknown token"),
    session,
  });
  expect(bad.answers).toMatchObject([{ status: 303, session }, passed]);
  expect(bad.answers[0]?.session).not.toHaveProperty("asked");
  const away = { url: answering("closed without an answer"), session };
  expect((await visitAll([visit("/?token_age_verified=token"), visit("/")], away)).answers).toMatchObject([
    { status: 303, session },
    passed,
  ]);
  const started = await visitAll([visit("/?a=b&age_check=start")], { session });
  expect(started.answers).toMatchObject([{ status: 303, headers: { Location: "/?a=b" } }]);
  const lower = await visitAll([visit("/?token_age_verified=token")], { gate: { age: 16 }, session });
  expect(lower.answers[0]?.session).toEqual(session);
});

test.for([
  ["16 for 18", confirmed(600, { age: 16 })],
  ["a time that is over", confirmed(-1)],
  ["a time beyond 30 minutes", confirmed(32 * 60)],
  ["another key", confirmed(600, { pluginKey: "pk_live_gate" })],
  ["no key", confirmed(600, { pluginKey: null })],
  ["an age as text", confirmed(600, { age: "18" })],
  ["a time as a number", confirmed(600, { until: 99_999_999_999 })],
  ["no device", confirmed(600, { deviceId: "" })],
  ["text", "18"],
  ["true", true],
] as const)("a session with %s is closed", async ([, session]) => {
  expect((await visitAll([visit("/")], { session })).answers).toMatchObject([{ status: 303 }]);
});

test("a session with a yes to 18 is open to 16, too", async () => {
  expect((await visitAll([visit("/")], { gate: { age: 16 }, session: confirmed(600) })).answers).toMatchObject([
    passed,
  ]);
});

describe("a locked key", () => {
  const locked = { config: { secret: "sk_gate" } };

  test("asks for the address of our page, and says where a start is", async () => {
    const { answers } = await visitAll(
      [visit("/a?b=c"), visit("/a?b=c", { accept: "text/html" }), visit("/a?b=c", { accept: "application/json" })],
      { ...locked, url: starting("a link") },
    );
    expect(answers[0]).toMatchObject({
      status: 303,
      headers: { Location: expect.stringContaining("/verify/s?session=") },
    });
    expect(answers[1]?.body).toContain('href="/a?b=c&amp;age_check=start"');
    expect(JSON.parse(answers[2]?.body ?? "")).toMatchObject({ start: "http://shop.example/a?b=c&age_check=start" });
  });

  test("says so to a browser that keeps no cookies", async () => {
    const plain = { accept: "text/html" };
    const { answers } = await visitAll([visit("/?age_check=start", plain)], { ...locked, url: starting("a link") });
    expect(answers).toMatchObject([{ status: 403, body: expect.stringContaining("allow cookies") }]);
  });

  test("stays closed while no check can start, with the reason", async () => {
    const { answers, heard } = await visitAll([visit("/?age_check=start")], { ...locked, url: starting("refused") });
    expect(answers).toMatchObject([
      { status: 503, headers: { ...SAFE, "Retry-After": "5", "Ageway-Reason": "domain_not_verified" } },
    ]);
    expect(answers[0]?.body).toContain('href="/?age_check=start"');
    expect(heard).toEqual(["refused"]);
  });
});

test("a path is gated whatever way it is written, and all below it", async () => {
  const gated = [
    "/checkout",
    "/checkout/pay",
    "/CheckOut",
    "//checkout",
    "/%63heckout",
    "/checkout%0a",
    "/a/../checkout",
    "/checkout/",
    "/\\checkout",
    "/x/..%2fcheckout",
    "/x%3f/..%5ccheckout",
    "/x\\y/../checkout",
    // So does an expression read letters with /iu, and mb_strtolower.
    "/chec%E2%84%AAout",
    "/ca%C5%BFe",
    "/K%C3%84SE",
  ];
  const free = ["/", "/checkouts", "/a/checkout", "/check"];
  const { answers } = await visitAll(
    [...gated, ...free].map((target) => visit(target)),
    { gate: { match: ["/checkout/*", "/case", "/käse"] } },
  );
  expect(answers.map(isPassed)).toEqual([...gated.map(() => false), ...free.map(() => true)]);
});

test("a target that each reader reads in another way is closed, whatever is gated", async () => {
  const odd = [
    "//x",
    "//x/checkout",
    "/\\x",
    "ftp://x/a",
    "x:80/a",
    "*",
    "/a#/checkout",
    "http://x//y/a",
    "http://x\\y/a",
  ];
  const plain = ["/?a=//b", "http://x", "HTTPS://x/a", "http://x?a", "/a:1/b"];
  const { answers } = await visitAll(
    [...odd, ...plain].map((target) => visit(target)),
    { gate: { match: "/checkout" } },
  );
  expect(answers.map(isPassed)).toEqual([...odd.map(() => false), ...plain.map(() => true)]);
});

test.for([
  ["a path info", "/any/checkout", { PATH_INFO: "/checkout" }],
  ["an old path info", "/any/checkout", { ORIG_PATH_INFO: "/checkout" }],
  ["the folder of the shop", "/wine/checkout", { SCRIPT_NAME: "/wine/index.php" }],
  ["that folder, decoded", "/w%69ne/checkout", { SCRIPT_NAME: "/wine/index.php" }],
  ["that folder, in capitals", "/WINE/checkout", { SCRIPT_NAME: "/wine/index.php" }],
  ["that folder twice", "/wine/wine/checkout", { SCRIPT_NAME: "/wine/index.php" }],
  ["that folder once", "/wine/sip/wine/now", { SCRIPT_NAME: "/wine/index.php" }],
  ["the name of the program", "/index.php/checkout", { SCRIPT_NAME: "/index.php" }],
  ["the name of a program in a folder", "/wine/index.php/checkout", { SCRIPT_NAME: "/wine/index.php" }],
  ["all but that name", "/wine/index.php/buy", { SCRIPT_NAME: "/wine/index.php" }],
  ["a program that the server finds for the path", "/pay/now", { SCRIPT_NAME: "/pay/now.php" }],
] as const)("plain PHP is gated whatever it routes by: %s", async ([, target, server]) => {
  const gate = { match: ["/checkout", "/pay/now.php", "/sip/wine", "/wine/buy"] };
  const free = { ...server, PATH_INFO: "/wines", ORIG_PATH_INFO: "" };
  const { answers } = await visitAll(
    [
      { ...visit(target), server },
      { ...visit("/wines"), server: free },
    ],
    { gate },
  );
  expect(answers.map(({ status }) => status)).toEqual([303, "passed"]);
});

test.for(["/checkout", "/wine/checkout"])(
  "a framework in a folder is gated as it routes and as visitors see: %s",
  async (match) => {
    const SCRIPT_NAME = "/wine/index.php";
    const request = { SCRIPT_NAME, SCRIPT_FILENAME: "/srv/wine/index.php" };
    const paths = [
      "/wine/checkout",
      "/wine/index.php/checkout",
      "/wine/index.php/%63heckout",
      "/wine/",
      "/wine/index.php/",
    ];
    const { answers } = await visitAll(
      paths.map((path) => ({ ...visit(path), request })),
      { gate: { match } },
    );
    expect(answers.map(isPassed)).toEqual([false, false, false, true, true]);
  },
);

test.for([
  ["/free?a=b", {}, "passed", null],
  ["/checkout?a=b", {}, 303, "/checkout?a=b"],
  ["/", { REQUEST_URI: "/checkout/pay?a=b" }, 303, "/checkout/pay?a=b"],
  ["/checkout", { REQUEST_URI: "/buy?a=b" }, 303, "/buy?a=b"],
  ["/", { REQUEST_URI: "/wine/checkout" }, 303, "/wine/checkout"],
  ["/", { REQUEST_URI: "/wine/index.php/checkout" }, 303, "/wine/index.php/checkout"],
  ["/checkout", { REQUEST_METHOD: "POST" }, 403, null],
] as const)("PSR-7: %s, which the server heard as %o", async ([path, server, status, home]) => {
  const psr = { SCRIPT_NAME: "/wine/index.php", SCRIPT_FILENAME: "/srv/wine/index.php", ...server };
  const { answers } = await visitAll([{ ...visit(""), uri: `http://shop.example${path}`, psr }], {
    gate: { match: "/checkout" },
  });
  expect(answers[0]?.status).toBe(status);
  const start = answers[0]?.headers?.Location;
  if (home !== null) expect(new URL(start ?? "").searchParams.get("domain")).toBe(`http://shop.example${home}`);
});

test.for(["mezzio", "cakephp"])("PSR-15: the session of %s is used where the request has it", async (framework) => {
  const { answers, renewed } = await visitAll([visit("/?token_age_verified=token"), visit("/")], {
    gate: { framework },
    session: { deviceId: DEVICE },
  });
  expect(answers).toMatchObject([{ status: 303, session: { deviceId: DEVICE, age: 18 } }, passed]);
  expect(renewed).toBe(1);
});

test("a link that starts a check leads to what is gated, or to the page to return to", async () => {
  const link = (page: string) =>
    php.ask<{ value?: string; thrown?: string }>({ page, gate: { match: "/checkout", returnTo: "/cart?a" } });
  expect(await link("/checkout?a=b#c")).toEqual({ value: "/checkout?a=b&age_check=start#c" });
  expect(await link("https://shop.example/checkout/pay")).toEqual({
    value: "https://shop.example/checkout/pay?age_check=start",
  });
  expect(await link("/cart")).toEqual({ value: "/cart?age_check=start" });
  for (const page of ["/wines", "https://shop.example/", "https://shop.example"])
    expect(await link(page)).toEqual({ thrown: "InvalidArgumentException" });
});

test("a token on a page that is neither gated nor the one to return to is not the gate's", async () => {
  const target = "/thanks?token_age_verified=token";
  const session = { deviceId: DEVICE };
  expect((await visitAll([visit(target)], { gate: { match: "/checkout" }, session })).answers).toMatchObject([passed]);
  const home = await visitAll([visit(target)], { gate: { match: "/checkout", returnTo: "/thanks?a=b" }, session });
  expect(home.answers).toMatchObject([{ status: 303, headers: { Location: "/thanks" }, session: { age: 18 } }]);
});

test("a form comes back to the page it was on only if that is gated", async () => {
  const gate = { match: "/checkout" };
  const from = (path: string) => visit("/checkout/pay", { referer: `http://shop.example${path}` }, "POST");
  const { answers } = await visitAll([from("/checkout?a=b"), from("/wines")], { gate });
  expect(answers.map(({ body = "" }) => /href="([^"]+)/.exec(body)?.[1])).toEqual([
    "/checkout?a=b&amp;age_check=start",
    "/checkout/pay?age_check=start",
  ]);
});

test("a gate that cannot work is refused when the shop starts", async () => {
  const wrong = [
    { age: 17 },
    { match: [] },
    { match: "checkout" },
    { match: "/*/pay" },
    { origin: "shop.example" },
    { origin: "https://shop.example/a" },
    { returnTo: "//evil.example/" },
    { returnTo: "cart" },
  ];
  for (const gate of wrong)
    expect((await visitAll([], { gate })).answers).toEqual([{ thrown: "InvalidArgumentException" }]);
});
