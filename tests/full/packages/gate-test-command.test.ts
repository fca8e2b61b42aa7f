import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, test } from "vitest";
import { gateTestCommand } from "#packages/gate-test/src/command.ts";
import type { Report } from "#packages/gate-test/src/index.ts";
import { startHostileShop } from "#tests/support/broken-shops/hostile.ts";
import { PROTECTED, startBrokenShop } from "#tests/support/broken-shops/shop.ts";
import { blocksOf } from "#tests/support/document-block.ts";
import { RUN_KEY, RUN_SECRET, startRun } from "#tests/support/gate-test-run.ts";
import { freePort } from "#tests/support/ports.ts";

const run = await startRun();
afterAll(() => run.close());

const ROOT = join(import.meta.dirname, "..", "..", "..");
const SHOP = [process.execPath, join(ROOT, "tests/support/broken-shops/main.ts")];
const OPTIONS = ["--key", RUN_KEY, "--base", run.base, "--protected", PROTECTED, "--start", "#start"];

type Asked = { isTerminal?: boolean; environment?: Record<string, string>; signal?: AbortSignal; typed?: string };

async function call(words: string[], { isTerminal = false, environment = {}, signal, typed }: Asked = {}) {
  const stream = () => Object.assign(new PassThrough(), { isTTY: isTerminal });
  const [input, output, errors] = [stream(), stream(), stream()];
  if (typed !== undefined) input.write(typed);
  const terminal = { input, output, errors, environment: { PATH: process.env.PATH, ...environment }, folder: ROOT };
  const status = await gateTestCommand(words, terminal, signal ?? new AbortController().signal);
  const written = (read: PassThrough) => String(read.read() ?? "");
  return { status, output: written(output), errors: written(errors) };
}

async function freeUrl(): Promise<string> {
  return `http://localhost:${await freePort()}/checkout`;
}

