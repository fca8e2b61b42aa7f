import { expect } from "@playwright/test";
import { newcomer } from "#tests/e2e/support/dashboard.ts";
import { enter, signInAs } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test("in the demo one press signs in as its owner, without script", async ({ page }) => {
    await page.goto(`${demo.baseUrl}/dashboard/keys`);
    await page.getByRole("button", { name: "Continue as owner@shop.example" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^(Name your shop or company|Keys)$/);
  });

  test("who still looks at an organization of the past sees the first of theirs", async ({ page }) => {
    await signInAs(page, {
      ...(await newcomer({ name: "Corner shop" })),
      organization: "00000000-0000-7000-8000-000000000000",
    });
    const answer = await page.goto(`${demo.baseUrl}/dashboard`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("button", { name: "Organization: Corner shop" })).toBeVisible();
  });
});

test("what was chosen and saved is what the page goes on showing, and a second save keeps it", async ({ page }) => {
  await enter(page, "/dashboard/settings");
  const save = page.getByRole("button", { name: "Save visitor’s page" });
  const danish = page.getByRole("radio", { name: "Dansk" });
  await page.getByText("Dansk", { exact: true }).click();
  await page.getByLabel("When a visitor has just been confirmed").selectOption("asked_again");
  await save.click();
  await expect(page.getByText("Saved. Visitors see it from now on.")).toBeVisible();
  await expect(danish).toBeChecked();
  await page.getByLabel("Shop name").fill("Corner shop two");
  // The words of the first save still stand there: what tells of the second is its answer.
  await Promise.all([page.waitForResponse((answer) => answer.request().method() === "POST"), save.click()]);
  await expect(page.getByText("Saved. Visitors see it from now on.")).toBeVisible();
  await page.getByLabel("Address on invoices").fill("Street 1");
  await page.getByRole("button", { name: "Save organization" }).click();
  await expect(page.getByText("Organization saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Shop name")).toHaveValue("Corner shop two");
  await expect(page.getByLabel("Address on invoices")).toHaveValue("Street 1");
  await expect(danish).toBeChecked();
  await expect(page.getByLabel("When a visitor has just been confirmed")).toHaveValue("asked_again");
});

test("two tabs on two organizations: each goes on writing to the one that it shows", async ({ page, context }) => {
  await enter(page, "/welcome", { name: "Shop one" });
  await page.getByLabel("Name").fill("Shop two");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Shop two");
  await page.goto(`${demo.baseUrl}/dashboard/settings`);

  const other = await context.newPage();
  await other.goto(`${demo.baseUrl}/dashboard/settings`);
  await other.getByRole("button", { name: "Organization: Shop two" }).first().click();
  await other.getByRole("button", { name: "Shop one", exact: true }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Welcome to Shop one");
  await expect(other.getByRole("button", { name: "Organization: Shop one" })).toBeVisible();

  await page.getByLabel("Colour of the button").fill("#123456");
  await page.getByRole("button", { name: "Save visitor’s page" }).click();
  await expect(page.getByText("Saved. Visitors see it from now on.")).toBeVisible();
  await expect(page.getByLabel("Shop name")).toHaveValue("Shop two");
  await page.getByLabel("Address on invoices").fill("Secret address of two");
  await page.getByRole("button", { name: "Save organization" }).click();
  await expect(page.getByText("Organization saved.")).toBeVisible();

  await other.getByRole("button", { name: "Organization: Shop" }).first().click();
  const chosen = other.waitForResponse((answer) => answer.request().method() === "POST");
  await other.getByRole("button", { name: "Shop one", exact: true }).click();
  await chosen;
  await other.goto(`${demo.baseUrl}/dashboard/settings`);
  await expect(other.getByLabel("Shop name")).toHaveValue("Shop one");
  await expect(other.getByLabel("Address on invoices")).toHaveValue("");
});
