import base from "./playwright.config.ts";

/** Pictures of every screen, on one page: `npm run pictures`. */
export default { ...base, projects: [{ name: "pictures", testMatch: "pictures.ts" }] };
