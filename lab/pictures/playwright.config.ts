import base from "../../playwright.config.ts";

/** Pictures of every screen, the dashboard's too, on one page: `npm run pictures`. */
export default {
  ...base,
  testDir: ".",
  globalSetup: "../../tests/e2e/support/start.ts",
  outputDir: "../../test-results",
  projects: [{ name: "pictures", testMatch: "pictures.ts" }],
};
