import { expect } from "@playwright/test";
import { demo } from "#tests/e2e/support/demo.ts";
import { BILLING, chooseStarter, shop } from "#tests/e2e/support/paying-shop.ts";
import { test } from "#tests/e2e/support/test.ts";

test("a key is paused and goes on again, each from the very next call", async ({ page }) => {
  const { key, call } = await shop(page);
  await chooseStarter(page);
  await page.goto(`${demo.baseUrl}/dashboard/keys/${key}`);
  await page.getByRole("button", { name: "Pause key" }).click();
  await expect(page.getByText("This key is paused")).toBeVisible();
  expect(await call()).toBe("plugin_key_paused");
  await page.getByRole("button", { name: "Resume key" }).click();
  await expect(page.getByRole("button", { name: "Pause key" })).toBeVisible();
  expect(await call()).toBeNull();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

  test("a plan is chosen and ended, and a cap that is no amount is refused with what was typed", async ({ page }) => {
    const { call } = await shop(page);
    await chooseStarter(page);
    expect(await call()).toBeNull();
    await page.getByLabel("Monthly cap").fill("a lot");
    await page.getByRole("button", { name: "Save cap" }).click();
    await expect(page.getByRole("alert")).toContainText("Enter an amount such as 250 or 250.00");
    await expect(page.getByLabel("Monthly cap")).toHaveValue("a lot");
    await page.getByText("End the subscription").click();
    await page.getByRole("button", { name: "End subscription now" }).click();
    await expect(page.getByText("The subscription has ended. Live checks have stopped.")).toBeVisible();
    expect(await call()).toBe("subscription_inactive");
  });
});

test("a Danish reader finds amounts with a comma, and the page in English", async ({ browser }) => {
  const context = await browser.newContext({ locale: "da-DK" });
  const page = await context.newPage();
  await shop(page);
  await page.goto(`${BILLING}/plan`);
  await expect(page.getByText("29 €")).toBeVisible();
  await page.getByRole("link", { name: "Review plan Shop" }).click();
  await expect(page.getByText("29,00 € per month")).toBeVisible();
  await context.close();
});
