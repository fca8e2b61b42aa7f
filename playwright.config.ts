import { defineConfig } from "playwright/test";
import { CHROMIUM } from "./tests/support/chromium.ts";

/** A visitor's walks in a real browser, through everything that `npm start` starts. */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/start.ts",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    trace: "off",
    launchOptions: CHROMIUM,
  },
  projects: [
    // Every file, so that no new one can be left out.
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone, without script",
      use: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, javaScriptEnabled: false },
      testMatch: "verify.spec.ts",
    },
  ],
});
