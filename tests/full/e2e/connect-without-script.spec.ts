import { expect } from "@playwright/test";
import { enter } from "#tests/e2e/support/dashboard-tour.ts";
import { chooseAs } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

test("on a phone, without script: what is chosen is applied, and a test check is told when the page is shown anew", async ({
  page,
}) => {
  await enter(page, "/dashboard/connect?mode=test");
  await page.locator("label", { hasText: "16" }).click();
  await page.getByLabel("Return page").fill("http://localhost:3000/checkout");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/mode=test.*age=16/);
  await page.getByRole("link", { name: "PHP" }).click();
  for (const own of ["16", "http://localhost:3000"])
    await expect(page.locator("mark", { hasText: own }).first()).toBeVisible();

  // Nothing listens or waits without script.
  await expect(page.getByRole("heading", { name: "Calls so far" })).toBeVisible();
  for (const claim of [page.locator('[data-part="pulse"]'), page.getByText("Listening"), page.getByText("Waiting for")])
    await expect(claim).toBeHidden();
  await page.getByRole("button", { name: "Run a test check" }).click();
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Open the test check" }).click(),
  ]);
  await tab.getByRole("button", { name: /^Confirm with/ }).click();
  await chooseAs(tab, "adult");
  // Events are written in batches, a moment after what they tell of.
  await expect(async () => {
    await page.getByRole("link", { name: "Refresh" }).click();
    await expect(page.getByText("It works.")).toBeVisible({ timeout: 1_000 });
  }).toPass();

  // What was chosen stays chosen.
  await expect(page).toHaveURL(/age=16.*platform=php/);
  await page.getByRole("button", { name: "Send a 17-year-old" }).click();
  await expect(page.getByRole("link", { name: "Open your page as this visitor" })).toHaveAttribute(
    "href",
    /^http:\/\/localhost:3000\/checkout\?token_age_verified=/,
  );
});
