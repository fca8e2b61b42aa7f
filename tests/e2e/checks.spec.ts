import { expect, type Page } from "playwright/test";
import { inFull, isFull } from "#tests/support/full.ts";
import { widthOf } from "./support/axe.ts";
import { furnished, REFERENCES } from "./support/dashboard.ts";
import { signInAs } from "./support/dashboard-tour.ts";
import { demo } from "./support/demo.ts";
import { test } from "./support/test.ts";

const CHECKS = `${demo.baseUrl}/dashboard/checks`;

/** In full both flows run with script and without it. On every run they take turns. */
const FLOWS: Record<string, (fixtures: { page: Page }) => Promise<void>> = {
  "from a reference, as a visitor reads it out, to how the check ended: one press": async ({ page }) => {
    await signInAs(page, await furnished());
    await page.goto(CHECKS);
    const { down } = REFERENCES;
    const search = page.getByRole("searchbox", { name: "Reference" });
    await search.fill(` ${down.slice(0, 4).toLowerCase()} ${down.slice(4).toLowerCase()} `);
    await search.press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: "eID was down" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/checks/${down}`);
    await expect(page.locator("#panel-title")).toBeFocused();
    // Beside the list, and closed it is the list again.
    await expect(page.getByRole("row", { name: "eID was down" })).toHaveAttribute("aria-current", "true");
    await page.getByRole("link", { name: "Close" }).click();
    await expect(page).toHaveURL(`${CHECKS}#${down}`);
  },
  "the reference of a test check, or of a refused call, leads there from live": async ({ page }) => {
    await signInAs(page, await furnished());
    await page.goto(`${CHECKS}?reference=${REFERENCES.tooYoung}`);
    await expect(page.getByRole("heading", { level: 2, name: "Too young" })).toBeVisible();
    expect(new URL(page.url()).searchParams.get("mode")).toBe("test");
    await page.goto(`${CHECKS}?reference=${REFERENCES.refused}`);
    await expect(page.getByRole("heading", { level: 2, name: "Domain not verified" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Verify domain" })).toBeVisible();
  },
};

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    for (const [n, [title, flow]] of Object.entries(FLOWS).entries())
      if (isFull || javaScriptEnabled === (n === 0)) test(title, flow);
  });

test("on a phone the first check stands within 300 px of the page", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signInAs(page, await furnished());
  await page.goto(CHECKS);
  const demoBar = await page.locator(".demo").boundingBox();
  const first = await page.locator("tbody tr:not(.day)").first().boundingBox();
  expect((first?.y ?? 640) - (demoBar?.height ?? 0)).toBeLessThanOrEqual(300);
});

test("a panel that opens moves no row", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, await furnished());
  await page.goto(CHECKS);
  const row = page.locator("tbody tr:not(.day)").first();
  const before = await row.boundingBox();
  await row.getByRole("link").click();
  await expect(page.locator("#panel-title")).toBeVisible();
  const after = await row.boundingBox();
  expect([after?.x, after?.y, after?.height]).toEqual([before?.x, before?.y, before?.height]);
});

/** Each in full; on every run the one whose chip is the widest. */
const WIDEST = "host=checkout.wine-shop.example";
const FILTERS = inFull(["result=not_confirmed", "provider=s", WIDEST, "since=2026-11-01", "age=18"], [WIDEST]);

test("with one filter set the chips stand in one line of 1,280 px, and what is no filter is told", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, await furnished());
  for (const filter of FILTERS) {
    await page.goto(`${CHECKS}?${filter}`);
    const tops = await page
      .locator(".chips > :visible")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect([filter, new Set(tops.map(Math.round)).size]).toEqual([filter, 1]);
  }
  await page.goto(`${CHECKS}?provider=s&result=usd`);
  await expect(page.getByText("Ignored, because this page has no such filter: result=usd")).toBeVisible();
  await page.getByRole("link", { name: "Remove" }).click();
  await expect(page.getByText("Ignored, because")).toHaveCount(0);
  await expect(page).toHaveURL(`${CHECKS}?provider=s`);
});

test("the longest label of a key is cut, in the Key chip and in its menu", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${CHECKS}?mode=test`);
  const key = page.locator(".chips details", { has: page.locator(".pop a", { hasText: "Any key" }) });
  await key.locator("summary").click();
  const choice = key.getByRole("link", { name: /^Weinhandlung/ });
  const [menu, link] = [await key.locator(".pop").boundingBox(), await choice.boundingBox()];
  expect(link?.width).toBeLessThanOrEqual(menu?.width ?? 0);
  expect(await widthOf(page)).toBeLessThanOrEqual(1280);
  await choice.click();
  await expect(key.locator("summary")).toContainText("Weinhandlung");
  expect((await key.locator("summary").boundingBox())?.width).toBeLessThanOrEqual(320);
});

test("a tick in a chip applies at once, and more can be ticked", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(CHECKS);
  await page.locator(".chips summary").filter({ hasText: "Result" }).click();
  await page.getByRole("checkbox", { name: "eID was down" }).check();
  await expect(page).toHaveURL(`${CHECKS}?result=eid_down`);
  await expect(page.getByRole("checkbox", { name: "eID was down" })).toBeFocused();
  await page.getByRole("checkbox", { name: "Another browser" }).check();
  await expect(page).toHaveURL(`${CHECKS}?result=eid_down&result=other_browser`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("checkbox", { name: "Another browser" })).toBeHidden();
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "the focus, with script" : "the focus, without script", () => {
    test.use({ javaScriptEnabled });

    test("is on the heading of a panel that opens, and back on the row when it closes", async ({ page }) => {
      await signInAs(page, await furnished());
      await page.goto(CHECKS);
      const row = page
        .locator("tr", { has: page.locator("a.over") })
        .nth(20)
        .locator("a.over");
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
  await page.goto(`${CHECKS}?result=eid_down`);
  await page.getByRole("link", { name: "eID was down" }).first().click();
  await expect(page.locator(".panel")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/dashboard\/checks\?result=eid_down#\w{8}$/);
  await page.goBack();
  await expect(page).toHaveURL(`${CHECKS}?result=eid_down`);
  await expect(page.locator(".panel")).toHaveCount(0);
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

test("a pointer over Export fetches a page of the navigation ahead, and never an export", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(CHECKS);
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("link", { name: "Export CSV" }).hover();
  await page.getByRole("link", { name: "Team" }).hover();
  await expect.poll(() => asked).toContain("/dashboard/team");
  expect(asked).not.toContain("/dashboard/checks/export");
});
