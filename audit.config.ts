import base from "./playwright.config.ts";

/** Lighthouse and the axe matrix: `npm run audit`. One at a time, so that nothing else takes the processor. */
export default {
  ...base,
  workers: 1,
  fullyParallel: false,
  timeout: 300_000,
  projects: [
    { name: "lighthouse", testMatch: "lighthouse.ts" },
    { name: "screens", testMatch: "screens.spec.ts" },
  ],
};
