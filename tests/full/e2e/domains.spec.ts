import { expect } from "@playwright/test";
import { enter } from "#tests/e2e/support/dashboard-tour.ts";
import { proveDomain } from "#tests/e2e/support/prove-domain.ts";
import { test } from "#tests/e2e/support/test.ts";

test("a domain is shown as verified within twelve seconds of its record", ({ page }) =>
  proveDomain(page, { timeout: 12_000 }));

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page of a new domain does not claim to look, and its button looks", async ({ page }) => {
    await enter(page, "/dashboard/domains");
    await page.getByLabel("Add a domain").fill("shop-without-script.example");
    await page.getByRole("button", { name: "Add domain" }).click();
    await expect(page.getByText("Once it is there, press Check now.")).toBeVisible();
    await expect(page.getByText("Checking…")).toBeHidden();
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByText("press Check now")).toHaveCount(0);
    await expect(page.getByText(/DNS did not answer|No record there/)).toBeVisible();
  });
});
