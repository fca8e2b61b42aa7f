import { expect, type Page } from "@playwright/test";
import { LANGUAGE_NAMES, wordsIn } from "#app/verify/_views/messages.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { enter } from "#tests/e2e/support/dashboard-tour.ts";
import { test } from "#tests/e2e/support/test.ts";

const preview = (page: Page) => page.getByRole("img", { name: /^The visitor’s page/ });

async function expectEveryLanguageAndPage(page: Page): Promise<void> {
  await expect(preview(page).getByText(wordsIn("en")("start.heading", { age: 18 }))).toBeVisible();
  for (const language of LANGUAGES) {
    await page.getByText(LANGUAGE_NAMES[language], { exact: true }).click();
    await expect(preview(page).getByText(wordsIn(language)("start.heading", { age: 18 }))).toBeVisible();
    await expect(preview(page).locator("> div").filter({ visible: true })).toHaveCount(1);
  }
  await page.getByText("Ending", { exact: true }).click();
  const last = wordsIn(LANGUAGES.at(-1) ?? "en");
  await expect(preview(page).getByText(last("outcome.too_young.heading", { age: 18 }))).toBeVisible();
  await expect(preview(page).getByText(last("start.heading", { age: 18 }))).toBeHidden();
  await page.getByText("Start", { exact: true }).click();
}

test("the preview follows language, scheme and colour before anything is saved", async ({ page }) => {
  await enter(page, "/dashboard/settings");
  // The demo's two eIDs share a name: only the dashboard tells them apart.
  await expect(preview(page)).not.toContainText(/eID [SB]\b/);
  await expectEveryLanguageAndPage(page);
  await page.getByText(LANGUAGE_NAMES.en, { exact: true }).click();
  const colourOfButton = () =>
    preview(page)
      .getByText(/^Confirm with/)
      .filter({ visible: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  await page.getByText("Dark", { exact: true }).last().click();
  await expect(preview(page)).toHaveCSS("color-scheme", "dark");
  await page.getByLabel("Colour of the button").fill("#7a1f35");
  expect(await colourOfButton()).toBe("rgb(122, 31, 53)");
  await expect(page.getByText("10.1 : 1")).toBeVisible();
  await page.getByLabel("Colour of the button").fill("#ffd9ec");
  await expect(page.getByText("White text needs 4.5 : 1.")).toBeVisible();
  await page.reload();
  expect(await colourOfButton(), "nothing was saved").toBe("rgb(11, 93, 70)");
});

test("a form that the server refuses unread says why, and keeps what was typed", async ({ page }) => {
  await enter(page, "/dashboard/settings");
  const alert = page.locator("main").getByRole("alert");
  const address = page.getByLabel("Address on invoices");
  const save = page.getByRole("button", { name: "Save organization" });
  const long = "Street 1, ".repeat(12_000);
  // Typed, it would end at the longest that the field takes.
  await address.evaluate((field: HTMLTextAreaElement, text) => {
    field.value = text;
  }, long);
  await save.click();
  await expect(alert).toContainText("This is more than the form takes");
  await expect(address).toHaveValue(long);
  await address.fill("Street 1");
  // As after a deploy: the server's build has another id for the action.
  await page.route("**/dashboard/settings", (route) =>
    route.continue({ headers: { ...route.request().headers(), "next-action": "0".repeat(42) } }),
  );
  await save.click();
  await expect(alert).toContainText("This page is older than the server: reload it");
  await expect(alert).not.toContainText("No answer came");
  await expect(address).toHaveValue("Street 1");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the preview follows the language, and deleting has a page of its own", async ({ page }) => {
    await enter(page, "/dashboard/settings");
    await expectEveryLanguageAndPage(page);
    await page.getByRole("link", { name: "Delete organization" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete Corner shop?");
    await page.getByLabel("Type Corner shop to confirm").fill("Corner shop");
    await page.getByRole("button", { name: "Delete organization" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Name your shop or company");
  });
});
