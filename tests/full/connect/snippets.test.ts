import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright/test";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { PLATFORMS, type Platform, snippetsFor } from "#app/(dashboard)/dashboard/connect/_snippets/snippets.ts";
import { CHROMIUM } from "#tests/support/chromium.ts";
import { inFull } from "#tests/support/full.ts";
import { generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { homeAs, shopper } from "#tests/support/shopper.ts";
import { BACKENDS, type Backend, outputOf, startSnippet } from "#tests/support/snippet.ts";
import { tokenIn } from "#tests/support/visitor.ts";

// Every snippet runs as it is copied, with a test key, against the built app at its own address.
const { BASE_URL: baseUrl = "" } = inject("env");
const folder = mkdtempSync(join(tmpdir(), "ageway-snippets-"));

let pluginKey = "";
beforeAll(async () => {
  process.env.SERVER_URL = await sharedApp();
  pluginKey = (await newOrganization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});
afterAll(async () => {
  await Promise.all([...open.values()].map(async (shop) => (await shop).stop()));
  rmSync(folder, { recursive: true, force: true });
});

const LOCAL_SHOP = "http://localhost:8080";

function filesOf(platform: Platform, shopUrl: string, provider: "s" | "b" = "s", age: 16 | 18 = 18) {
  return snippetsFor(platform, { baseUrl, pluginKey, provider, age, page: `${shopUrl}/` });
}

function snippet(platform: Platform, shopUrl: string, provider: "s" | "b" = "s") {
  const [file] = filesOf(platform, shopUrl, provider);
  if (!file) throw new Error(`There is no snippet for ${platform}`);
  return file;
}

/** A shop of each backend at eID S, which the tests share that only visit it. */
const open = new Map<Backend, ReturnType<typeof startSnippet>>();

async function openShop(platform: Backend) {
  const port = await freePort();
  const code = snippet(platform, `http://localhost:${port}`);
  return startSnippet(platform, code, join(folder, "open", platform), port);
}

function sharedShop(platform: Backend): ReturnType<typeof startSnippet> {
  const shop = open.get(platform) ?? openShop(platform);
  open.set(platform, shop);
  return shop;
}

type Settings = Parameters<typeof startSnippet>[4] & { port?: number };

async function startBackend(platform: Backend, provider: "s" | "b" = "s", { port: asked, ...settings }: Settings = {}) {
  const port = asked ?? (await freePort());
  const code = snippet(platform, `http://localhost:${port}`, provider);
  const shop = await startSnippet(platform, code, folder, port, settings);
  onTestFinished(shop.stop);
  return shop;
}

test("every snippet fits a screen, and nothing is left to be filled in", () => {
  for (const { platform } of PLATFORMS) {
    const files = filesOf(platform, LOCAL_SHOP, "b", 16);
    const text = files.map(({ code }) => code).join("\n");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(57);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(122);
    for (const filled of [`${LOCAL_SHOP}/`, baseUrl, pluginKey, "url_generator_b", "16"])
      expect(text).toContain(filled);
    expect(text).not.toMatch(/\$\{(?!AGEWAY_SECRET:)|undefined|age\.example|shop\.example|\b18\b|[\uE000\uE001]/);
    const own = files
      .map(({ marked }) => marked)
      .join("")
      .match(/(?<=\uE000)[^\uE001]*/g);
    expect(new Set(own)).toEqual(new Set([pluginKey, "b", "16", `${LOCAL_SHOP}/`]));
  }
});

test.for(["/it's\"a`b\\c$d", "/?a=it's\"`\\$x", "/caf\u00e9?q=a b"])(
  "a return page %s breaks out of no quotation marks",
  (path) => {
    const given = { baseUrl, pluginKey, provider: "s", age: 18, page: `https://shop.example${path}` } as const;
    const plain = { ...given, page: "https://shop.example/x" };
    for (const { platform } of PLATFORMS)
      for (const [n, { code }] of snippetsFor(platform, given).entries()) {
        const quotes = (text = "") => text.replaceAll(/[^'"`\\]/g, "");
        expect(quotes(code)).toBe(quotes(snippetsFor(platform, plain)[n]?.code));
      }
  },
);

test.for(BACKENDS)("%s lets in who is old enough, once the token is out of the address", async (platform) => {
  // On every run one backend of two at eID B, too: the snippets differ in a letter of an address.
  const atB = inFull(true, BACKENDS.indexOf(platform) % 2 === 0);
  for (const provider of atB ? (["s", "b"] as const) : (["s"] as const)) {
    const shop = await (provider === "s" ? sharedShop(platform) : startBackend(platform, provider));
    const visitor = shopper(shop.url);
    const home = await visitor.confirmAs("adult");
    expect(tokenIn(home)).not.toBeNull();
    expect(await visitor.comeTo(home)).toEqual({ status: 303, location: shop.url, isWelcome: true });
    expect(await visitor.comeTo(shop.url)).toMatchObject({ status: 200, isWelcome: true });
    expect(await shopper(shop.url).comeTo(shop.url)).toMatchObject({ isWelcome: false });
  }
});

test.for(BACKENDS)("%s lets in nobody else", async (platform) => {
  const shop = await sharedShop(platform);
  const out = { isWelcome: false };
  for (const persona of ["seventeen", "cancel"]) {
    const visitor = shopper(shop.url);
    const home = await visitor.confirmAs(persona);
    expect(tokenIn(home)).not.toBeNull();
    expect(await visitor.comeTo(home)).toEqual({ status: 303, location: shop.url, ...out });
  }
  const direct = shopper(shop.url);
  expect(await direct.comeTo(shop.url)).toMatchObject(out);
  for (const token of ["", "nonsense", "../../api/health/live?", "a/b", "%00", "ÿ"])
    expect(await direct.comeTo(`${shop.url}?token_age_verified=${token}`)).toMatchObject(out);
  const [adult, thief] = [shopper(shop.url), shopper(shop.url)];
  const home = await adult.confirmAs("adult");
  await thief.start();
  expect(await thief.comeTo(home)).toMatchObject(out);
  expect(await adult.comeTo(home)).toMatchObject({ isWelcome: true });
});

/** Runs the curl snippet; `answer` is what is pasted, given the address that it says to open. */
async function byHand(answer: (link: string) => Promise<string>) {
  const { file, code } = snippet("curl", LOCAL_SHOP);
  writeFileSync(join(folder, file), code);
  const child = spawn("sh", [join(folder, file)], { stdio: ["pipe", "pipe", "pipe"] });
  const output = outputOf(child);
  const exited = once(child, "close");
  while (!/"url":"[^"]+"/.test(output())) {
    if (child.exitCode !== null) throw new Error(`The script ended:\n${output()}`);
    await Promise.race([once(child.stdout, "data"), exited]);
  }
  const [, link = ""] = /"url":"([^"]+)"/.exec(output()) ?? [];
  child.stdin.end(`${await answer(link)}\n`);
  const [status] = await exited;
  return { status, lastLine: output().trimEnd().split("\n").at(-1) };
}

test("curl says who is old enough, and nobody else", async () => {
  const [welcome, not] = [
    { status: 0, lastLine: "Welcome" },
    { status: 1, lastLine: "Not confirmed" },
  ];
  let home = "";
  const adult = async (link: string) => {
    home = await homeAs(link, "adult");
    return home;
  };
  expect(await byHand(adult)).toEqual(welcome);
  expect(await byHand((link) => homeAs(link, "seventeen"))).toEqual(not);
  expect(await byHand(async () => `${LOCAL_SHOP}/`)).toEqual(not);
  expect(await byHand(async () => home)).toEqual(not);
});

test.for(BACKENDS)(
  "%s restarts between check and return, and between return and order, and still knows",
  async (platform) => {
    const settings = { port: await freePort(), settings: { SHOP_SECRET: "of the shop’s own settings" } };
    const visitor = shopper(`http://localhost:${settings.port}/`);
    const first = await startBackend(platform, "s", settings);
    const home = await visitor.confirmAs("adult");
    await first.stop();
    const second = await startBackend(platform, "s", settings);
    expect(await visitor.comeTo(home)).toMatchObject({ isWelcome: true });
    await second.stop();
    const third = await startBackend(platform, "s", settings);
    expect(await visitor.comeTo(third.url)).toMatchObject({ isWelcome: true });
  },
);

test.for(BACKENDS)("%s asks only about device ids that this session started", async (platform) => {
  const shop = await sharedShop(platform);
  const visitor = shopper(shop.url);
  const device = randomUUID();
  const { body } = await generate("s", { key: pluginKey, device, domain: shop.url });
  const { url } = body as { url: string };
  const home = await homeAs(url, "adult");
  expect(tokenIn(home)).not.toBeNull();
  await visitor.start();
  for (const cookie of [visitor.cookies.get("age"), `${device}.${tokenIn(home)}`, `${device}..${"A".repeat(43)}`])
    expect(await withCookies(home, `age=${cookie}; device_id=${device}`)).not.toContain("Welcome");
  expect(await withCookies(shop.url, `age=${device}.${tokenIn(home)}.${"A".repeat(43)}`)).not.toContain("Welcome");
});

/** What the shop says in the end to a browser with these cookies. */
async function withCookies(address: string, cookie: string): Promise<string> {
  const first = await fetch(address, { redirect: "manual", headers: { cookie } });
  const set = first.headers.getSetCookie().map((line) => line.split(";")[0]);
  const location = first.headers.get("location");
  if (location === null) return first.text();
  return (await fetch(location, { headers: { cookie: [cookie, ...set].join("; ") } })).text();
}

const AN_HOUR_AWAY = new Date(Date.now() + 3_600_000).toISOString();

test.for(BACKENDS)(
  "%s takes nothing for a yes but a 200 that is one, and nobody for verified while Ageway is away",
  async (platform) => {
    const yes = { age: 18, verified: true, expires_at: AN_HOUR_AWAY };
    let answer: { status: number; body: string } = { status: 200, body: "" };
    let asked = "";
    const ageway = createServer((request, response) => {
      if (request.url?.startsWith("/api/auth_check/")) {
        asked = String(request.headers.authorization);
        response.writeHead(answer.status).end(answer.body);
      } else response.end(JSON.stringify({ url: "http://localhost/verify" }));
    });
    await new Promise<void>((done) => ageway.listen(0, done));
    onTestFinished(() => void ageway.close().closeAllConnections());
    const port = await freePort();
    const place = `http://localhost:${(ageway.address() as AddressInfo).port}`;
    const code = snippet(platform, `http://localhost:${port}`).code.replaceAll(baseUrl, place);
    const shop = await startSnippet(platform, { ...snippet(platform, place), code }, folder, port, {
      settings: { AGEWAY_SECRET: "sk_live_of-a-locked-key" },
    });
    onTestFinished(shop.stop);
    const visitor = shopper(shop.url);
    await visitor.start();
    const come = async (status: number, body: unknown) => {
      answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
      return (await visitor.comeTo(`${shop.url}?token_age_verified=x`)).isWelcome;
    };
    for (const [status, body] of [
      [404, yes],
      [403, yes],
      [201, yes],
      [200, { ...yes, verified: "true" }],
      [200, { ...yes, verified: 1 }],
      [200, { ...yes, age: "18" }],
      [200, { ...yes, age: true }],
      [200, { ...yes, age: 16 }],
      [200, { ...yes, age: null, minimum_age: 18 }],
      [200, { verified: true }],
      [200, { age: 18 }],
      [200, "<html>"],
      [200, "null"],
      [200, ""],
    ] as const)
      expect([status, body, await come(status, body)]).toEqual([status, body, false]);
    expect(await come(200, yes)).toBe(true);
    expect(asked).toBe("Bearer sk_live_of-a-locked-key");
    answer = { status: 404, body: "{}" };
    expect((await visitor.comeTo(shop.url)).isWelcome).toBe(false);
    ageway.close().closeAllConnections();
    for (const _ of [1, 2])
      expect(await visitor.comeTo(`${shop.url}?token_age_verified=x`)).toMatchObject({ status: 303, isWelcome: false });
  },
);

test("PHP without allow_url_fopen asks through its curl extension", async () => {
  const port = await freePort();
  const plain = snippet("php", `http://localhost:${port}`);
  const flags = ["-d", "allow_url_fopen=0"];
  const shop = await startSnippet("php", plain, folder, port, { flags });
  onTestFinished(shop.stop);
  for (const [persona, isWelcome] of [
    ["adult", true],
    ["seventeen", false],
  ] as const) {
    const visitor = shopper(shop.url);
    expect(await visitor.comeTo(await visitor.confirmAs(persona))).toMatchObject({ status: 303, isWelcome });
  }
});

test("PHP without allow_url_fopen and without its curl extension says so, and lets nobody in", async () => {
  const shop = await startBackend("php", "s", {
    flags: ["-d", "allow_url_fopen=0", "-d", "disable_functions=curl_init"],
  });
  const visitor = shopper(shop.url);
  expect(await visitor.comeTo(`${shop.url}?token_age_verified=x`)).toMatchObject({ isWelcome: false });
  expect(shop.output()).toContain("PHP needs its curl extension, or allow_url_fopen, to ask Ageway");
});

test("the plain page sends visitors, and hands the token to a backend that starts and asks as it is told", async () => {
  const port = await freePort();
  const [page, backend] = filesOf("html", `http://localhost:${port}`);
  const [, start = ""] = /^(http\S+url_generator\S+)$/m.exec(backend?.code ?? "") ?? [];
  const [, question = ""] = /^GET (\S+)$/m.exec(backend?.code ?? "") ?? [];
  const [welcome, devices] = [new Set<string>(), new Map<string, string>()];
  // Some lines of a shop: the backend that the second file describes.
  const shop = createServer(async (request, response) => {
    const session = /session=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? randomUUID().replaceAll("-", "");
    response.setHeader("Set-Cookie", `session=${session}; HttpOnly`).setHeader("Content-Type", "text/html");
    const device = devices.get(session) ?? randomUUID();
    devices.set(session, device);
    if (request.method === "GET" && request.url === "/age") {
      const location = start.replace("{device}", device).replace(/(?<=domain=).*/, encodeURIComponent);
      return response.writeHead(303, { Location: location }).end();
    }
    if (request.method === "POST" && request.url === "/age") {
      const sent = new URLSearchParams((await request.setEncoding("utf8").toArray()).join(""));
      expect([...sent.keys()]).toEqual(["token"]);
      const fill = (_: string, name: string) => (name === "device" ? device : encodeURIComponent(sent.get(name) ?? ""));
      const answer = await fetch(question.replace(/\{(\w+)\}/g, fill));
      const { verified, age } = (await answer.json()) as { verified: boolean; age: number };
      if (answer.status === 200 && verified === true && age >= 18) welcome.add(session);
      return response.end();
    }
    return response.end(`<!doctype html><title>Shop</title>${welcome.has(session) ? "<h1>Welcome</h1>" : page?.code}`);
  });
  await new Promise<void>((done) => shop.listen(port, "localhost", done));
  onTestFinished(() => void shop.close().closeAllConnections());
  const chrome = await chromium.launch(CHROMIUM);
  onTestFinished(() => chrome.close());
  for (const [persona, isWelcome] of [
    ["adult", true],
    ["seventeen", false],
  ] as const) {
    const tab = await (await chrome.newContext()).newPage();
    await tab.goto(`http://localhost:${port}/`);
    await tab.getByRole("link", { name: "Confirm that you are 18 or over" }).click();
    await tab.locator("button.first").click();
    await tab.locator(`button[name="persona"][value="${persona}"]`).click();
    if (persona !== "adult") await tab.locator("a.first, button.first").click();
    await tab.waitForURL(`http://localhost:${port}/`);
    expect([persona, await tab.getByRole("heading", { name: "Welcome" }).count()]).toEqual([
      persona,
      isWelcome ? 1 : 0,
    ]);
    expect(await tab.getByRole("link").count()).toBe(isWelcome ? 0 : 1);
  }
});
