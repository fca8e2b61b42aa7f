import base from "../../playwright.config.ts";

/** Lighthouse and the axe matrix: `npm run audit`. One at a time, so that nothing else takes the processor. */
export default {
  ...base,
  workers: 1,
  fullyParallel: false,
  globalSetup: "../../tests/e2e/support/start.ts",
  outputDir: "../../test-results",
  projects: [
    { name: "lighthouse", testDir: ".", testMatch: "lighthouse.ts" },
    { name: "screens", testDir: "../../tests/full/e2e", testMatch: "{dashboard,docs,verify-views}.spec.ts" },
  ],
};
