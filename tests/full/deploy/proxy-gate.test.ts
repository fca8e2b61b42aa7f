import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { plainFetch, type Report, walk } from "#packages/gate-test/src/index.ts";
import { sealedCookie } from "#packages/server/src/index.ts";
import { visitorDigest } from "#packages/server/src/visitor-address.ts";
import { expectAllTaken, fileIn } from "#tests/support/document-block.ts";
import { CHAPTER, GATE_PROXIES, isRealProxy, startGatedProxy } from "#tests/support/gate-proxies.ts";
import { RUN_KEY, RUN_SECRET, startRun } from "#tests/support/gate-test-run.ts";
import { CACHE_CASES } from "#tests/support/misbehaving-api.ts";
import { SHOP_NAVIGATION, visitorOf, WELCOME } from "#tests/support/shop-visitor.ts";

// Caddy, nginx and HAProxy run as the chapter says. Of the others, programs of the tests read the chapter's files, and send
// what their documents say that they send.
const run = await startRun();
afterAll(() => run.close());
expectAllTaken(() => [CHAPTER]);

const SETTINGS = { AGEWAY_URL: run.address, AGEWAY_KEY: RUN_KEY };
const until = new Date(Date.now() + 20 * 60_000).toISOString();
const yes = { deviceId: "d", age: 18, until, pluginKey: RUN_KEY };
const [COOKIE = ""] = (
  await sealedCookie({ secret: "at least thirty-two random characters" }).seal({ ageway: yes }, false)
).split(";");

/** Speaks to shared caches of everything, and remembers what it was asked. */
function startShop() {
  const requests: IncomingMessage[] = [];
  const answer: Parameters<typeof startGatedProxy>[1] = (request, response) => {
    requests.push(request);
    request.resume();
    const { given } = CACHE_CASES[Number(request.url?.split("/").at(-1))] ?? { given: {} };
    response.writeHead(200, { "Content-Type": "text/html", "Cache-Control": "public, max-age=600", ...given });
    response.end(`<title>Shop</title>${WELCOME}`);
  };
  return { requests, answer };
}

