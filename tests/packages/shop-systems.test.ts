import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blocksOf } from "#tests/support/document-block.ts";

// The code of the chapter, with stand-ins for what it names of each shop system.
const blocks = blocksOf(readFileSync("docs/integrate/shop-systems.md", "utf8")).map(({ code }) => code);

/** What a hook said to somebody with this session; `null`: it let them pass. A closed page comes before it. */
function saidBy(hook: string, state: object | null): string | null {
  const php = ["-d", "display_errors=stderr", "shop-systems.php"];
  const input = `${JSON.stringify({ blocks, hook, state })}\n`;
  const { stdout, stderr } = spawnSync("php", php, { cwd: "tests/packages/php", input, encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout.split("\n").at(-1) ?? "");
}

const confirmed = (age: number, seconds: number) => ({
  deviceId: "6f9f2f60-5f0b-4c0e-9a1c-0c8d3d6f7a11",
  age,
  until: new Date(Date.now() + seconds * 1_000).toISOString(),
  pluginKey: "pk_test_gate",
});

test.for([
  ["magento page", "ended"],
  ["magento order", "Confirm your age: open the checkout again."],
  ["prestashop page", "ended"],
  ["prestashop order", "index.php?controller=order"],
  ["shopware order", "blocked"],
  ["drupal order", "not allowed"],
  ["sylius order", "blocked"],
] as const)("%s is for confirmed customers only", ([hook, refusal]) => {
  for (const state of [null, confirmed(16, 1_200)]) expect(saidBy(hook, state)).toBe(refusal);
  expect(saidBy(hook, confirmed(18, 1_200))).toBeNull();
});

test.for(["prestashop other page", "drupal other transition"])("%s is for everybody", (hook) => {
  expect(saidBy(hook, null)).toBeNull();
});

test("what runs without a request is not confirmed", () => {
  expect(saidBy("without a request", confirmed(18, 1_200))).toBe("not allowed");
});
