import { expect } from "@playwright/test";
import { widthOf } from "#tests/e2e/support/axe.ts";
import { furnished, REFERENCES } from "#tests/e2e/support/dashboard.ts";
import { enter, signInAs } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { CHECKS_URL, findCheck } from "#tests/e2e/support/find-check.ts";
import { test } from "#tests/e2e/support/test.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("from a reference to how the check ended: one press", ({ page }) => findCheck(page));

    test("the reference of a test check, or of a refused call, leads there from live", async ({ page }) => {
      await signInAs(page, await furnished());
      await page.goto(`${CHECKS_URL}?reference=${REFERENCES.tooYoung}`);
      await expect(page.getByRole("heading", { level: 2, name: "Too young" })).toBeVisible();
      expect(new URL(page.url()).searchParams.get("mode")).toBe("test");
      await page.goto(`${CHECKS_URL}?reference=${REFERENCES.refused}`);
      await expect(page.getByRole("heading", { level: 2, name: "Domain not verified" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Verify domain" })).toBeVisible();
    });
  });

test("on a phone the first check stands within 300 px of the page", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signInAs(page, await furnished());
  await page.goto(CHECKS_URL);
  const demoBar = await page.getByRole("region", { name: "Demo" }).boundingBox();
  const first = await page.locator("tbody tr:has(td)").first().boundingBox();
  expect((first?.y ?? 640) - (demoBar?.height ?? 0)).toBeLessThanOrEqual(300);
});

test("a panel that opens moves no row", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, await furnished());
  await page.goto(CHECKS_URL);
  const row = page.locator("tbody tr:has(td)").first();
  const before = await row.boundingBox();
  await row.getByRole("link").click();
  await expect(page.locator("#panel-title")).toBeVisible();
  const after = await row.boundingBox();
  expect([after?.x, after?.y, after?.height]).toEqual([before?.x, before?.y, before?.height]);
});

const FILTERS = ["result=not_confirmed", "provider=s", "host=checkout.wine-shop.example", "since=2026-11-01", "age=18"];

test("with one filter set the chips stand in one line of 1,280 px, and what is no filter is told", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, await furnished());
  for (const filter of FILTERS) {
    await page.goto(`${CHECKS_URL}?${filter}`);
    const tops = await page
      .locator(":has(+ #filters) > :visible")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect([filter, new Set(tops.map(Math.round)).size]).toEqual([filter, 1]);
  }
  await page.goto(`${CHECKS_URL}?provider=s&result=usd`);
  await expect(page.getByText("Ignored, because this page has no such filter: result=usd")).toBeVisible();
  await page.getByRole("link", { name: "Remove" }).click();
  await expect(page.getByText("Ignored, because")).toHaveCount(0);
  await expect(page).toHaveURL(`${CHECKS_URL}?provider=s`);
});

test("the longest label of a key is cut, in the Key chip and in its menu", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${CHECKS_URL}?mode=test`);
  const key = page.locator("details", { has: page.locator("a", { hasText: "Any key" }) });
  await key.locator("summary").click();
  const choice = key.getByRole("link", { name: /^Weinhandlung/ });
  const [menu, link] = [await key.locator("summary + *").boundingBox(), await choice.boundingBox()];
  expect(link?.width).toBeLessThanOrEqual(menu?.width ?? 0);
  expect(await widthOf(page)).toBeLessThanOrEqual(1280);
  await choice.click();
  await expect(key.locator("summary")).toContainText("Weinhandlung");
  expect((await key.locator("summary").boundingBox())?.width).toBeLessThanOrEqual(320);
});

test("a tick in a chip applies at once, and more can be ticked", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(CHECKS_URL);
  await page.locator("summary", { hasText: "Result" }).click();
  await page.getByRole("checkbox", { name: "eID was down" }).check();
  await expect(page).toHaveURL(`${CHECKS_URL}?result=eid_down`);
  await expect(page.getByRole("checkbox", { name: "eID was down" })).toBeFocused();
  await page.getByRole("checkbox", { name: "Another browser" }).check();
  await expect(page).toHaveURL(`${CHECKS_URL}?result=eid_down&result=other_browser`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("checkbox", { name: "Another browser" })).toBeHidden();
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "the focus, with script" : "the focus, without script", () => {
    test.use({ javaScriptEnabled });

    test("is on the heading of a panel that opens, and back on the row when it closes", async ({ page }) => {
      await signInAs(page, await furnished());
      await page.goto(CHECKS_URL);
      const row = page.getByRole("row").getByRole("link").nth(20);
      const reference = await row.getAttribute("id");
      await row.focus();
      await row.press("Enter");
      await expect(page.locator("#panel-title")).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.getByRole("link", { name: "Close" }).click();
      await expect(page.locator(`[id="${reference}"]`)).toBeFocused();
      await expect(page.locator(`[id="${reference}"]`)).toBeInViewport();
    });
  });

test("Escape closes the panel", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${CHECKS_URL}?result=eid_down`);
  await page.getByRole("link", { name: "eID was down" }).first().click();
  await expect(page.locator("#panel-title")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/dashboard\/checks\?result=eid_down#\w{8}$/);
  await page.goBack();
  await expect(page).toHaveURL(`${CHECKS_URL}?result=eid_down`);
  await expect(page.locator("#panel-title")).toHaveCount(0);
});

test("J and K go from row to row, and beside a panel from check to check", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(CHECKS_URL);
  await expect(page.locator("html[data-listens]")).toBeAttached();
  const rows = page.getByRole("row").getByRole("link");
  for (const [key, at] of [
    ["j", 0],
    ["j", 1],
    ["j", 2],
    ["k", 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(rows.nth(at)).toBeFocused();
  }
  const references = await rows.evaluateAll((links) => links.slice(0, 3).map(({ id }) => id));
  await page.keyboard.press("Enter");
  for (const [key, at] of [
    ["j", 2],
    ["k", 1],
  ] as const) {
    await expect(page.locator("#panel-title")).toBeFocused();
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`/${references[at]}#panel-title$`));
  }
});

test("a check that comes while the list is open is told above it, and moves no row", async ({ page }) => {
  await enter(page, "/dashboard/connect?mode=test");
  const key = await page.getByLabel("Key").inputValue();
  const call = `${demo.baseUrl}/api/url_generator_b/${key}/device-of-a-test/18`;
  const make = () => fetch(`${call}?${new URLSearchParams({ domain: "http://localhost:8080/" })}`);
  await make();
  await page.clock.install();
  const rows = page.getByRole("row").getByRole("link");
  await expect(async () => {
    await page.goto(`${CHECKS_URL}?mode=test`);
    await expect(rows).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  const before = await rows.boundingBox();
  await make();
  const newer = page.getByRole("link", { name: "1 newer check" });
  await expect(async () => {
    await page.clock.runFor(31_000);
    await expect(newer).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await rows.boundingBox()).toEqual(before);
  await newer.click();
  await expect(rows).toHaveCount(2);
  await expect(newer).toHaveCount(0);
});

test("on a phone every part of the filter can be reached, and the menu can be closed", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard/checks`);
  const filters = page.locator("#filters");
  await page.getByRole("button", { name: "Filters" }).click();
  for (const part of [filters.getByRole("checkbox").first(), filters.getByLabel("To day")]) {
    await part.scrollIntoViewIfNeeded();
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  await expect(filters.getByRole("button", { name: "Apply" })).toBeInViewport({ ratio: 1 });
  await filters.getByRole("button", { name: "Close" }).click();
  await expect(filters).toBeHidden();
});
