import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { isSound } from "#packages/gate-test/src/index.ts";
import { expectAllTaken, fileIn } from "#tests/support/document-block.ts";
import { isFull } from "#tests/support/full.ts";
import { gateTestReport } from "#tests/support/gate-test-report.ts";
import { NAVIGATION, newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { outputOf } from "#tests/support/shop-process.ts";
import { shopper } from "#tests/support/shopper.ts";
import { browser, tokenIn } from "#tests/support/visitor.ts";

// A newcomer has /docs/quick-start and a test key, nothing else: every file and command of a shop here is a block of the page.
// Only in full, and where the registries can be reached, the packages come from them too.
const folder = mkdtempSync(join(tmpdir(), "ageway-newcomer-"));
let base = "";
let page = "";
let key = "";
beforeAll(async () => {
  base = await sharedApp();
  process.env.SERVER_URL = base;
  page = await (await fetch(`${base}/docs/quick-start.md`)).text();
  key = (await newOrganization({ mode: "test", subscription: "none", domain: "unverified" })).key;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
expectAllTaken(() => [page]);

/** A shop may be no longer and no wider: the page is to be read. */
const MAX_LINES = 25;
const MAX_COLUMNS = 101;
/** The whole way, with all that the machine does meanwhile. */
const MAX_MS = 5 * 60_000;

const SHOPS = {
  express: { file: "shop.mjs", install: installExpress },
  flask: { file: "shop.py", install: installFlask },
  php: { file: "shop.php", install: () => undefined },
} as const satisfies Record<string, { file: string; install: (folder: string) => void | Promise<void> }>;

type Kind = keyof typeof SHOPS;
const KINDS = Object.keys(SHOPS) as Kind[];

const PACKAGES = isFull ? "packages from a registry, where one answers" : "packages of this machine";

test.for(KINDS)(
  `with the blocks of the quick start and ${PACKAGES}, %s opens for an adult and nobody else`,
  { timeout: MAX_MS },
  async (kind) => {
    const began = Date.now();
    const shop = await startShop(kind, base);
    const adult = shopper(shop.url);
    const home = await adult.confirmByLinkAs("adult");
    expect(tokenIn(home)).not.toBeNull();
    expect(await adult.comeTo(home)).toEqual({ status: 303, location: expect.stringMatching(/\/$/), isWelcome: true });
    expect(await adult.comeTo(shop.url)).toMatchObject({ status: 200, isWelcome: true });
    for (const persona of ["seventeen", "cancel"]) {
      const minor = shopper(shop.url);
      expect(await minor.comeTo(await minor.confirmByLinkAs(persona))).toMatchObject({ status: 303, isWelcome: false });
      expect(await minor.comeTo(shop.url)).toMatchObject({ isWelcome: false });
    }
    const thief = shopper(shop.url);
    await thief.comeTo(shop.url);
    for (const address of [home, `${shop.url}?token_age_verified=`, `${shop.url}?token_age_verified[]=x`])
      expect(await thief.comeTo(address)).toMatchObject({ isWelcome: false });
    expect(Date.now() - began).toBeLessThan(MAX_MS);
  },
);

test("a key that nobody filled in ends on the page that the quick start names, and in nobody’s record", async () => {
  const domain = encodeURIComponent("http://localhost:8080/");
  const start = `${base}/api/url_generator_s/pk_test_your_key/${newDevice()}/18?domain=${domain}`;
  const answer = await browser().go(start, "GET", NAVIGATION);
  expect([answer.status, answer.headers.get("ageway-reason")]).toEqual([403, "plugin_key_unknown"]);
  const [, heading = ""] = /ends on a page that says "([^"]+)"/.exec(page) ?? [];
  expect(heading).not.toBe("");
  expect(answer.text).toContain(`${heading}</h1>`);
});

const AN_HOUR_AWAY = new Date(Date.now() + 3_600_000).toISOString();
const YES = { age: 18, verified: true, expires_at: AN_HOUR_AWAY };

test.for(KINDS)(
  "%s takes nothing for a yes but a 200 that is one, and is closed while Ageway is away",
  { timeout: MAX_MS },
  async (kind) => {
    let answer = { status: 200, body: "" };
    const ageway = createServer((_, response) => void response.writeHead(answer.status).end(answer.body));
    await new Promise<void>((done) => ageway.listen(0, done));
    onTestFinished(() => void ageway.close().closeAllConnections());
    const shop = await startShop(kind, `http://localhost:${(ageway.address() as AddressInfo).port}`);
    const visitor = shopper(shop.url);
    await visitor.comeTo(shop.url);
    const come = async (status: number, body: unknown) => {
      answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
      return (await visitor.comeTo(`${shop.url}?token_age_verified=x`)).isWelcome;
    };
    for (const [status, body] of [
      [404, YES],
      [201, YES],
      [503, YES],
      [200, { ...YES, verified: "true" }],
      [200, { ...YES, verified: 1 }],
      [200, { ...YES, age: "18" }],
      [200, { ...YES, age: true }],
      [200, { ...YES, age: 16 }],
      [200, { ...YES, age: null }],
      [200, { verified: true }],
      [200, "<html>"],
      [200, "null"],
      [200, ""],
    ] as const)
      expect([status, body, await come(status, body)]).toEqual([status, body, false]);
    expect(await come(200, YES)).toBe(true);
    ageway.close().closeAllConnections();
    for (const _ of [1, 2]) expect(await visitor.comeTo(shop.url)).toMatchObject({ status: 200, isWelcome: false });
  },
);

test("the gate test walks the three, by the address in their environment: all twelve pass, and it finds nothing", {
  timeout: MAX_MS,
}, async () => {
  const reports = KINDS.map(async (kind) => {
    const port = await freePort();
    const shop = { base, key, page: `http://localhost:${port}/`, protects: "Welcome" };
    return [kind, await gateTestReport(shop, (ageway) => startShop(kind, ageway, String(port)))] as const;
  });
  for (const [kind, report] of await Promise.all(reports)) {
    expect(
      report.cases.filter(({ passed }) => passed),
      `${kind}: ${JSON.stringify(report)}`,
    ).toHaveLength(12);
    expect(isSound(report), `${kind}: ${JSON.stringify(report)}`).toBe(true);
  }
});

/** Does what the page says, in an empty folder. `ageway`: the address that the newcomer names. */
async function startShop(kind: Kind, ageway: string, given?: string) {
  const { file, install } = SHOPS[kind];
  const at = mkdtempSync(join(folder, `${kind}-`));
  const port = given ?? String(await freePort());
  const code = fileIn(page, `${kind}/${file}`, { "8080": port });
  const lines = code.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(MAX_COLUMNS);
  writeFileSync(join(at, basename(file)), code);
  await install(at);
  const settings = fileIn(page, "settings.sh", { [base]: ageway, pk_test_your_key: key });
  const begin = fileIn(page, `${kind}/start.sh`, kind === "express" ? {} : { "8080": port });
  // A shell that becomes the program, so that ending it ends the program.
  const commands = `${settings}\nexec ${begin.trim()}`;
  const env = { PATH: `${join(at, "bin")}:${process.env.PATH}`, HOME: at, NODE_ENV: "production" } as const;
  const child = spawn("sh", ["-e", "-c", commands], { cwd: at, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = outputOf(child);
  onTestFinished(() => ended(child));
  const url = `http://localhost:${port}/`;
  while (!(await isUp(url))) if (child.exitCode !== null) throw new Error(`The shop ended as it started:\n${output()}`);
  return { url };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "close");
  child.kill();
  await exited;
}

async function isUp(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null);
  await new Promise((next) => setTimeout(next, 20));
  return answer !== null;
}

/** In full as the page says; else, and without a registry, with the packages of this project, which are the same. */
async function installExpress(at: string): Promise<void> {
  const command = fileIn(page, "express/install.sh");
  if (isFull && (await answers("npm view express version"))) await run(command, at);
  else symlinkSync(resolve("node_modules"), join(at, "node_modules"));
}

/** In full as the page says; else Flask is the machine’s. Where another Python has it than the first of the path, that is `python3`. */
async function installFlask(at: string): Promise<void> {
  const command = fileIn(page, "flask/install.sh");
  if (isFull && (await answers("python3 -m pip --retries 0 --timeout 5 index versions flask"))) {
    await run(command, at);
    symlinkSync(join(at, ".venv", "bin"), join(at, "bin"));
    return;
  }
  const python = ["python3", "/usr/bin/python3"].find((one) => spawnSync(one, ["-c", "import flask"]).status === 0);
  if (!python) throw new Error("Flask is not there: on Debian, npm test installs it");
  mkdirSync(join(at, "bin"));
  writeFileSync(join(at, "bin", "python3"), `#!/bin/sh\nPATH=\${PATH#*:} exec ${python} "$@"\n`);
  chmodSync(join(at, "bin", "python3"), 0o755);
}

/** Can the registry be reached that this command asks? */
function answers(command: string): Promise<boolean> {
  return promisify(execFile)("sh", ["-c", command], { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
}

/** Takes minutes where a registry is slow, and the other shops are walked meanwhile. */
async function run(command: string, cwd: string): Promise<void> {
  await promisify(execFile)("sh", ["-e", "-c", command], { cwd });
}
