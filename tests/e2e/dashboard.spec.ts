import { expect, type Page, test } from "playwright/test";
import { expectSound } from "./support/axe.ts";
import { DESK_TOUR, stopAt } from "./support/dashboard-tour.ts";
import { demo } from "./support/demo.ts";
import { kilobytesOf, weighScripts } from "./support/scripts.ts";

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };
const MOST_SCRIPT_KB = 200;

for (const stop of DESK_TOUR)
  test(`${stop.name}: for everybody, light and dark, narrow and wide, light to load, and nobody else is asked`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: stop.phone ? PHONE : DESK });
    const page = await context.newPage();
    const complaints = listen(page, stop.status);
    // The cache is empty: nobody has been here in this browser.
    const scripts = weighScripts(page);
    const answer = await stopAt(page, stop);
    expect(answer?.status()).toBe(stop.status ?? 200);
    await expect(page).toHaveTitle(/ – Ageway$/);
    await expect(page.locator("h1")).toHaveCount(1);
    await expectSound(page);
    expect(complaints()).toEqual([]);
    if (isWholePage(stop.name)) {
      const kb = kilobytesOf(await scripts());
      console.log(`${stop.name}: ${kb.toFixed(0)} KB of script`);
      expect(kb).toBeGreaterThan(0);
      expect(kb).toBeLessThanOrEqual(MOST_SCRIPT_KB);
    }
    await context.close();
  });

/** Its other states load nothing of their own, or come by way of other pages. */
function isWholePage(name: string): boolean {
  return !name.includes(".");
}

/** What the browser has against a page: on its console, of its policy, and whom it would ask besides us. */
function listen(page: Page, status: number | undefined): () => string[] {
  const heard: string[] = [];
  page.on("pageerror", (error) => heard.push(`page: ${error.message}`));
  page.on("console", (message) => {
    // That a page is not there, its status says too, and the browser repeats it.
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
