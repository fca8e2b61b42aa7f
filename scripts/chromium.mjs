import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A Chromium on this machine, or `undefined`: then Playwright's own is used. */
export function findChromium(env = process.env) {
  return [env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path));
}
