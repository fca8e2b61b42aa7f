import { expect, type Page } from "playwright/test";
import { isFull } from "#tests/support/full.ts";
import { expectSound } from "./support/axe.ts";
import { DASHBOARD_TOUR, openStop } from "./support/dashboard-tour.ts";
import { demo } from "./support/demo.ts";
import { layoutShift } from "./support/layout-shift.ts";
import { kilobytesOf, weighScripts } from "./support/scripts.ts";
import { test } from "./support/test.ts";
import { strayWords } from "./support/words.ts";

const PHONE = { width: 360, height: 640 };
const WIDE = { width: 1280, height: 800 };
const MAX_SCRIPT_KB = 150;
/** Pages for strangers have none. */
const WITHOUT_SCRIPT = /^(?:sign-in|inbox)/;

/** A problem of the sign-in page stands for all of them. */
const A_PROBLEM = "sign-in.again";
/** Every page on every run; of the states of a page, each twelfth, and in full all of them. */
const STOPS = DASHBOARD_TOUR.filter(
  ({ name, inFull }, n) => isFull || isWholePage(name) || name === A_PROBLEM || (!inFull && n % 12 === 0),
);

for (const [n, stop] of STOPS.entries())
  test(`${stop.name}: for everybody, light and dark, narrow and wide, light to load, and nobody else is asked`, async ({
    page,
  }) => {
    await page.setViewportSize(stop.phone ? PHONE : WIDE);
    const complaints = listen(page, stop.status);
    const scripts = weighScripts(page);
    const answer = await openStop(page, stop);
    expect(answer?.status()).toBe(stop.status ?? 200);
    if (!stop.prepare) expect(await page.evaluate(layoutShift), "its layout shift").toBe(0);
    await expect(page).toHaveTitle(/ – Ageway$/);
    await expect(page.locator("h1")).toHaveCount(1);
    expect(await strayWords(page)).toEqual([]);
    // A state differs from its page in a part of it: in full axe sees every one, on every run each third.
    await expectSound(page, n, { hasAxe: isFull || isWholePage(stop.name) || n % 3 === 0 });
    expect(complaints()).toEqual([]);
    if (isWholePage(stop.name)) {
      const kb = kilobytesOf(await scripts());
      console.log(`${stop.name}: ${kb.toFixed(0)} KB of script`);
      if (WITHOUT_SCRIPT.test(stop.name)) expect(kb).toBe(0);
      else expect(kb).toBeGreaterThan(0);
      expect(kb).toBeLessThanOrEqual(MAX_SCRIPT_KB);
    }
  });

/** Whether a stop measures the scripts of a page: other states load the same, or come from another page. */
function isWholePage(name: string): boolean {
  return !name.includes(".");
}

/** Errors on the console, violations of the policy, and requests to other hosts. */
function listen(page: Page, status: number | undefined): () => string[] {
  const heard: string[] = [];
  page.on("pageerror", (error) => heard.push(`page: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs the status of a missing page.
    const isStatus = status !== undefined && message.text().includes(`status of ${status}`);
    if (message.type() === "error" && !isStatus) heard.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOurs = origin === demo.baseUrl || request.isNavigationRequest() || protocol === "data:";
    if (!isOurs) heard.push(`asked: ${request.url()}`);
  });
  return () => heard;
}
