import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { chromium, type Page } from "@playwright/test";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { createAgeway, sealedCookie } from "#packages/server/src/index.ts";
import { ageGate } from "#packages/server/src/next.ts";
import { CHROMIUM } from "#tests/support/chromium.ts";
import { blocksOf, expectAllTaken, fileIn } from "#tests/support/document-block.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { installPackage } from "#tests/support/packaged.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { homeAs } from "#tests/support/shopper.ts";
import { tokenIn } from "#tests/support/visitor.ts";

// The blocks of the chapters run as they are read, but for what stands in the place of a reader's own.
const run = promisify(execFile);
const OPERATOR = { kind: "operator" } as const;

let base = "";
let key = "";
beforeAll(async () => {
  base = await sharedApp();
  process.env.SERVER_URL = base;
  key = (await newOrganization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});

const chapter = (slug: string) => readFileSync(`docs/integrate/${slug}.md`, "utf8");

// Those of the quick start are a newcomer's, those of the packages `packages.test.ts`'s, and those of the gate for proxies
// `tests/full/deploy/proxy-gate.test.ts`'s.
expectAllTaken(() =>
  readdirSync("docs/integrate").flatMap((name) => {
    const [, slug] = /^(?!quick-start|packages|proxy-gate)(.+)\.md$/.exec(name) ?? [];
    return slug ? [chapter(slug)] : [];
  }),
);

/** Types the commands of a block, with these settings, and answers what they print. */
async function type(commands: string, settings: Record<string, string> = {}): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    AGEWAY_URL: base,
    AGEWAY_KEY: key,
    ...settings,
  } as const;
  return (await run("sh", ["-e", "-u", "-c", commands], { env })).stdout;
}

test("a link that a server asks for leads to a token, and the question about it is answered as its chapter shows", async () => {
  const call = fileIn(chapter("start-a-check"), "start-a-check/call.sh");
  const [device = "", ...made] = (await type(`${call}\necho\necho "$DEVICE"`)).trim().split("\n").toReversed();
  const { url } = JSON.parse(made.join("")) as { url: string };
  const token = tokenIn(await homeAs(url, "adult")) ?? "";
  const ask = fileIn(chapter("token-check"), "token-check/ask.sh");
  const answer = JSON.parse(await type(ask, { TOKEN: token, DEVICE: device }));
  const shown = JSON.parse(blocksOf(chapter("token-check")).find(({ language }) => language === "json")?.code ?? "");
  const { verified_at: _at, expires_at: _until, ...stays } = answer;
  expect(Object.keys(answer)).toEqual(Object.keys(shown));
  expect(shown).toMatchObject(stays);
});

test("a call that is repeated with its Idempotency-Key is the same link", async () => {
  const call = fileIn(chapter("retries"), "retries/call.sh");
  const DEVICE = newDevice();
  const [first, second] = [await type(call, { DEVICE }), await type(call, { DEVICE })];
  expect(JSON.parse(first)).toEqual({ url: expect.stringContaining("/verify/b?session=") });
  expect(second).toBe(first);
});

test("a locked key starts a check with its secret, and without it none", async () => {
  const shop = await newOrganization();
  const added = await addKeySecret(OPERATOR, shop.key);
  if (!added.ok) throw new Error(added.reason);
  await lockKey(OPERATOR, shop.key);
  const call = fileIn(chapter("locked-keys"), "locked-keys/call.sh", { "https://shop.example/": shop.domain });
  const settings = { AGEWAY_KEY: shop.key, DEVICE: newDevice() };
  expect(JSON.parse(await type(call, { ...settings, AGEWAY_SECRET: added.secret }))).toEqual({
    url: expect.stringContaining("/verify/s?session="),
  });
  expect(JSON.parse(await type(call, { ...settings, AGEWAY_SECRET: "sk_live_of-another-key" }))).toMatchObject({
    reason: "secret_required",
    url: shop.domain,
  });
});

