import { defineConfig } from "playwright/test";
import { CHROMIUM } from "./tests/support/chromium.ts";
import { isFull } from "./tests/support/full.ts";

const WALKS = "verify.spec.ts";

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
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } }, testIgnore: WALKS },
    { name: "desktop walks", use: { viewport: { width: 1280, height: 800 } }, testMatch: WALKS, ...leaveOut("B") },
    {
      name: "phone, without script",
      use: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, javaScriptEnabled: false },
      testMatch: WALKS,
      ...leaveOut("S"),
    },
  ],
});

/** In full each device walks at both eIDs. On every run the desktop walks at the one and the phone at the other. */
function leaveOut(eid: "S" | "B") {
  return isFull ? {} : { grepInvert: new RegExp(`Sandbox eID ${eid}`) };
}
