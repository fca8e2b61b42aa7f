import { expect } from "@playwright/test";
import { confirmAs, demo, expectShopShows, openCheck } from "./support/demo.ts";
import { test } from "./support/test.ts";
import { VISITOR_FLOWS } from "./support/visitor-flows.ts";

for (const [title, flow] of Object.entries(VISITOR_FLOWS)) test(title, ({ page }) => flow(page, "eID S"));

test.describe("at the other eID, on a phone, without script", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, javaScriptEnabled: false });

  for (const [title, flow] of Object.entries(VISITOR_FLOWS)) test(title, ({ page }) => flow(page, "eID B"));
});

test("Back after success leads home again, not to a dead page", async ({ page }) => {
  await openCheck(page, "eID B");
  await confirmAs(page, "adult");
  await expectShopShows(page, "18+ confirmed");
  // What lies behind: the eID's page, then ours.
  await page.goBack();
  await expect(page.getByText("This login is over.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the demo shop" })).toHaveAttribute("href", demo.shopUrl);
  await page.goBack();
  await expectShopShows(page, "18+ confirmed");
});

test("the shop leads to the check on the dashboard, which its backend heard of", async ({ page }) => {
  await openCheck(page, "eID S");
  await confirmAs(page, "adult");
  await page.getByRole("link", { name: "See this check in the dashboard" }).click();
  await page.getByRole("button", { name: /^Continue as/ }).click();
  const panel = page.getByRole("complementary", { name: "Confirmed" });
  await expect(panel).toContainText("Your backend asked");
});