/** Pages of a shop on this machine, which has what the chapter says in its content security policy. */
async function serve(pages: (port: string) => Record<string, string>, policy?: string) {
  const port = String(await freePort());
  const texts = pages(port);
  const asked: string[] = [];
  const shop = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", `http://localhost:${port}`);
    asked.push(request.url ?? "");
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    if (policy) response.setHeader("Content-Security-Policy", policy);
    response.end(`<!doctype html><title>Shop</title>${texts[pathname] ?? ""}`);
  });
  await new Promise<void>((done) => shop.listen(Number(port), "localhost", done));
  onTestFinished(() => void shop.close().closeAllConnections());
  return { url: `http://localhost:${port}`, asked };
}

test("in a browser: the link, and the script with its hash under the policy", async () => {
  const chrome = await chromium.launch(CHROMIUM);
  onTestFinished(() => chrome.close());
  const mine = { "https://age.example": base, pk_test_your_key: key, DEVICE: newDevice() };

  const linked = await serve((port) => ({
    "/": fileIn(chapter("start-a-check"), "start-a-check/link.html", { ...mine, "8080": port }),
  }));
  const tab = await chrome.newPage();
  await tab.goto(linked.url);
  await tab.getByRole("link").click();
  await confirmAsAdult(tab);
  await tab.waitForURL(/token_age_verified=/);
  expect(linked.asked.at(-1)).toMatch(/^\/\?token_age_verified=/);

  const [, policy = ""] = /^Content-Security-Policy: (.+)$/m.exec(chapter("csp")) ?? [];
  expect(policy).toContain("https://age.example");
  const script = fileIn(chapter("csp"), "csp/device-id.html", { "https://age.example": base });
  const allowed = await serve(() => ({ "/": script }), policy.replaceAll("https://age.example", base));
  await tab.goto(allowed.url);
  expect(await tab.evaluate(() => localStorage.getItem("service_device_id"))).toMatch(/^[0-9a-f-]{36}$/);
  const other = await serve(() => ({ "/": script }), policy.replaceAll("https://age.example", "https://other.example"));
  await tab.goto(other.url);
  expect(await tab.evaluate(() => localStorage.getItem("service_device_id"))).toBeNull();
});

test("in a browser: <age-gate> opens a window behind a gate, and the page hears that the visitor is back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ageway-element-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const element = readFileSync(join(installPackage("age-gate", folder), "dist", "age-gate.js"), "utf8");
  const ageway = createAgeway({ url: base, pluginKey: key });
  const session = sealedCookie({ secret: "thirty-two characters, of this test" });
  const html = { "Content-Type": "text/html; charset=utf-8" };
  const done = fileIn(chapter("pop-up"), "pop-up/age-gate-done.html");
  const gated = ageGate({ ageway, age: 18, match: "/age", session }, () => new Response(done, { headers: html }));
  const asked: string[] = [];
  const shop = createServer(
    getRequestListener((request) => {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      if (pathname === "/") return new Response(fileIn(chapter("pop-up"), "pop-up/age-gate.html"), { headers: html });
      const script = { "/age-gate.js": element, "/shop.js": fileIn(chapter("pop-up"), "pop-up/shop.mjs") }[pathname];
      return script ? new Response(script, { headers: { "Content-Type": "text/javascript" } }) : gated(request);
    }),
  );
  const port = await freePort();
  await new Promise<void>((done) => shop.listen(port, "localhost", done));
  onTestFinished(() => void shop.close().closeAllConnections());

  const chrome = await chromium.launch(CHROMIUM);
  onTestFinished(() => chrome.close());
  const tab = await chrome.newPage();
  await tab.goto(`http://localhost:${port}/`);
  const [window] = await Promise.all([tab.waitForEvent("popup"), tab.getByRole("link").click()]);
  await window.waitForURL(/\/verify\/s/);
  const closed = window.waitForEvent("close");
  const reloaded = tab.waitForEvent("load");
  await confirmAsAdult(window);
  await Promise.all([closed, reloaded]);
  expect(asked.filter((path) => path === "/")).toHaveLength(2);
});

async function confirmAsAdult(page: Page): Promise<void> {
  await page.locator("button.first").click();
  await page.locator('button[name="persona"][value="adult"]').click();
}
