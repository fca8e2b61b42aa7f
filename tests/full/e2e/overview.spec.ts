import { expect } from "@playwright/test";
import { dayOf, daysAfter } from "#lib/base/time.rules.ts";
import { furnished } from "#tests/e2e/support/dashboard.ts";
import { DASHBOARD_TOUR, openStop, signInAs } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";

async function open(page: Parameters<typeof openStop>[0], name: string) {
  const stop = DASHBOARD_TOUR.find((one) => one.name === name);
  if (!stop) throw new Error(`There is no stop ${name}`);
  await openStop(page, stop);
}

test("a lost domain is told first, with the button that mends it, and counted in the navigation", async ({ page }) => {
  await open(page, "overview.domain-lost");
  await expect(page.getByRole("link", { name: "Domains 1 to look at" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Needs you first" }).getByRole("listitem").first()).toContainText(
    "Its DNS record has been missing since",
  );
  await page.getByRole("link", { name: "Fix the record" }).click();
  await expect(page).toHaveURL(/\/dashboard\/domains\/weinhandlung/);
});

test("a period and a mode are addresses, and the sum of a part leads to its checks", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard?mode=test`);
  await page.getByRole("button", { name: "Period: Last 30 days" }).click();
  await page.getByRole("link", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/\/dashboard\?mode=test&days=7$/);
  await expect(page.getByRole("heading", { level: 2, name: "confirmed" })).toContainText(/\d test checks\b/);
  await page.getByRole("link", { name: /\d not confirmed$/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/checks\?mode=test&result=not_confirmed&since=\d{4}-\d\d-\d\d$/);
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test("without script, any days are a period, and its numbers lead to the checks of these days", async ({ page }) => {
    await signInAs(page, await furnished());
    await page.goto(`${demo.baseUrl}/dashboard`);
    const [since, until] = [dayOf(daysAfter(Date.now(), -5)), dayOf(daysAfter(Date.now(), -3))];
    await page.getByRole("button", { name: "Period: Last 30 days" }).click();
    await page.getByLabel("From day").fill(since);
    await page.getByLabel("To day").fill(until);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard\\?mode=live&since=${since}&until=${until}$`));
    await expect(page.getByRole("button", { name: /^Period: \d+ \w+ – \d+ \w+$/ })).toBeVisible();
    await page.getByRole("link", { name: /\d did not finish$/ }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/checks\\?result=.*&since=${since}&until=${until}$`));
  });
});

test("from the overview to why calls are refused, and what mends it, in two presses", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard`);
  await page.getByRole("link", { name: "See why" }).click();
  await expect(page).toHaveURL(/\/dashboard\/checks\/refused/);
  const reason = page.locator("main details", { hasText: "domain" }).first();
  if ((await reason.getAttribute("open")) === null) await reason.locator("summary").click();
  await expect(reason.getByRole("link").first()).toBeVisible();
});
