import { expect } from "@playwright/test";
import { expectSound } from "#tests/e2e/support/axe.ts";
import { listenToComplaints } from "#tests/e2e/support/complaints.ts";
import { DASHBOARD_TOUR, openStop } from "#tests/e2e/support/dashboard-tour.ts";
import { layoutShift } from "#tests/e2e/support/layout-shift.ts";
import { kilobytesOf, weighScripts } from "#tests/e2e/support/scripts.ts";
import { test } from "#tests/e2e/support/test.ts";
import { strayWords } from "#tests/e2e/support/words.ts";

const PHONE = { width: 360, height: 640 };
const WIDE = { width: 1280, height: 800 };
const MAX_SCRIPT_KB = 146;
/** Pages for strangers have none. */
const WITHOUT_SCRIPT = /^(?:sign-in|inbox|status)/;

for (const stop of DASHBOARD_TOUR)
  test(`${stop.name}: for everybody, light and dark, narrow and wide, light to load, and nobody else is asked`, async ({
    page,
  }) => {
    await page.setViewportSize(stop.phone ? PHONE : WIDE);
    const complaints = listenToComplaints(page, stop.status);
    const scripts = weighScripts(page);
    const answer = await openStop(page, stop);
    expect(answer?.status()).toBe(stop.status ?? 200);
    if (!stop.prepare) expect(await page.evaluate(layoutShift), "its layout shift").toBe(0);
    await expect(page).toHaveTitle(/ – Ageway$/);
    await expect(page.locator("h1")).toHaveCount(1);
    expect(await strayWords(page)).toEqual([]);
    await expectSound(page);
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
