import { expect } from "@playwright/test";
import { widthOf } from "#tests/e2e/support/axe.ts";
import { DASHBOARD_TOUR, openStop } from "#tests/e2e/support/dashboard-tour.ts";
import { test } from "#tests/e2e/support/test.ts";

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

for (const stop of DASHBOARD_TOUR.filter(({ prepare, phone }) => !prepare && !phone))
  test(`${stop.name}, without script: the page is there in full, on a phone and on a desk`, async ({ page }) => {
    const answer = await openStop(page, stop);
    expect(answer?.status()).toBe(stop.status ?? 200);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.locator("h1")).toBeVisible();
      expect(await widthOf(page), `its width at ${width} px`).toBeLessThanOrEqual(width);
      // What streams in later stays hidden where no script shows it.
      expect(await page.locator("[hidden] h2, template").count()).toBe(0);
    }
  });
