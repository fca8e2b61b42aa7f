import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gateTestCommand } from "#packages/gate-test/src/command.ts";
import { isSound, type Report } from "#packages/gate-test/src/index.ts";
import { EXAMPLES, installExamples } from "#tests/support/example-shop.ts";
import { inFull } from "#tests/support/full.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { PHP_SHOPS } from "#tests/support/php-shop.ts";
import { freePorts } from "#tests/support/ports.ts";
import { sharedApp } from "#tests/support/shared-app.ts";

// The shops of examples, started by the gate test's command. Those of Python are walked in `integration/examples/python`.
const ROOT = join(import.meta.dirname, "..", "..", "..");
// The adapters of the others are walked in `packages/gate-test`, without a process of their own.
const SHOPS = inFull([...EXAMPLES, ...PHP_SHOPS], ["express", "next", "php"] as const);
const installed = installExamples();
afterAll(installed.remove);

let walks: Promise<Called>[];
beforeAll(async () => {
  const base = await sharedApp();
  const { key } = await newOrganization({ mode: "test", subscription: "none", domain: "unverified" });
  const ports = await freePorts(SHOPS.length);
  walks = SHOPS.map((name, n) => call(name, ports[n] ?? 0, ["--base", base, "--key", key]));
});

type Called = { status: number; output: string; errors: string };

async function call(name: (typeof SHOPS)[number], port: number, options: string[]): Promise<Called> {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const { folder, command } = startOf(name, port);
  const environment = { PATH: process.env.PATH, ...SETTINGS, SHOP_URL: `http://localhost:${port}` };
  const words = [
    `http://localhost:${port}/checkout`,
    ...options,
    "--protected",
    "Place order",
    "--json",
    "--",
    ...command,
  ];
  const terminal = { input, output, errors, environment, folder };
  const status = await gateTestCommand(words, terminal, new AbortController().signal);
  return { status, output: String(output.read() ?? ""), errors: String(errors.read() ?? "") };
}

const SETTINGS = { NODE_ENV: "production", SESSION_SECRET: "at least thirty-two random characters" };

/** As the README of the examples says; of Next.js without its build, which takes 20 seconds. */
function startOf(name: (typeof SHOPS)[number], port: number): { folder: string; command: string[] } {
  const isPhp = PHP_SHOPS.some((shop) => shop === name);
  const folder = join(isPhp ? join(ROOT, "examples") : installed.folder, name);
  if (isPhp) return { folder, command: ["php", "-d", "display_errors=stderr", "-S", `localhost:${port}`, "shop.php"] };
  const program = name === "next" ? [join(ROOT, "tests/support/next-shop.mjs"), folder] : ["shop.mjs"];
  return { folder, command: [process.execPath, ...program] };
}

test.for(SHOPS.map((name, n) => [name, n] as const))("the example %s passes all twelve", async ([, n]) => {
  const { status, output, errors } = (await walks[n]) as Called;
  expect([status, errors], output).toEqual([0, ""]);
  const report: Report = JSON.parse(output);
  expect(report.cases).toHaveLength(12);
  expect(isSound(report)).toBe(true);
});
