import { expect, type Page } from "@playwright/test";
import { furnished, REFERENCES } from "#tests/e2e/support/dashboard.ts";
import { signInAs } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";

/** Marks the document: another one has no mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);

test("links and filters open their pages within the layout", async ({ page }) => {
  const side = page.getByRole("complementary", { name: "Navigation" });
  const steps = [
    ["of the navigation", () => side.getByRole("link", { name: "Checks" }).click(), /\/checks$/],
    ["of a row", () => page.locator("td a[id]").first().click(), /\/checks\/[A-Z2-9]{8}/],
    ["of a button", () => page.getByRole("link", { name: "Close" }).click(), /\/checks#/],
    ["of a tab", () => page.getByRole("link", { name: "Refused calls" }).click(), /\/refused$/],
    ["of the mode", () => side.getByRole("link", { name: "Test", exact: true }).click(), /\/refused\?mode=test$/],
    ["of a search", search, /\/checks\/[A-Z2-9]{8}/],
  ] as const;
  async function search() {
    await page.goBack();
    await page.goBack();
    await page.getByRole("searchbox", { name: "Reference" }).fill(REFERENCES.confirmed);
    await page.keyboard.press("Enter");
  }
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard`);
  await page.waitForSelector("html[data-listens]");
  await mark(page);
  for (const [what, open, address] of steps) {
    await open();
    await expect(page).toHaveURL(address);
    expect(await isMarked(page), `the link ${what}`).toBe(true);
  }
});

test("what is closed is not where Back leads", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard/checks`);
  await page.waitForSelector("html[data-listens]");
  await page.locator("td a[id]").first().click();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/checks#/);
  await page.goBack();
  await expect(page).toHaveURL(/\/checks$/);
  await expect(page.getByRole("link", { name: "Close" })).toHaveCount(0);
});

test("a link with Ctrl is the browser's, and so is a file", async ({ page, context }) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard/checks`);
  await page.waitForSelector("html[data-listens]");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Team" }).click({ modifiers: ["Control"] });
  const other = await opened;
  await other.close();
  const loaded = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await loaded).suggestedFilename()).toMatch(/\.csv$/);
  await expect(page).toHaveURL(/\/checks$/);
});

test("a link whose page is on its way is busy, and nothing else is said until it is there", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard`);
  await page.waitForSelector("html[data-listens]");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/dashboard\/team/, async (route) => {
    await released;
    await route.continue();
  });
  const link = page.getByRole("link", { name: "Team" });
  await link.click();
  await expect(link).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team");
  await expect(link).not.toHaveAttribute("aria-busy");
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
});
