import { expect } from "@playwright/test";
import { BILLING, chooseStarter, shop } from "./support/paying-shop.ts";
import { test } from "./support/test.ts";

test("an owner chooses a plan, sees each call billed, and a cap stops the next one at once", async ({ page }) => {
  const { call } = await shop(page);
  expect(await call()).toBe("subscription_inactive");
  await chooseStarter(page);
  for (let calls = 0; calls < 3; calls += 1) expect(await call()).toBeNull();

  await page.goto(BILLING);
  const cost = page.locator("dl").getByRole("link", { name: "€0.36" });
  await expect(cost).toBeVisible();
  await page.getByRole("link", { name: "Change cap" }).click();
  await page.getByLabel("Monthly cap").fill("0,40");
  await page.getByLabel("Stop live checks").check();
  await page.getByRole("button", { name: "Save cap" }).click();
  await expect(page.getByText("Cap saved. It applies to the next call.")).toBeVisible();
  await expect(page.getByText("The spend cap of this month is reached")).toBeVisible();
  expect(await call()).toBe("spend_cap_reached");
  await page.getByLabel("Monthly cap").fill("0.48");
  await page.getByRole("button", { name: "Save cap" }).click();
  await expect(page.getByText("75 % of this month’s spend cap is used")).toBeVisible();
  expect([await call(), await call()]).toEqual([null, "spend_cap_reached"]);

  await page.goto(BILLING);
  await page.locator("dl").getByRole("link", { name: "€0.48" }).click();
  await expect(page.getByRole("heading", { name: "4 checks: €0.48" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "€0.12" })).toHaveCount(4);
  await expect(page.getByRole("columnheader", { name: "Note" })).toBeHidden();
});
