import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./tests/support/chromium.ts";
import { inFull } from "./tests/support/full.ts";

/**
 * Walks in a real browser, through everything that `npm start` starts: those that a person would call the product, and in full every
 * screen, device and state, too. One project: each would start browsers of its own.
 */
export default defineConfig({
  testDir: inFull("tests", "tests/e2e"),
  testMatch: "**/*.spec.ts",
  // Node strips the types itself, and keeps what it compiled.
  build: { external: ["**/*"] },
  globalSetup: "./tests/e2e/support/start.ts",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  // No promise of the product: for something that never comes, on however slow a machine.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  // Each that waits for what never comes takes its five minutes.
  maxFailures: inFull(0, 3),
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: "off",
    // A page lives for a second or two: what V8's optimizing compilers do for its code costs more than it saves.
    launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, "--js-flags=--no-opt,--no-maglev"] },
  },
});
