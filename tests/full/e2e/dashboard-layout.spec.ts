import { expect } from "@playwright/test";
import { furnished, newcomer } from "#tests/e2e/support/dashboard.ts";
import { signInAs } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";

const WIDE = { width: 1280, height: 800 };

test.describe("without script, on a desk", () => {
  test.use({ javaScriptEnabled: false, viewport: WIDE });

  test("the navigation stands beside the page, and the checks are there", async ({ page }) => {
    await signInAs(page, await furnished());
    await page.goto(`${demo.baseUrl}/dashboard/checks`);
    const [nav, heading] = await Promise.all([
      page.getByRole("complementary").boundingBox(),
      page.getByRole("heading", { level: 1 }).boundingBox(),
    ]);
    expect(nav?.x).toBeLessThan(heading?.x ?? 0);
    expect(heading?.y).toBeLessThan(120);
    await expect(page.getByText("Loading")).toHaveCount(0);
    await expect(page.getByRole("row").nth(2)).toBeVisible();
  });
});

test.describe("on a desk", () => {
  test.use({ viewport: WIDE });

  test("Sign out is whole at 1,280 by 800", async ({ page }) => {
    await signInAs(page, await furnished());
    await page.goto(`${demo.baseUrl}/dashboard`);
    await page.getByRole("button", { name: /Owner$/ }).click();
    const box = await page.getByRole("button", { name: "Sign out" }).boundingBox();
    expect((box?.y ?? WIDE.height) + (box?.height ?? 0)).toBeLessThanOrEqual(WIDE.height);
  });

  test("the colours of this browser are the member’s choice, also before script runs", async ({ page }) => {
    await signInAs(page, await newcomer());
    await page.goto(`${demo.baseUrl}/dashboard`);
    await page.getByRole("button", { name: /Owner$/ }).click();
    await page.getByRole("button", { name: "Dark" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await (await page.request.get(`${demo.baseUrl}/dashboard`)).text()).toContain('data-theme="dark"');
  });

  test("a font that comes after the first paint waits for the next page: swapped in, it moved a table by a line", async ({
    page,
  }) => {
    await signInAs(page, await newcomer());
    await page.goto(`${demo.baseUrl}/dashboard/team`);
    const displays = await page.evaluate(() =>
      [...document.styleSheets]
        .flatMap((stylesheet) => [...stylesheet.cssRules])
        .filter((rule) => rule instanceof CSSFontFaceRule)
        .map(({ style }) => style)
        .filter((style) => style.getPropertyValue("src").includes("url("))
        .map((style) => style.getPropertyValue("font-display")),
    );
    expect(displays).toEqual(["optional", "optional"]);
  });

  test("the front page, sign-in and the docs load the dashboard’s files of Inter", async ({ page }) => {
    const filesAt = async (path: string) => {
      await page.goto(`${demo.baseUrl}${path}`);
      const links = page.locator('link[rel="preload"][as="font"]');
      return links.evaluateAll((all) => all.map((link) => link.getAttribute("href")).toSorted());
    };
    await signInAs(page, await newcomer());
    const files = await filesAt("/dashboard/team");
    expect(files).toHaveLength(2);
    for (const path of ["/", "/sign-in", "/docs/quick-start"]) {
      expect(await filesAt(path), path).toEqual(files);
      // A policy that forbids them would make this fail.
      const weights = page.evaluate(async () => {
        const fonts = await Promise.all([...document.fonts].map((font) => font.load()));
        return fonts.map(({ family, weight }) => `${family} ${weight}`);
      });
      expect(await weights, path).toEqual(["Inter 400", "Inter 600"]);
    }
  });

  test("what was saved before is no news beside what is saved now", async ({ page }) => {
    const member = await newcomer();
    await signInAs(page, member);
    await page.goto(`${demo.baseUrl}/dashboard/settings`);
    await page.getByRole("button", { name: "Save organization" }).click();
    const saved = page.getByRole("status").filter({ hasText: "Organization saved" });
    await expect(saved).toHaveCount(1);
    await page.getByRole("button", { name: "Save visitor’s page" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Visitors see it from now on" })).toBeVisible();
    await expect(saved).toHaveCount(0);
  });

  test("the bar of the cap is as long as what is spent, and fills from top to bottom", async ({ page }) => {
    await signInAs(page, await furnished());
    await page.goto(`${demo.baseUrl}/dashboard/billing/plan`);
    const meter = page.getByRole("meter", { name: "Spend cap used" });
    const text = (await meter.getAttribute("aria-valuetext")) ?? "";
    const [spent = 0, cap = 0] = text.match(/[\d.]+/g)?.map(Number) ?? [];
    const [bar, filled] = [await meter.boundingBox(), await meter.locator("i").boundingBox()];
    expect(spent).toBeGreaterThan(0);
    expect((filled?.width ?? 0) / (bar?.width ?? 1)).toBeCloseTo(spent / cap, 1);
    // The edge of the bar is a pixel to either side.
    expect(filled?.height).toBeGreaterThanOrEqual((bar?.height ?? 0) - 2);
  });
});