test.concurrent("a sound shop is started, walked and ended: a table, and status 0", async ({ expect }) => {
  const url = await freeUrl();
  const { status, output, errors } = await call([url, ...OPTIONS, "--", ...SHOP]);
  expect(errors).toBe("");
  expect(output).toContain("12 of 12 cases passed, 0 findings");
  expect(output).toMatch(/^ok {6}No token {2,}Closed: /);
  expect(output).toBe(stripVTControlCharacters(output));
  expect(status).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test.concurrent("the command of the chapter does what it says", async ({ expect }) => {
  const blocks = blocksOf(readFileSync(join(ROOT, "docs/integrate/gate-test.md"), "utf8"));
  const block = blocks.find(({ mark }) => mark === "run=tests/full/packages/gate-test-command.test.ts");
  const words =
    block?.code
      .replaceAll("\\\n", " ")
      .match(/"[^"]*"|\S+/g)
      ?.map((word) => word.replaceAll('"', "")) ?? [];
  const ours: Record<string, string> = {
    "http://localhost:8080/checkout": await freeUrl(),
    "https://age.example": run.base,
    "pk_test_…": RUN_KEY,
  };
  expect(words.splice(0, 3)).toEqual(["npx", "--no-install", "ageway-gate-test"]);
  expect(words.splice(-2)).toEqual(["node", "shop.mjs"]);
  const { status, output } = await call([...words.map((word) => ours[word] ?? word), ...SHOP]);
  expect(output).toContain("12 of 12 cases passed, 0 findings");
  expect(status).toBe(0);
});

test.concurrent("a broken one: JSON with what to change, and status 1", async ({ expect }) => {
  const words = [await freeUrl(), ...OPTIONS, "--json", "--", ...SHOP, "does not compare the age"];
  const { status, output } = await call(words);
  const report: Report = JSON.parse(output);
  expect(report.cases.filter(({ passed }) => !passed)).toEqual([
    {
      case: "sixteen",
      passed: false,
      saw: "Open: the protected text is shown after a yes to 16.",
      change: expect.stringMatching(`age is an integer .* ${run.base}/docs/gate-test#sixteen$`),
    },
  ]);
  expect(status).toBe(1);
});

test.concurrent("a terminal has colours, unless NO_COLOR says otherwise", async ({ expect }) => {
  const shop = await startBrokenShop();
  shop.pointAt(run.address, RUN_KEY);
  const words = [shop.url, ...OPTIONS];
  const [coloured, plain] = await Promise.all([
    call(words, { isTerminal: true, typed: "\n" }),
    call(words, { isTerminal: true, typed: "\n", environment: { NO_COLOR: "1" } }),
  ]);
  expect(coloured.errors).toContain(`Point the shop's base address of Ageway at\n  ${run.address}\n`);
  expect(coloured.output).toContain("\x1b[32mok");
  expect(plain.output).toBe(stripVTControlCharacters(plain.output));
  await shop.close();
});

test.concurrent("without a terminal it says where to point the shop; with that address it walks", async ({
  expect,
}) => {
  const shop = await startBrokenShop();
  shop.pointAt(run.address, RUN_KEY);
  const first = await call([shop.url, ...OPTIONS]);
  expect(first).toMatchObject({ status: 2, output: "" });
  expect(first.errors).toContain(run.address);
  expect(first.errors).toContain(`AGEWAY_RUN_SECRET=${RUN_SECRET}`);
  expect(shop.requests).toEqual([]);
  const environment = { AGEWAY_RUN_SECRET: RUN_SECRET };
  const second = await call([shop.url, ...OPTIONS, "--run", run.address, "--keeps-answer"], { environment });
  expect(second).toMatchObject({ status: 0, errors: "" });
  expect(second.output).toContain("That the shop asks again after 30 minutes is not shown.");
  await shop.close();
});

test.concurrent("a shop that no run is opened for gets no request", async ({ expect }) => {
  const shop = await startHostileShop((response) => void response.end());
  const url = shop.url.replace("localhost", "127.0.0.1");
  const environment = { AGEWAY_RUN_SECRET: RUN_SECRET };
  const { status, errors } = await call([url, ...OPTIONS, "--run", run.address], { environment });
  expect(errors).toBe(`Ageway opened no run for ${url}/ (domain_not_verified). Domain not verified.\n`);
  expect(status).toBe(2);
  expect(shop.requests()).toBe(0);
  await shop.close();
});

test.concurrent("a shop that ends before it listens: what it wrote, and nothing of it is left", async ({ expect }) => {
  const { status, errors } = await call([await freeUrl(), ...OPTIONS, "--", ...SHOP, "ends at once"]);
  expect(errors).toContain("The shop ended before it listened");
  expect(errors).toContain("The shop has no database");
  const [, pid] = /child (\d+)/.exec(errors) ?? [];
  expect(Number(pid)).toBeGreaterThan(1);
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
  expect(status).toBe(2);
});

test.concurrent("a walk that is stopped ends the shop", async ({ expect }) => {
  const stopped = new AbortController();
  const url = await freeUrl();
  const walking = call([url, ...OPTIONS, "--", ...SHOP], { signal: stopped.signal });
  await expect
    .poll(() =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  stopped.abort();
  expect(await walking).toMatchObject({ status: 2 });
  await expect(fetch(url)).rejects.toThrow();
});

test.for([
  [["checkout", ...OPTIONS], "checkout is no whole address."],
  [["http://localhost:1/", "again", ...OPTIONS], "What is again?"],
  [["http://localhost:1/", "--base", "age", "--key", RUN_KEY], "--base must be"],
  [["http://localhost:1/", "--base", "https://a", "--key", "pk_live_x"], "--key must be a test key"],
  [["http://localhost:1/", "--base", "https://a", "--key", RUN_KEY], "--protected must be"],
  [["http://localhost:1/", ...OPTIONS, "--start", "a:has(b)"], "--start cannot be read. Use a name"],
  [["http://localhost:1/", ...OPTIONS, "--run", "https://other.example/doctor/x"], "--run must begin with"],
  [["http://localhost:1/", ...OPTIONS, "--run", run.address], "--run needs its secret"],
  [["http://localhost:1/", ...OPTIONS, "--fast"], "Unknown option '--fast'"],
] as const)("%j is refused: %s", async ([words, why], { expect }) => {
  const { status, errors, output } = await call([...words]);
  expect(errors).toContain(why);
  expect(errors).toContain("ageway-gate-test --help lists the options.");
  expect({ status, output }).toEqual({ status: 2, output: "" });
});

test.concurrent("as a program", async ({ expect }) => {
  const program = join(ROOT, "packages/gate-test/src/main.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [program, "--help"]);
  expect(stdout).toContain("ageway-gate-test <url>");
  const nobody = promisify(execFile)(process.execPath, [
    program,
    "http://localhost:1/",
    ...OPTIONS.with(3, "http://localhost:1"),
  ]);
  await expect(nobody).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be asked") });
});

test.concurrent("by its former name it says its name in one line, and does the same", async ({ expect }) => {
  const program = join(ROOT, "packages/gate-test/src/former-command.ts");
  const words = [program, await freeUrl(), ...OPTIONS, "--json", "--", ...SHOP, "does not compare the age"];
  const failed = promisify(execFile)(process.execPath, words);
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: "ageway-doctor is now called ageway-gate-test.\n",
    stdout: expect.stringMatching(/^\{\n {2}"cases"/),
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
