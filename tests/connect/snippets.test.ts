import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { LOCAL_SHOP, type Platform, snippetsFor } from "#lib/connect/snippets.ts";
import { startApp } from "#tests/support/app.ts";
import { CHROMIUM } from "#tests/support/chromium.ts";
import { organization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { homeAs, shopper } from "#tests/support/shopper.ts";
import { BACKENDS, outputOf, startSnippet } from "#tests/support/snippet.ts";
import { tokenIn } from "#tests/support/visitor.ts";

// Every snippet runs as it is copied, with a test key, against the built app at its own address.
const { PORT = "", BASE_URL: baseUrl = "" } = inject("env");
const folder = mkdtempSync(join(tmpdir(), "ageway-snippets-"));

let app: Awaited<ReturnType<typeof startApp>>;
let pluginKey = "";
beforeAll(async () => {
  app = await startApp(inject("env"), Number(PORT));
  process.env.DOOR_URL = app.url;
  pluginKey = (await organization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

function snippet(platform: Platform, shopUrl: string, provider: "s" | "b" = "s") {
  const found = snippetsFor({ baseUrl, pluginKey, provider, shopUrl }).find((one) => one.platform === platform);
  if (!found) throw new Error(`There is no snippet for ${platform}`);
  return found;
}

async function startBackend(platform: (typeof BACKENDS)[number], provider: "s" | "b" = "s") {
  const port = await freePort();
  const shop = await startSnippet(platform, snippet(platform, `http://localhost:${port}`, provider), folder, port);
  onTestFinished(shop.stop);
  return shop;
}

test("every snippet fits a screen, and nothing is left to be filled in", () => {
  for (const { code } of snippetsFor({ baseUrl, pluginKey, provider: "b", shopUrl: LOCAL_SHOP })) {
    expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    expect(Math.max(...code.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
    for (const filled of [baseUrl, pluginKey, `${LOCAL_SHOP}/`, "url_generator_b"]) expect(code).toContain(filled);
    expect(code).not.toMatch(/\$\{|undefined|age\.example|shop\.example/);
  }
});

test.for(BACKENDS)("%s lets in who is old enough, once the token is out of the address", async (platform) => {
  for (const provider of ["s", "b"] as const) {
    const shop = await startBackend(platform, provider);
    const visitor = shopper(shop.url);
    const home = await visitor.confirmAs("adult");
    expect(tokenIn(home)).not.toBeNull();
    expect(await visitor.comeTo(home)).toEqual({ status: 303, location: shop.url, isWelcome: true });
    expect(await visitor.comeTo(shop.url)).toMatchObject({ status: 200, isWelcome: true });
    expect(await shopper(shop.url).comeTo(shop.url)).toMatchObject({ isWelcome: false });
  }
});

test.for(BACKENDS)("%s lets in nobody else", async (platform) => {
  const shop = await startBackend(platform);
  const out = { isWelcome: false };
  for (const [persona, age] of [
    ["seventeen", 18],
    ["cancel", 18],
    ["seventeen", 16],
  ] as const) {
    const visitor = shopper(shop.url);
    const home = await visitor.confirmAs(persona, age);
    expect(tokenIn(home)).not.toBeNull();
    expect(await visitor.comeTo(home)).toEqual({ status: 303, location: shop.url, ...out });
  }
  const direct = shopper(shop.url);
  expect(await direct.comeTo(shop.url)).toMatchObject(out);
  for (const token of ["", "nonsense", "../../api/health/live?", "a/b", "%00", "ÿ"])
    expect(await direct.comeTo(`${shop.url}?token_age_verified=${token}`)).toMatchObject(out);
  const [adult, thief] = [shopper(shop.url), shopper(shop.url)];
  const home = await adult.confirmAs("adult");
  await thief.comeTo(shop.url);
  expect(await thief.comeTo(home)).toMatchObject(out);
  expect(await adult.comeTo(home)).toMatchObject({ isWelcome: true });
});

test.for(BACKENDS)("%s lets nobody in while Ageway is away, and goes on serving", async (platform) => {
  const port = await freePort();
  const away = `http://localhost:${await freePort()}`;
  const code = snippet(platform, `http://localhost:${port}`).code.replaceAll(baseUrl, away);
  const shop = await startSnippet(platform, { ...snippet(platform, away), code }, folder, port);
  onTestFinished(shop.stop);
  const visitor = shopper(shop.url);
  for (const _ of [1, 2])
    expect(await visitor.comeTo(`${shop.url}?token_age_verified=x`)).toMatchObject({ status: 303, isWelcome: false });
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

test("the script tag's visitor is let in by a backend, with the id of the browser", async () => {
  const shop = await startBackend("node");
  const { code } = snippet("script-tag", shop.url);
  const pages = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end(`<!doctype html><title>Shop</title>${code}`);
  });
  await new Promise<void>((done) => pages.listen(0, done));
  onTestFinished(() => void pages.close().closeAllConnections());
  const page = `http://localhost:${(pages.address() as AddressInfo).port}/`;
  const chrome = await chromium.launch(CHROMIUM);
  onTestFinished(() => chrome.close());

  /** As a person goes there; answers the address that led home, and where the browser stands. */
  async function confirmAs(context: BrowserContext, persona: string) {
    const tab = await context.newPage();
    const isHome = tab.waitForRequest((request) => request.url().startsWith(`${shop.url}?token_age_verified=`));
    await tab.goto(page);
    await tab.getByRole("link", { name: "Confirm that you are 18 or over" }).click();
    await tab.locator("button.first").click();
    await tab.locator(`button[name="persona"][value="${persona}"]`).click();
    if (persona !== "adult") await tab.locator("a.first, button.first").click();
    const home = (await isHome).url();
    await tab.waitForURL(shop.url);
    return { home, isWelcome: await tab.getByRole("heading", { name: "Welcome" }).isVisible() };
  }

  const [adult, young, thief] = [await chrome.newContext(), await chrome.newContext(), await chrome.newContext()];
  const { home, isWelcome } = await confirmAs(adult, "adult");
  expect(isWelcome).toBe(true);
  expect(await confirmAs(young, "seventeen")).toMatchObject({ isWelcome: false });
  const tab = await thief.newPage();
  await tab.goto(page);
  await tab.goto(home);
  expect([tab.url(), await tab.getByRole("heading").count()]).toEqual([shop.url, 0]);
  await tab.goto(shop.url);
  expect(await tab.getByRole("heading").count()).toBe(0);
});
