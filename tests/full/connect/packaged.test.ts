import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import {
  isPackaged,
  PLATFORMS,
  type Platform,
  snippetsFor,
} from "#app/(dashboard)/dashboard/connect/_snippets/snippets.ts";
import { isSound } from "#packages/gate-test/src/index.ts";
import { gateTestReport } from "#tests/support/gate-test-report.ts";
import { newOrganization } from "#tests/support/organization.ts";
import {
  installByInstructions,
  PACKAGED_BACKENDS,
  type PackagedBackend,
  startByInstructions,
} from "#tests/support/packaged.ts";
import { freePort, freePorts } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { startShopProcess } from "#tests/support/shop-process.ts";
import { WELCOME } from "#tests/support/shop-visitor.ts";
import { shopper } from "#tests/support/shopper.ts";
import { tokenIn } from "#tests/support/visitor.ts";

// What Connect writes for our packages runs as it is copied, with a test key, against the built app. What they do with answers
// of every kind is in `tests/packages`.
const { BASE_URL: baseUrl = "" } = inject("env");
const folder = mkdtempSync(join(tmpdir(), "ageway-packaged-"));

let pluginKey = "";
beforeAll(async () => {
  process.env.SERVER_URL = await sharedApp();
  pluginKey = (await newOrganization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const given = (page: string, age: 16 | 18 = 16) => ({ baseUrl, pluginKey, provider: "b", age, page }) as const;
function instructionsFor(platform: Platform, page: string, age?: 16 | 18) {
  const [file, terminal] = snippetsFor(platform, given(page, age));
  return file && terminal ? { file, terminal } : expect.fail("Two copies are the whole way");
}
/** The `routes/web.php` of a new shop. */
const LARAVEL_ROUTES = `<?php

use Illuminate\\Support\\Facades\\Route;

Route::get('/', function () {
    return view('welcome');
});
`;
const WITH_A_PACKAGE = PLATFORMS.filter(({ platform }) => isPackaged(platform) && platform !== "woocommerce");

/** `ageway`: another address of Ageway in the environment of the shop. */
type Asked = { port?: number; ageway?: string; age?: 16 | 18 };

async function start(platform: PackagedBackend, { port: asked, ageway, age }: Asked = {}) {
  const port = asked ?? (await freePort());
  const settings: Record<string, string> = ageway ? { AGEWAY_URL: ageway } : {};
  const instructions = instructionsFor(platform, `http://localhost:${port}/`, age);
  const shop = await startByInstructions(platform, instructions, {
    folder: join(folder, `${platform}-${port}`),
    port,
    settings,
  });
  onTestFinished(shop.stop);
  return shop;
}

test.for(WITH_A_PACKAGE)(
  "$title is gated in eleven statements, and nothing is left to be filled in",
  ({ platform }) => {
    const { file, terminal } = instructionsFor(platform, "https://wine.example/checkout?a=b");
    const text = file.code;
    // A statement that goes over several lines begins and ends in the first column.
    const statements = text.split("\n").filter((line) => !/^(?:$|\s|\/\/|#|<\?php|[)\]}])/.test(line));
    expect(statements.length).toBeLessThanOrEqual(11);
    // No line breaks in the column of Connect.
    expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(69);
    const both = text + terminal.code;
    for (const filled of ["https://wine.example", baseUrl, pluginKey, "16"]) expect(both).toContain(filled);
    expect(both).not.toMatch(/\$\{|undefined|age\.example|\b18\b|[\uE000\uE001]/);
    const own = [file, terminal].flatMap(({ marked }) => marked.match(/(?<=\uE000)[^\uE001]*/g) ?? []);
    expect(own).toEqual(expect.arrayContaining([pluginKey, "b", "16", "https://wine.example"]));
  },
);

test("a return page with other letters than paths have breaks out of no quotation marks, and is gated", () => {
  const quotes = (text: string) => text.replaceAll(/[^'"`\\]/g, "");
  for (const { platform } of WITH_A_PACKAGE) {
    const [plain = "", odd = ""] = ["/x", "/wine/it's\"a`b\\c$d/(x)"].map((path) => {
      const { file, terminal } = instructionsFor(platform, `https://wine.example${path}`);
      return file.code + terminal.code;
    });
    expect(quotes(odd)).toBe(quotes(plain));
    if (odd.includes("match: ")) expect(odd).toContain('match: "/wine"');
    if (odd.includes("MATCH=")) expect(odd).toContain("MATCH=/wine\n");
  }
});

test("Laravel's terminal installs the package and writes what it reads into .env, and its route is PHP", async () => {
  const instructions = instructionsFor("laravel", "https://wine.example/checkout");
  const shop = mkdtempSync(join(folder, "laravel-"));
  writeFileSync(join(shop, ".env"), "APP_NAME=Shop");
  await installByInstructions(instructions.terminal, shop);
  const [app, ...ours] = readFileSync(join(shop, ".env"), "utf8").split(/\n+/).filter(Boolean);
  expect(app).toBe("APP_NAME=Shop");
  const reads = readFileSync(join(shop, "ageway/src/Laravel/config.php"), "utf8");
  for (const line of ours) expect(reads).toContain(`env('${line.split("=")[0]}')`);
  expect(ours).toEqual(expect.arrayContaining([`AGEWAY_URL=${baseUrl}`, `AGEWAY_KEY=${pluginKey}`]));
  // At the end of Laravel's own file, and once more.
  for (const input of [LARAVEL_ROUTES + instructions.file.code, LARAVEL_ROUTES + instructions.file.code.repeat(2)])
    expect(spawnSync("php", ["-l"], { input, encoding: "utf8" }).stdout).toContain("No syntax errors");
  expect(readFileSync(join(shop, "ageway/src/Laravel/AgewayServiceProvider.php"), "utf8")).toContain(
    "aliasMiddleware('age'",
  );
});

test("Caddy asks the gate, and lets in who is old enough, and nobody else", async () => {
  const [port = 0, gatePort = 0, shopPort = 0] = await freePorts(3);
  const { file, terminal } = instructionsFor("proxy", `http://localhost:${port}/`);
  const at = mkdtempSync(join(folder, "proxy-"));
  const code = file.code.replace("8090", String(gatePort)).replace("8081", String(shopPort));
  writeFileSync(join(at, file.file), `{\n\tadmin off\n}\n${code}`);
  const last = await installByInstructions(terminal, at);
  const lines = terminal.code.split("\n").filter((line) => line.startsWith("export "));
  const pairs = lines.flatMap((line) =>
    line
      .split(" ")
      .slice(1)
      .flatMap((pair) => [pair.split(/=(.*)/s)]),
  );
  const settings = Object.fromEntries(pairs.filter(([name]) => name?.match(/^[A-Z_]+$/)));
  expect(last).toBe("npx --no-install ageway-gate & caddy run; kill %%");
  const welcome = createServer((_, response) => void response.setHeader("Content-Type", "text/html").end(WELCOME));
  await new Promise<void>((done) => welcome.listen(shopPort, "127.0.0.1", done));
  onTestFinished(() => void welcome.close());
  const secret = { ...settings, SESSION_SECRET: "0".repeat(64) };
  const gate = await startShopProcess(["node_modules/.bin/ageway-gate"], gatePort, secret, at);
  onTestFinished(gate.stop);
  const caddy = await startShopProcess(["caddy", "run"], port, { HOME: at }, at);
  onTestFinished(caddy.stop);
  const [adult, minor] = [shopper(caddy.url), shopper(caddy.url)];
  const home = await adult.confirmByLinkAs("adult");
  expect(await adult.comeTo(home)).toMatchObject({ status: 303, isWelcome: true });
  expect(await minor.comeTo(home)).toMatchObject({ isWelcome: false });
  expect(await minor.comeTo(await minor.confirmByLinkAs("fifteen"))).toMatchObject({ isWelcome: false });
});

test("Next.js gets a secret of its own each time, long enough for the sealed cookie", async () => {
  const [first, second] = await Promise.all(
    ["next-1", "next-2"].map(async (name) => {
      const shop = mkdtempSync(join(folder, `${name}-`));
      await installByInstructions(instructionsFor("next", "http://localhost:8080/").terminal, shop);
      return readFileSync(join(shop, ".env.local"), "utf8");
    }),
  );
  expect(first).toMatch(/^SHOP_SECRET=[0-9a-f]{64}\n$/);
  expect(second).not.toBe(first);
});

test.for(PACKAGED_BACKENDS)("%s lets in who is old enough, and nobody else", async (platform) => {
  const shop = await start(platform);
  const [adult, minor, thief] = [shopper(shop.url), shopper(shop.url), shopper(shop.url)];
  const home = await adult.confirmByLinkAs("adult");
  expect(tokenIn(home)).not.toBeNull();
  expect(await thief.comeTo(home)).toMatchObject({ status: 403, isWelcome: false });
  expect(await adult.comeTo(home)).toMatchObject({ status: 303, isWelcome: true });
  expect(await adult.comeTo(shop.url)).toMatchObject({ status: 200, isWelcome: true });
  expect(await minor.comeTo(await minor.confirmByLinkAs("fifteen"))).toMatchObject({ status: 303, isWelcome: false });
  expect(await minor.comeTo(shop.url)).toMatchObject({ status: 403, isWelcome: false });
});

test("the gate test walks one, by the address in its environment: all twelve pass, and it finds nothing", async () => {
  const port = await freePort();
  const shop = {
    base: process.env.SERVER_URL ?? "",
    key: pluginKey,
    page: `http://localhost:${port}/`,
    protects: "Welcome",
  };
  const report = await gateTestReport(shop, (ageway) => start("node", { port, ageway, age: 18 }));
  expect(
    report.cases.filter(({ passed }) => passed),
    JSON.stringify(report),
  ).toHaveLength(12);
  expect(isSound(report)).toBe(true);
});
