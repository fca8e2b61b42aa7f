import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { BASE_URL_IN_DOCS, KEY_IN_DOCS } from "#app/(docs)/_docs/built-docs.ts";
import { expectAllTaken, fileIn } from "#tests/support/document-block.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { installPackage, startPackaged } from "#tests/support/packaged.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { homeAs, shopper } from "#tests/support/shopper.ts";
import { started, tokenIn } from "#tests/support/visitor.ts";

// The shops of the chapter about packages run as they are read, with these packages installed.
const chapter = readFileSync("docs/integrate/packages.md", "utf8");
const folder = mkdtempSync(join(tmpdir(), "ageway-packages-"));
let base = "";
let key = "";
beforeAll(async () => {
  base = await sharedApp();
  process.env.SERVER_URL = base;
  key = (await newOrganization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
expectAllTaken(() => [chapter]);

/** The settings of the chapter, with the reader's own key in them. */
function mine(): Record<string, string> {
  const lines = fileIn(chapter, "packages/settings.sh", { [BASE_URL_IN_DOCS]: base, [KEY_IN_DOCS]: key });
  return Object.fromEntries([...lines.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]));
}

test.for([
  ["node", "packages/express/shop.mjs", "shop.mjs"],
  ["php", "packages/php/shop.php", "shop.php"],
  ["python", "packages/flask/shop.py", "shop.py"],
] as const)("%s opens for an adult and nobody else", async ([platform, block, file]) => {
  const port = await freePort();
  const code = fileIn(chapter, block, { "8080": String(port) });
  const shop = await startPackaged(platform, [{ file, code }], {
    folder: join(folder, platform),
    port,
    settings: mine(),
  });
  onTestFinished(shop.stop);
  const page = `${shop.url}checkout`;
  const [adult, minor] = [shopper(page), shopper(page)];
  const home = await adult.confirmByLinkAs("adult");
  expect(await adult.comeTo(home)).toEqual({ status: 303, location: "/checkout", isWelcome: true });
  expect(await minor.comeTo(await minor.confirmByLinkAs("seventeen"))).toMatchObject({ isWelcome: false });
  expect(await minor.comeTo(home)).toMatchObject({ isWelcome: false });
});

test("the instance serves what a shop installs, and nothing else", async () => {
  for (const name of ["server", "age-gate", "gate-test", "gate", "php", "python"]) {
    const answer = await fetch(`${base}/packages/ageway-${name}.tgz`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    const again = { "if-none-match": answer.headers.get("etag") ?? "" };
    expect((await fetch(answer.url, { headers: again })).status).toBe(304);
    const { status, stdout } = spawnSync("tar", ["-tz"], { input: bytes });
    expect([name, status]).toEqual([name, 0]);
    expect(String(stdout)).toContain("README.md");
  }
  for (const zip of ["ageway-for-woocommerce.zip", "ageway-0.1.0-py3-none-any.whl"]) {
    const { status, headers } = await fetch(`${base}/packages/${zip}`);
    expect([zip, status, headers.get("content-type")]).toEqual([zip, 200, "application/zip"]);
  }
  const [former, current] = await Promise.all(
    ["doctor", "gate-test"].map(async (name) => (await fetch(`${base}/packages/ageway-${name}.tgz`)).headers),
  );
  expect(former?.get("etag")).toMatch(/^"/);
  expect(former?.get("etag")).toBe(current?.get("etag"));
  for (const file of ["ageway-none.tgz", "..%2fdocs%2fdocs.json", "ageway-built"]) {
    const answer = await fetch(`${base}/packages/${file}`);
    expect(answer.status, file).toBe(404);
    expect(await answer.text(), file).toContain("ageway-gate-test.tgz, ageway-gate.tgz, ageway-php.tgz");
  }
});

test("a question without the gate is answered in words", async () => {
  const at = mkdtempSync(join(folder, "check-"));
  installPackage("server", at);
  writeFileSync(join(at, "check.mjs"), fileIn(chapter, "packages/check.mjs"));
  const ask = (TOKEN: string, DEVICE: string) =>
    spawnSync(process.execPath, ["check.mjs"], {
      cwd: at,
      env: { ...mine(), TOKEN, DEVICE, NODE_ENV: "production" },
      encoding: "utf8",
    });
  const { url, device } = await started("s", { key, domain: "http://localhost:8080/" });
  const token = tokenIn(await homeAs(url, "adult")) ?? "";
  expect(ask(token, newDevice()).stdout).toBe("no: token_unknown\n");
  expect(ask(token, device).stdout).toMatch(/^yes, until \d{4}-/);
});
