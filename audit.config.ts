import base from "./playwright.config.ts";

/** Lighthouse and the axe matrix: `npm run audit`. One at a time, so that nothing else takes the processor. */
export default {
  ...base,
  workers: 1,
  fullyParallel: false,
  testDir: "tests",
  projects: [
    { name: "lighthouse", testMatch: "e2e/lighthouse.ts" },
    { name: "screens", testMatch: "full/e2e/{dashboard,docs,verify-views}.spec.ts" },
  ],
};
