import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import {
  isPackaged,
  PLATFORMS,
  type Platform,
  snippetsFor,
} from "#app/(dashboard)/dashboard/connect/_snippets/snippets.ts";
import { CHROMIUM } from "#tests/support/chromium.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { outputOf } from "#tests/support/shop-process.ts";
import { homeAs } from "#tests/support/shopper.ts";

// What Connect writes without a package of ours runs as it is copied, with a test key, against the built app.
const { BASE_URL: baseUrl = "" } = inject("env");
const folder = mkdtempSync(join(tmpdir(), "ageway-snippets-"));

let pluginKey = "";
beforeAll(async () => {
  process.env.SERVER_URL = await sharedApp();
  pluginKey = (await newOrganization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LOCAL_SHOP = "http://localhost:8080";
const WITHOUT_A_PACKAGE = PLATFORMS.filter(({ platform }) => !isPackaged(platform));

function filesOf(platform: Platform, shopUrl: string, provider: "s" | "b" = "s", age: 16 | 18 = 18) {
  return snippetsFor(platform, { baseUrl, pluginKey, provider, age, page: `${shopUrl}/` });
}

test.for(WITHOUT_A_PACKAGE)("$title: nothing is left to be filled in", ({ platform }) => {
  const files = filesOf(platform, LOCAL_SHOP, "b", 16);
  const text = files.map(({ code }) => code).join("\n");
  for (const filled of [`${LOCAL_SHOP}/`, baseUrl, pluginKey, "url_generator_b", "16"]) expect(text).toContain(filled);
  expect(text).not.toMatch(/\$\{(?!AGEWAY_SECRET:)|undefined|age\.example|shop\.example|\b18\b|[\uE000\uE001]/);
  const own = files
    .map(({ marked }) => marked)
    .join("")
    .match(/(?<=\uE000)[^\uE001]*/g);
  expect(new Set(own)).toEqual(new Set([pluginKey, "b", "16", `${LOCAL_SHOP}/`]));
});

test("the two copies for WooCommerce are what the plugin's settings ask for", () => {
  const copied = filesOf("woocommerce", LOCAL_SHOP).map(({ code }) => code.trim());
  expect(copied).toEqual([new URL(baseUrl).origin, pluginKey]);
});

test.for(["/it's\"a`b\\c$d", "/?a=it's\"`\\$x", "/caf\u00e9?q=a b"])(
  "a return page %s breaks out of no quotation marks",
  (path) => {
    const given = { baseUrl, pluginKey, provider: "s", age: 18, page: `https://shop.example${path}` } as const;
    const plain = { ...given, page: "https://shop.example/x" };
    for (const { platform } of WITHOUT_A_PACKAGE)
      for (const [n, { code }] of snippetsFor(platform, given).entries()) {
        const quotes = (text = "") => text.replaceAll(/[^'"`\\]/g, "");
        expect(quotes(code)).toBe(quotes(snippetsFor(platform, plain)[n]?.code));
      }
  },
);

/** Runs the curl snippet; `answer` is what is pasted, given the address that it says to open. */
async function byHand(answer: (link: string) => Promise<string>) {
  const [{ file, code } = expect.fail("There is no code for curl")] = filesOf("curl", LOCAL_SHOP);
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
