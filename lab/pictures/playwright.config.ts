import base from "../../playwright.config.ts";

/**
 * `npm run pictures`: of every screen, the dashboard's too, on one page, and those of the documentation; the latter alone with
 * `-- --project docs`.
 */
export default {
  ...base,
  testDir: ".",
  globalSetup: "../../tests/e2e/support/start.ts",
  outputDir: "../../test-results",
  projects: [
    { name: "screens", testMatch: "pictures.ts" },
    { name: "docs", testMatch: "docs.ts" },
  ],
};
