import { expect } from "@playwright/test";
import { clickCounter, paneOf, tabAfter } from "./support/click-counter.ts";
import { demo } from "./support/demo.ts";
import { newAddress, settleIn } from "./support/sign-in.ts";
import { test } from "./support/test.ts";

test("from a fresh account to a confirmed test check: six presses at most, nothing copied, and every step is shown", async ({
  page,
}) => {
  await settleIn(page, { email: newAddress(), name: "Corner shop" });
  const { counts, click } = clickCounter();
  // The press on "Create organization", with which `settleIn` ended.
  counts.clicks += 1;
  await click(page.getByRole("button", { name: "Run a test check" }));
  const openCheck = page.getByRole("link", { name: "Open the test check" });
  // Nothing jumps, and a reload loses nothing.
  await expect(openCheck).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.reload();
  const tab = await tabAfter(page, () => click(openCheck));
  await click(tab.getByRole("button", { name: /^Confirm with/ }));
  await click(tab.locator('button[name="persona"][value="adult"]'));
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("It works: age confirmed");
  expect(counts.clicks).toBeLessThanOrEqual(6);
  expect(counts.copies).toBe(0);
  const steps = paneOf(page).getByRole("listitem").locator("b");
  await expect(steps).toHaveText([
    "Your backend asked",
    "Came back, age confirmed",
    /^Went to /,
    "Opened",
    "Link made",
  ]);
  const answer = JSON.parse((await paneOf(page).locator("pre").textContent()) ?? "{}");
  const heard = JSON.parse((await tab.locator("pre").textContent()) ?? "{}");
  expect(Object.entries(answer)).toEqual(Object.entries(heard));
  await expect(page.getByText("It works.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the test check" })).toHaveCount(0);
  await page.getByRole("link", { name: "Next: see what is left" }).click();
  await expect(page.getByRole("heading", { name: "Go live: 1 of 6 done" })).toBeVisible();
  // Without a choice the overview shows the mode that has checks. The switch is a choice.
  await page.goto(`${demo.baseUrl}/dashboard`);
  await expect(page).toHaveURL(/\/dashboard\?mode=test$/);
  await page.getByRole("link", { name: "Live", exact: true }).click();
  await expect(page.getByText("No live checks in the last 30 days")).toBeVisible();
});