describe.for(GATE_PROXIES)("%s", (name) => {
  const shop = startShop();
  let proxy: Awaited<ReturnType<typeof startGatedProxy>>;
  beforeAll(async () => {
    proxy = await startGatedProxy(name, shop.answer, SETTINGS);
  });
  afterAll(() => proxy.stop());
  const visitor = () => visitorOf(proxy.url);

  test("the gate test passes 12 of 12, and finds nothing", async () => {
    const { cases, findings, problem }: Report = await walk({
      ...{ url: `${proxy.url}/checkout`, address: run.address, secret: RUN_SECRET, protects: "Welcome" },
      fetch: plainFetch(),
    });
    expect(cases.filter(({ passed }) => !passed)).toEqual([]);
    expect([cases.length, findings, problem]).toEqual([12, [], null]);
  });

  test("what is not gated is the shop's, and a form reaches it only after the check", async () => {
    expect(await visitor().go("/wine")).toMatchObject({ status: 200, isOpen: true });
    const before = shop.requests.length;
    const form = { ...SHOP_NAVIGATION, "Sec-Fetch-Site": "same-origin" };
    const closed = await visitor().go("/checkout/order", form, "POST");
    expect(closed.isOpen).toBe(false);
    expect(shop.requests.length).toBe(before);
    expect(await visitor().go("/checkout/order", { ...form, cookie: COOKIE }, "POST")).toMatchObject({ isOpen: true });
    expect(shop.requests.at(-1)?.method).toBe("POST");
    const fields = ["POST /checkout/order HTTP/1.1", `Cookie: ${COOKIE}`, "Expect: 100-continue", "Content-Length: 7"];
    expect(await raw(proxy.url, fields, "a=1&b=2")).toContain("HTTP/1.1 200 ");
  });

  test("a visitor who describes the request, too, is not believed", async () => {
    const before = shop.requests.length;
    for (const path of ["/wine", "http://localhost/wine"])
      for (const form of [(one: string) => one, (one: string) => one.toLowerCase().replaceAll("-", "_")]) {
        const names = ["X-Forwarded-Uri", "X-Original-URL", "X-Original-URI", "X-Rewrite-URL", "X-Forwarded-Path"];
        const headers = Object.fromEntries(names.map((one) => [form(one), path]));
        const methods = {
          "X-Forwarded-Method": "OPTIONS",
          "X-Original-Method": "HEAD",
          "X-HTTP-Method-Override": "GET",
        };
        const answer = await visitor().go("/checkout", { ...SHOP_NAVIGATION, ...headers, ...methods });
        expect([answer.isOpen, answer.status]).toEqual([false, expect.toSatisfy((status) => status >= 300)]);
      }
    for (const lines of [
      ["X-Forwarded-Uri: /wine", "X-Forwarded-Uri: /wine"],
      // A proxy drops the headers that this one names.
      ["X-Forwarded-Uri: /wine", "Connection: close, X-Forwarded-Uri, X-Original-URL, X-Forwarded-Method"],
    ])
      expect(await raw(proxy.url, ["GET /checkout HTTP/1.1", ...lines])).not.toContain(WELCOME);
    expect(shop.requests.length).toBe(before);
  });

  test("no spelling leads past it, and nor does another protocol or method", async () => {
    const before = shop.requests.length;
    for (const target of ["/CHECKOUT", "//checkout", "/./checkout", "/x/../checkout", "/%63heckout", "/checkout%2f"])
      expect([target, (await visitor().go(target)).isOpen]).toEqual([target, false]);
    for (const method of ["HEAD", "PUT", "PATCH", "DELETE", "PROPFIND"])
      expect([method, (await visitor().go("/checkout", SHOP_NAVIGATION, method)).status]).toEqual([
        method,
        expect.toSatisfy((status) => status >= 300),
      ]);
    const socket = await raw(proxy.url, [
      "GET /checkout HTTP/1.1",
      ...["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAA"],
    ]);
    expect(socket).not.toContain(WELCOME);
    expect(shop.requests.length).toBe(before);
  });

  test("what it lets pass is private, whatever the shop says to caches", async () => {
    for (const [n, { name: given }] of CACHE_CASES.entries()) {
      const { headers, isOpen } = await visitor().go(`/checkout/${n}`, { ...SHOP_NAVIGATION, cookie: COOKIE });
      expect([given, isOpen, headers["cache-control"]]).toEqual([given, true, "private, no-cache"]);
      const others = Object.entries(headers).filter(([one]) =>
        /^(?:.+-cache-control|surrogate-control|edge-control|x-accel-expires|expires)$/.test(one),
      );
      expect(others, given).toEqual([]);
      expect(await visitor().go(`/checkout/${n}`)).toMatchObject({ isOpen: false });
    }
    expect((await visitor().go("/checkout")).headers["cache-control"]).toBe("no-store");
  });

  test("the shop gets no token", async () => {
    const before = shop.requests.length;
    for (const cookie of ["", COOKIE]) {
      const answer = await visitor().go("/checkout?token_age_verified=token", { ...SHOP_NAVIGATION, cookie });
      expect(answer.isOpen).toBe(false);
      if (cookie !== "") expect(answer).toMatchObject({ status: 303, location: `${proxy.url}/checkout` });
    }
    expect(shop.requests.length).toBe(before);
  });

  test("a visitor of a locked key starts one check, and is named by the address that called the proxy", async () => {
    const asked: IncomingMessage[] = [];
    const instance = createServer((request, response) => {
      asked.push(request);
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"url":"https://age.example/verify"}');
    });
    await new Promise<void>((done) => instance.listen(0, "127.0.0.1", done));
    onTestFinished(() => void instance.close());
    const { port } = instance.address() as { port: number };
    const locked = { AGEWAY_URL: `http://127.0.0.1:${port}`, AGEWAY_KEY: "pk_test_locked", AGEWAY_SECRET: "sk_1" };
    const own = await startGatedProxy(name, shop.answer, locked);
    onTestFinished(own.stop);
    const go = (from: string) => visitorOf(own.url).go("/checkout", { ...SHOP_NAVIGATION, "X-Forwarded-For": from });
    expect(await go("198.51.100.1")).toMatchObject({ status: 303, location: "https://age.example/verify" });
    expect(asked).toHaveLength(1);
    // Real ones are called from this machine, which tells no visitors apart; for the others the tests say who calls.
    const digest = await visitorDigest("203.0.113.7", "sk_1");
    const named = isRealProxy(name) ? undefined : digest;
    expect(asked[0]?.headers["ageway-visitor"]).toBe(named);
  });

  test("without the gate everything is closed, and open again with it", async () => {
    const before = shop.requests.length;
    await proxy.stopGate();
    for (const path of ["/checkout", "/wine"]) {
      const answer = await visitor().go(path, { ...SHOP_NAVIGATION, cookie: COOKIE });
      expect([path, answer.isOpen, answer.status]).toEqual([path, false, expect.toSatisfy((status) => status >= 500)]);
    }
    expect(shop.requests.length).toBe(before);
    await proxy.startGate();
    expect(await visitor().go("/checkout", { ...SHOP_NAVIGATION, cookie: COOKIE })).toMatchObject({ isOpen: true });
  });
});

test("HAProxy, which goes on where its Lua fails, is closed then", async () => {
  const broken = (script: string) => script.replace("core.httpclient()", "core.gone()");
  const proxy = await startGatedProxy("haproxy", startShop().answer, SETTINGS, broken);
  onTestFinished(proxy.stop);
  for (const path of ["/checkout", "/wine"])
    expect(await visitorOf(proxy.url).go(path, { cookie: COOKIE })).toMatchObject({ status: 503, isOpen: false });
});

test("the program starts with the settings of the chapter", async () => {
  const lines = fileIn(CHAPTER, "proxy-gate/start.sh").trim().split("\n");
  expect(lines.pop()).toBe("npx --no-install ageway-gate");
  const given = Object.fromEntries(lines.map((line) => /^export (\w+)='?(.*?)'?$/.exec(line)?.slice(1) ?? []));
  const settings = { ...given, SESSION_SECRET: "0".repeat(64) };
  const proxy = await startGatedProxy("traefik", startShop().answer, settings);
  onTestFinished(proxy.stop);
  expect(proxy.output()).toContain("for https://shop.example, from 18 on");
});

/** One request to the letter. */
function raw(url: string, lines: string[], body = ""): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let text = "";
    const end = () => {
      socket.destroy();
      done(text);
    };
    socket.on("data", (part) => {
      text += part;
      if (text.replace(/^(?:HTTP\/1\.1 100 .*?\r\n\r\n)+/s, "").includes("\r\n\r\n")) end();
    });
    socket.once("end", end).once("error", fail);
    socket.write(`${[...lines, `Host: ${new URL(url).host}`].join("\r\n")}\r\n\r\n${body}`);
  });
}
