import { expect, type Page } from "@playwright/test";
import { reasonsOf } from "#app/_http/reason-catalogue.ts";
import { GROUPS } from "#app/(docs)/_docs/chapters.ts";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import { expectSound } from "#tests/e2e/support/axe.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";

const PAGES = [
  ...GROUPS.flatMap(({ links }) => links.map(({ path }) => path)),
  ...MENDERS.flatMap(reasonsOf).map(({ code }) => `/reasons/${code}`),
  "/reference/start_s",
  "/reference/check",
  "/reference/preflight_s",
  "/reasons?q=domain",
  "/docs/search",
  "/docs/search?q=locked+key",
  "/docs/search?q=nothing-like-it",
  "/docs/no-such-page",
];

for (const path of PAGES)
  test(`${path} is readable light and dark, narrow and wide, and loads from us alone`, async ({ page }) => {
    const loaded: string[] = [];
    const problems: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("404")) problems.push(message.text());
    });
    await page.goto(`${demo.baseUrl}${path}`);
    expect(loaded.filter((url) => !url.startsWith(demo.baseUrl) && !url.startsWith("data:"))).toEqual([]);
    await expectSound(page);
    expect(problems).toEqual([]);
  });

test("a reader copies a block of code by one press, and hears that it was copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${demo.baseUrl}/docs/quick-start`);
  const block = page.locator("figure", { hasText: "AGEWAY_KEY=" }).first();
  await block.getByRole("button", { name: "Copy" }).click();
  await expect(block.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await block.locator("code").textContent());
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(
    (await page.locator("figure:visible").count()) - 1,
  );
  await context.clearPermissions();
});

test("a link to a language chooses it, from another page and from the same one", async ({ page }) => {
  await page.goto(`${demo.baseUrl}/docs/quick-start#flask`);
  await expect(page.getByRole("radio", { name: "Flask" })).toBeChecked();
  await page.evaluate(() => {
    location.hash = "#php";
  });
  await expect(page.getByRole("radio", { name: "PHP" })).toBeChecked();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

  const names = (page: Page) => page.locator("figcaption:visible").allTextContents();

  test("a reader chooses a language by a key or a press, and sees its program alone", async ({ page }) => {
    await page.goto(`${demo.baseUrl}/docs/quick-start`);
    expect(await names(page)).toEqual(["shop.mjs"]);
    await page.getByRole("radio", { name: "Express" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await names(page)).toEqual(["shop.py"]);
    await page.getByRole("group").getByText("PHP").click();
    expect(await names(page)).toEqual(["shop.php"]);
    await page.goto(`${demo.baseUrl}/reference/check`);
    await page.getByRole("group").getByText("Python").click();
    expect(await names(page)).toEqual(["Python", "Old enough", "Every other end"]);
  });

  test("each endpoint is a page of its own, with its programs beside the text from 1,100 px", async ({ page }) => {
    await page.goto(`${demo.baseUrl}/reference`);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_000);
    await page.getByRole("link", { name: "Ask what a token proves" }).click();
    await expect(page).toHaveURL(`${demo.baseUrl}/reference/check`);
    const programs = page.locator("figure:visible").first();
    const answers = page.locator("#check-404");
    const boxes = async () => [await programs.boundingBox(), await answers.boundingBox()] as const;
    const [above, below] = await boxes();
    expect(above?.y).toBeLessThan(below?.y ?? 0);
    await page.setViewportSize({ width: 1100, height: 640 });
    await answers.evaluate((one) => one.scrollIntoView());
    const [beside, text] = await boxes();
    expect(beside?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
    expect(beside?.y).toBeGreaterThan(0);
    expect(beside?.y).toBeLessThan(200);
  });

  test("what a link of the reference leads to stands under what sticks above it, at each width", async ({ page }) => {
    for (const width of [360, 1023, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      for (const link of ["#check", "/start_s#start_s-400-domain_invalid", "#problem"]) {
        await page.goto(`${demo.baseUrl}/reference${link}`);
        const target = await page.locator(":target").boundingBox();
        const sticking = await page
          .locator("body > :is(header, details)")
          .evaluateAll((all) =>
            all.flatMap((one) =>
              getComputedStyle(one).position === "sticky" ? one.getBoundingClientRect().bottom : [],
            ),
          );
        expect(target?.y).toBeGreaterThanOrEqual(Math.max(...sticking));
      }
    }
  });

  test("paper has the programs in every language, each under its name", async ({ page }) => {
    await page.goto(`${demo.baseUrl}/docs/quick-start`);
    await page.emulateMedia({ media: "print" });
    expect(await names(page)).toEqual(["shop.mjs", "shop.py", "shop.php"]);
    for (const name of ["Express", "Flask", "PHP"]) await expect(page.getByRole("heading", { name })).toBeVisible();
    await page.goto(`${demo.baseUrl}/reference/check`);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("figcaption:visible")).toContainText(["curl", "Node", "PHP", "Python"]);
  });

  test("the keyboard comes past the navigation in one step, and to every block that scrolls", async ({ page }) => {
    await page.goto(`${demo.baseUrl}/docs/quick-start`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#content$/);
    const stops: boolean[] = [];
    for (const path of ["/docs/quick-start", "/docs/limits", "/docs/observe"]) {
      await page.goto(`${demo.baseUrl}${path}`);
      const blocks = await page.locator("pre, :has(> table)").evaluateAll((all) =>
        all.map((one) => ({
          scrolls: one.scrollWidth > one.clientWidth,
          isStop: one.matches('[tabindex="0"][role="region"][aria-label]'),
          text: one.textContent.slice(0, 60),
        })),
      );
      expect(blocks.filter(({ scrolls, isStop }) => scrolls && !isStop)).toEqual([]);
      stops.push(...blocks.map(({ isStop }) => isStop));
    }
    expect(new Set(stops)).toEqual(new Set([true, false]));
  });

  test("no button copies code, where none could", async ({ page }) => {
    await page.goto(`${demo.baseUrl}/docs/quick-start`);
    await expect(page.locator("figure button")).toHaveCount(0);
  });

  test("at every width a line of a program wraps", async ({ page }) => {
    for (const path of ["/docs/quick-start", "/docs/packages", "/docs/backup"]) {
      await page.goto(`${demo.baseUrl}${path}`);
      expect(
        await page.locator("pre").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth)),
      ).toEqual([]);
    }
  });

  test("on paper no line of code is cut", async ({ page }) => {
    await page.goto(`${demo.baseUrl}/docs/quick-start`);
    await page.emulateMedia({ media: "print" });
    const cut = (all: Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth).length;
    expect(await page.locator("pre, figure").evaluateAll(cut)).toBe(0);
  });
});
