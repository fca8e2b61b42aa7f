import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { PLATFORMS, packagedFor } from "#app/(dashboard)/dashboard/connect/_snippets/snippets.ts";
import { isSound } from "#packages/doctor/src/index.ts";
import { organization } from "#tests/support/organization.ts";
import { PACKAGED_BACKENDS, type PackagedBackend, startPackaged } from "#tests/support/packaged.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { shopper } from "#tests/support/shopper.ts";
import { tokenIn } from "#tests/support/visitor.ts";
import { walked } from "#tests/support/walked.ts";

// What Connect writes for our packages runs as it is copied, with a test key, against the built app. What they do with answers
// of every kind is in `tests/packages`.
const { BASE_URL: baseUrl = "" } = inject("env");
const folder = mkdtempSync(join(tmpdir(), "ageway-packaged-"));

let pluginKey = "";
beforeAll(async () => {
  process.env.SERVER_URL = await sharedApp();
  pluginKey = (await organization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const given = (page: string, age: 16 | 18 = 16) => ({ baseUrl, pluginKey, provider: "b", age, page }) as const;
const WITH_A_PACKAGE = PLATFORMS.filter(({ hasPackage }) => hasPackage);

/** `ageway`: another address of Ageway in the environment of the shop. */
type Asked = { port?: number; ageway?: string; age?: 16 | 18 };

async function start(platform: PackagedBackend, { port: asked, ageway, age }: Asked = {}) {
  const port = asked ?? (await freePort());
  const settings: Record<string, string> = ageway ? { AGEWAY_URL: ageway } : {};
  const { files = [] } = packagedFor(platform, given(`http://localhost:${port}/`, age)) ?? {};
  const shop = await startPackaged(platform, files, { folder: join(folder, `${platform}-${port}`), port, settings });
  onTestFinished(shop.stop);
  return shop;
}

test.for(WITH_A_PACKAGE)(
  "$title is gated in eleven statements, and nothing is left to be filled in",
  ({ platform }) => {
    const { files = [], install } = packagedFor(platform, given("https://wine.example/checkout?a=b")) ?? {};
    const text = files.map(({ code }) => code).join("");
    // A statement that goes over several lines begins and ends in the first column.
    const statements = text.split("\n").filter((line) => !/^(?:$|\s|\/\/|#|<\?php|[)\]}])/.test(line));
    expect(statements.length).toBeLessThanOrEqual(11);
    // Node's is the first that a newcomer sees, so none of its lines breaks in the column of Connect.
    const columns = platform === "node" ? 69 : 122;
    expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(columns);
    for (const filled of ["https://wine.example", baseUrl, pluginKey, "16"]) expect(text).toContain(filled);
    expect(text).not.toMatch(/\$\{|undefined|age\.example|\b18\b|[\uE000\uE001]/);
    expect(install?.code).toContain("../ageway/");
    const own = files.flatMap(({ marked }) => marked.match(/(?<=\uE000)[^\uE001]*/g) ?? []);
    expect(own).toEqual(expect.arrayContaining([pluginKey, "b", "16", "https://wine.example"]));
  },
);

test("a return page with other letters than paths have breaks out of no quotation marks, and is gated", () => {
  const quotes = (text: string) => text.replaceAll(/[^'"`\\]/g, "");
  for (const { platform } of WITH_A_PACKAGE) {
    const [plain, odd] = ["/x", "/wine/it's\"a`b\\c$d/(x)"].map((path) =>
      packagedFor(platform, given(`https://wine.example${path}`))
        ?.files.map(({ code }) => code)
        .join(""),
    );
    expect(quotes(odd ?? "")).toBe(quotes(plain ?? ""));
    if (odd?.includes("match: ")) expect(odd).toContain('match: "/wine"');
  }
});

test("what Laravel gets is PHP, and says what the package reads", () => {
  const [services, routes] = packagedFor("laravel", given("https://wine.example/checkout"))?.files ?? [];
  const lint = (input: string) => spawnSync("php", ["-l"], { input, encoding: "utf8" }).stdout;
  expect(lint(`<?php return [${services?.code}];`)).toContain("No syntax errors");
  expect(lint(`<?php ${routes?.code}`)).toContain("No syntax errors");
  const reads = ["AgeGate", "AgewayServiceProvider"].map((name) =>
    readFileSync(`packages/php/src/Laravel/${name}.php`),
  );
  for (const [, name = ""] of services?.code.matchAll(/'(\w+)' =>/g) ?? [])
    expect(reads.join("").replace("services.ageway", "'ageway'"), name).toContain(`'${name}'`);
  expect(reads.join("")).toContain("aliasMiddleware('age'");
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

test("the doctor walks one, by the address in its environment: all twelve pass, and it finds nothing", async () => {
  const port = await freePort();
  const shop = {
    base: process.env.SERVER_URL ?? "",
    key: pluginKey,
    page: `http://localhost:${port}/`,
    protects: "Welcome",
  };
  const report = await walked(shop, (ageway) => start("node", { port, ageway, age: 18 }));
  expect(
    report.cases.filter(({ passed }) => passed),
    JSON.stringify(report),
  ).toHaveLength(12);
  expect(isSound(report)).toBe(true);
});
