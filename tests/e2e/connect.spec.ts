import { expect } from "playwright/test";
import { enter } from "./support/dashboard-tour.ts";
import { chooseAs } from "./support/demo.ts";
import { newAddress, settleIn } from "./support/sign-in.ts";
import { test } from "./support/test.ts";

/** What a person spends besides reading: a character typed is half a second, a press is two. */
const [TYPING_MS, PRESS_MS, FIVE_MINUTES_MS] = [500, 2_000, 300_000];

test("from a fresh account to a confirmed test check: under five minutes, nothing copied, no DNS", async ({ page }) => {
  const began = Date.now();
  const email = newAddress();
  await settleIn(page, { email, name: "Corner shop" });
  await expect(page.getByText("Waiting for your first call…")).toBeVisible();
  await page.getByRole("button", { name: "Run a test check" }).click();
  await expect(page.getByRole("img", { name: "A code that opens the test check on a phone" })).toBeVisible();
  await expect(page.getByText("A link was made")).toBeVisible();
  await page.getByRole("link", { name: "Open the test check" }).click();
  await page.getByRole("button", { name: /^Confirm with/ }).click();
  await chooseAs(page, "adult");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("It works: age confirmed");
  await expect(page.locator("pre")).toContainText('"verified": true');
  await page.getByRole("link", { name: "Back to Connect" }).click();
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByText("Go live: 1 of 6 done")).toBeVisible();
  const [typed, presses] = [email.length + "Corner shop".length, 11];
  expect(Date.now() - began + typed * TYPING_MS + presses * PRESS_MS).toBeLessThan(FIVE_MINUTES_MS);
});

test("a test check of somebody too young is told as such, and counted", async ({ page }) => {
  await enter(page, "/dashboard/connect");
  await page.getByRole("button", { name: "Run a test check" }).click();
  await page.getByRole("link", { name: "Open the test check" }).click();
  await page.getByRole("button", { name: /^Confirm with/ }).click();
  await chooseAs(page, "seventeen");
  await page.getByRole("button", { name: /^Go back to/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("It works: age not confirmed");
  const { origin } = new URL(page.url());
  // Events are written in batches, a moment after what they tell of.
  await expect(async () => {
    await page.goto(`${origin}/dashboard/checks`);
    await expect(page.getByText("Under the age")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
});

test("a refused call shows up while the page is open, with its reason and the way to mend it", async ({ page }) => {
  await enter(page, "/dashboard/connect");
  const key = (await page.locator("code").first().textContent()) ?? "";
  await expect(page.getByText("Waiting for your first call…")).toBeVisible();
  const { origin } = new URL(page.url());
  await fetch(
    `${origin}/api/url_generator_s/${key}/device-of-a-test/18?domain=${encodeURIComponent("https://shop.example/")}`,
  );
  await expect(page.getByText("The host is not a verified domain of yours")).toBeVisible({ timeout: 10_000 });
  await page.getByRole("link", { name: "Go there" }).click();
  await expect(page.getByLabel("Host")).toHaveValue("shop.example");
});
