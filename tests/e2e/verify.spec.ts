import { expect } from "@playwright/test";
import { confirmAs, expectShopShows, openCheck } from "./support/demo.ts";
import { test } from "./support/test.ts";
import { VISITOR_FLOWS } from "./support/visitor-flows.ts";

for (const [title, flow] of Object.entries(VISITOR_FLOWS)) test(title, ({ page }) => flow(page, "Sandbox eID S"));

test.describe("at the other eID, on a phone, without script", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, javaScriptEnabled: false });

  for (const [title, flow] of Object.entries(VISITOR_FLOWS)) test(title, ({ page }) => flow(page, "Sandbox eID B"));
});

test("Back after success leads home again, not to a dead page", async ({ page }) => {
  await openCheck(page, "Sandbox eID B");
  await confirmAs(page, "adult");
  await expectShopShows(page, "18+ confirmed");
  // What lies behind: the eID's page, then ours.
  await page.goBack();
  await expect(page.getByText("This login is over.")).toBeVisible();
  await page.goBack();
  await expectShopShows(page, "18+ confirmed");
});
