import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { findVerification } from "#db/queries/verification.ts";
import { checkProxy } from "#lib/doctor/check-proxy.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { readTrustedProxies } from "#lib/runtime/trusted-proxies.ts";
import { startApp } from "#tests/support/app.ts";
import { startCutter } from "#tests/support/cutter.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { ask, CALLER, startProxy } from "#tests/support/proxy.ts";
import { attemptIn, browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const FILES = { nginx: "deploy/nginx.conf", caddy: "deploy/Caddyfile" } as const;
/** How many seconds it keeps an idle connection to Ageway. */
const IDLE = { nginx: /^ {8}keepalive_timeout (\d+)s;$/m, caddy: /^\t{4}keepalive (\d+)s$/m };
const KB = 1024;
const UNANSWERED = { "ageway-reason": "service_unavailable", "retry-after": "5", "cache-control": "no-store" };

let app: Awaited<ReturnType<typeof startApp>>;
let port: number;
let cutter: Awaited<ReturnType<typeof startCutter>>;
beforeAll(async () => {
  port = await freePort();
  app = await startApp({ ...inject("env"), TRUSTED_PROXIES: "loopback" }, port);
  cutter = await startCutter(port);
});
afterAll(async () => {
  cutter.close();
  await app.stop();
});

describe.each(Object.keys(FILES) as (keyof typeof FILES)[])("%s with the file that we ship", (name) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    proxy = await startProxy(name, cutter.port);
  });
  afterAll(() => proxy.stop());

  const call = (shop: { key: string; domain: string }, headers: Record<string, string> = {}) =>
    ask(pathOf(shop, "b"), { headers });
  const pathOf = ({ key, domain }: { key: string; domain: string }, provider: string, device = newDevice()) =>
    `${proxy.url}/api/url_generator_${provider}/${key}/${device}/18?domain=${encodeURIComponent(domain)}`;
  /** What the proxy sends while `work` runs, but for what it asks on its own. */
  async function sentDuring<Result>(work: () => Promise<Result>) {
    const before = cutter.requests.length;
    const answer = await work();
    const requests = cutter.requests.slice(before);
    return { answer, requests, sent: requests.map(({ text }) => text) };
  }

  test("ageway doctor finds that it passes on who calls, by which host, and by TLS", async () => {
    const trustedProxies = readTrustedProxies("loopback") ?? [];
    const given = { ...config(), baseUrl: proxy.url, isHttps: true, trustedProxies };
    const found = await checkProxy(given, { ca: proxy.certificate });
    // The certificate of the test lasts two days.
    expect(found.map(({ state, found }) => `${state}: ${found}`)).toEqual([
      "warn: The certificate ends in 1 days",
      `ok: ${proxy.url} leads here, with its Host and the caller's address`,
      expect.stringContaining("The server may"),
    ]);
  });

  test("starts without a warning, and answers in its own name alone, by TLS alone", async () => {
    expect(proxy.warnings).toEqual([]);
    const plain = await fetch(`${proxy.plainUrl}/sign-in`, { redirect: "manual" });
    expect([plain.status, plain.headers.get("location")]).toEqual([
      expect.toSatisfy((status) => status === 301 || status === 308),
      expect.stringMatching(/^https:\/\/localhost(:\d+)?\/sign-in$/),
    ]);
    await expect(ask(proxy.url.replace("localhost", "127.0.0.1"))).rejects.toThrow();
    const page = await ask(`${proxy.url}/sign-in`, { headers: { accept: "text/html" } });
    expect(page).toMatchObject({ status: 200, headers: { "strict-transport-security": "max-age=63072000" } });
    expect(page.headers.server ?? "").not.toMatch(/\d/);
  });

  test("a call of a generator arrives as the caller sent it, with one address and a key of its own", async () => {
    const shop = await newOrganization();
    const headers = {
      accept: "application/json",
      origin: `https://${shop.host}`,
      "sec-fetch-mode": "cors",
      "sec-fetch-dest": "empty",
      "sec-fetch-site": "cross-site",
      "x-forwarded-for": "203.0.113.9, 203.0.113.10",
      "x-forwarded-host": "elsewhere.example",
    };
    const { answer, sent } = await sentDuring(() => call(shop, headers));
    expect(answer).toMatchObject({ status: 200, headers: { "strict-transport-security": expect.any(String) } });
    expect(await shop.billed()).toBe(1);
    const arrived = headersIn(sent.join(""));
    const { "x-forwarded-for": _, "x-forwarded-host": __, ...others } = headers;
    for (const [header, value] of Object.entries(others)) expect(arrived.get(header), header).toEqual([value]);
    expect(arrived.get("host")).toEqual([new URL(proxy.url).host]);
    expect(arrived.get("x-forwarded-for")).toEqual([CALLER]);
    expect(arrived.get("x-forwarded-host") ?? []).not.toContain("elsewhere.example");
    expect(arrived.get("idempotency-key")).toEqual([expect.stringMatching(/^[0-9a-f-]{32,36}$/)]);
  });

  test("each call has another key, a caller's own key stays, and no other address gets one", async () => {
    const shop = await newOrganization();
    const url = pathOf(shop, "b");
    const links = [];
    for (const key of ["", "", "mine", "mine"])
      links.push((await ask(url, key === "" ? {} : { headers: { "Idempotency-Key": key } })).text);
    expect(new Set(links).size).toBe(3);
    expect(links[2]).toBe(links[3]);
    expect(await shop.billed()).toBe(3);
    const { sent } = await sentDuring(() => ask(`${proxy.url}/device_id.js`));
    expect(headersIn(sent.join("")).get("idempotency-key")).toBeUndefined();
  });

  test.for(["s", "b"])(
    "a call to %s whose connection breaks before the answer is sent again, and is one check",
    async (provider) => {
      const shop = await newOrganization();
      cutter.cut(1);
      const { answer, sent } = await sentDuring(() => ask(pathOf(shop, provider)));
      expect(answer.status).toBe(200);
      expect(sent).toHaveLength(2);
      const [first, second] = sent.map((text) => headersIn(text).get("idempotency-key"));
      expect(first).toEqual(second);
      expect([await shop.started(), await shop.billed()]).toEqual([1, provider === "b" ? 1 : 0]);
    },
  );

  test("a token check is sent again, but not one with once=1, whose second answer would be no", async () => {
    const shop = await newOrganization();
    const { url, device } = await started("b", shop);
    const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location"));
    const address = `${proxy.url}/api/auth_check/${token}/${device}?plugin_key=${shop.key}`;
    cutter.cut(1);
    expect(JSON.parse((await ask(address)).text)).toMatchObject({ age: 18, verified: true });
    for (const once of ["once=1", "%6fnce=1"]) {
      cutter.cut(1);
      const { answer, sent } = await sentDuring(() => ask(`${address}&${once}`));
      expect(answer).toMatchObject({ status: 503, text: '{"age":null,"verified":false}', headers: UNANSWERED });
      expect(sent).toHaveLength(1);
    }
  });

  test("a write takes no connection that was idle, and is not sent again when it breaks", async () => {
    const form = { method: "POST", headers: { origin: inject("env").BASE_URL ?? "" }, body: "email=a%40shop.example" };
    const onFirst = async (work: () => Promise<unknown>) => (await sentDuring(work)).requests[0]?.isFirst;
    await ask(`${proxy.url}/device_id.js`);
    expect(await onFirst(() => ask(`${proxy.url}/device_id.js`))).toBe(false);
    expect(await onFirst(() => ask(`${proxy.url}/sign-in/email`, form))).toBe(true);
    cutter.cut(1);
    const { answer, sent } = await sentDuring(() => ask(`${proxy.url}/sign-in/email`, form));
    expect(answer.status).toBe(502);
    expect(sent.filter((text) => text.startsWith("POST"))).toHaveLength(1);
  });

  test.for(["s", "b"] as const)(
    "a visitor's confirmation at %s whose connection breaks is sent again and is one, and their leaving is not sent again",
    async (provider) => {
      const [visitor, { url, id }] = [browser(), await started(provider, await newOrganization())];
      await visitor.go(url);
      const { origin } = new URL(url);
      const headers = { cookie: visitor.cookies(new URL(url)), origin, accept: "text/html" };
      const post = (link: string, action: string) => {
        const { pathname, search } = new URL(link);
        return sentDuring(() => ask(`${proxy.url}${pathname}${search}&do=${action}`, { method: "POST", headers }));
      };
      cutter.cut(1);
      const confirmed = await post(url, "confirm");
      expect(confirmed.sent.filter((text) => text.startsWith("POST"))).toHaveLength(2);
      expect(confirmed.answer.status).toBe(303);
      const eid = String(confirmed.answer.headers.location);
      expect(eid).not.toContain(origin);
      expect(attemptIn(String((await post(url, "confirm")).answer.headers.location))).toBe(attemptIn(eid));
      expect(await findVerification(database(), id)).toMatchObject({ attempt: 0, problem: null, completedAt: null });
      expect(tokenIn((await visitor.go(await visitor.choose(eid, "adult"))).headers.get("location"))).not.toBeNull();
      const other = await started(provider, await newOrganization());
      await visitor.go(other.url);
      headers.cookie = visitor.cookies(new URL(url));
      cutter.cut(1);
      const left = await post(other.url, "leave");
      expect([left.answer.status, left.answer.headers.location, left.sent.length]).toEqual([502, undefined, 1]);
      expect(await findVerification(database(), other.id)).toMatchObject({ outcome: "cancelled" });
      // A second one would lead to the page of a used link.
      expect((await post(other.url, "leave")).answer.headers.location).toBe(other.url);
    },
  );

  test("a write to an address that is nearly a link's is not sent again", async () => {
    const form = { method: "POST", headers: { origin: inject("env").BASE_URL ?? "" } };
    for (const path of ["/verify/s/", "/verify/b/"]) {
      cutter.cut(1);
      const { answer, sent } = await sentDuring(() => ask(`${proxy.url}${path}?session=x&do=confirm`, form));
      expect([answer.status, sent.length], path).toEqual([502, 1]);
    }
  });

  test("it closes idle connections before Ageway does", async () => {
    const [, seconds] =
      /timeout=(\d+)/.exec((await fetch(`${app.url}/device_id.js`)).headers.get("keep-alive") ?? "") ?? [];
    const [, own] = IDLE[name].exec(readFileSync(FILES[name], "utf8")) ?? [];
    expect(Number(own)).toBeLessThan(Number(seconds));
    expect(Number(own)).toBeGreaterThan(0);
  });

  test("forms of 96 KB pass and longer ones do not, and events of Stripe may be longer", async () => {
    const post = (path: string, bytes: number) =>
      ask(proxy.url + path, { method: "POST", body: Buffer.alloc(bytes, "a") });
    const whole = await sentDuring(() => post("/sign-in/email", 96 * KB));
    expect(whole.answer.status).toBe(403);
    // Ageway refuses it by its head, so the proxy need not have handed on all of it.
    expect(whole.sent.join("")).toMatch(/^POST /);
    const { answer, sent } = await sentDuring(() => post("/sign-in/email", 300 * KB));
    expect(answer.status).toBe(413);
    expect(sent.join("").length).toBeLessThan(100 * KB);
    // Not Ageway's answer. Caddy says 502 where Ageway hangs up before the last byte, which is one too many.
    expect((await post("/sign-in/email", 96 * KB + 1)).status).toBeOneOf([413, 502]);
    // Without Stripe nothing is at this address, and Ageway reads no more of it than it must: Caddy may say 502 again.
    expect((await post("/api/stripe/webhook", 200 * KB)).status).toBeOneOf([404, 502]);
  });

  test("a call that Ageway does not answer gets 503 in JSON within 5 s", async () => {
    const shop = await newOrganization();
    cutter.hold(true);
    const began = performance.now();
    const [generator, check] = await Promise.all([call(shop), ask(`${proxy.url}/api/auth_check/token/${newDevice()}`)]);
    const took = performance.now() - began;
    cutter.hold(false);
    expect(generator).toMatchObject({
      status: 503,
      text: '{"url":null}',
      headers: { ...UNANSWERED, "access-control-allow-origin": "*" },
    });
    expect(check).toMatchObject({ status: 503, text: '{"age":null,"verified":false}', headers: UNANSWERED });
    expect(took).toBeLessThan(5_000);
  });

  test("its log has a line of JSON for each answer, without path, query, header or address", async () => {
    const [shop, device, page] = [await newOrganization(), newDevice(), "/sign-in?next=marker"];
    const linesBefore = logLines().length;
    cutter.cut(2);
    await ask(pathOf(shop, "b", device), { headers: { "user-agent": "marker", cookie: "marker=1" } });
    cutter.cut(0);
    await ask(proxy.url + page);
    await expect.poll(() => logLines().length).toBe(linesBefore + 2);
    expect(logLines().slice(-2)).toMatchObject([{ status: name === "nginx" ? 503 : 200 }, { status: 200 }]);
    const log = proxy.log();
    for (const secret of [
      shop.key,
      shop.host,
      device,
      "marker",
      "sign-in",
      "auth_check",
      "url_generator",
      CALLER,
      "remote_ip",
    ])
      expect(log, secret).not.toContain(secret);
  });

  /** Without what it says of itself. */
  const logLines = () =>
    proxy
      .log()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .filter(({ status }) => status !== undefined);
});

test("of two processes behind nginx, one that was away a moment ago answers when the other stops", async () => {
  const machines = [await startCutter(port), await startCutter(port)] as const;
  const nginx = await startProxy("nginx", machines[0].port, machines[1].port);
  onTestFinished(() => nginx.stop());
  const token = `${nginx.url}/api/auth_check/${"A".repeat(43)}/${newDevice()}`;
  const statuses = async () => {
    const answers = [];
    for (const path of [token, `${token}?once=1`, token, `${token}?once=1`]) answers.push(await ask(path));
    return answers.map(({ status }) => status);
  };
  machines[0].close();
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  const restarted = await startCutter(port, machines[0].port);
  onTestFinished(() => restarted.close());
  machines[1].close();
  expect(await statuses()).toEqual([404, 404, 404, 404]);
});

function headersIn(request: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  const [head = ""] = request.split("\r\n\r\n");
  for (const line of head.split("\r\n").slice(1)) {
    const [, name = "", value = ""] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return headers;
}
