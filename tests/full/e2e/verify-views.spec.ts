import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import type { Language } from "#lib/core/language.rules.ts";
import { bringAxe, EVERY_VARIANT, unfold, violations, widthOf } from "#tests/e2e/support/axe.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";
import { LANGUAGES, openView, TOUR } from "#tests/e2e/support/verify-tour.ts";

const TOKEN = /[?&]token_age_verified=[\w-]+/;
const PHONE = { width: 360, height: 640 };
const NARROWEST = { width: 320, height: 568 };
/** They belong to no check that is still known, and to no call. */
const WITHOUT_REFERENCE = ["forgotten", "not_found"];
const OTHERS = LANGUAGES.filter((language) => language !== "en");

/** First in the language in which it is opened. */
const READ = ["en", ...OTHERS] as const;

for (const [n, stop] of TOUR.entries())
  test(`${stop.name}: its own page, for everybody, in every language, and a way on`, async ({
    page: shared,
    browser,
  }) => {
    const page = stop.context ? await browser.newPage(stop.context) : shared;
    const url = await stop.lead(page);

    await test.step("its own status and code, and a way on, in one request of at most 8 KB, without script", async () => {
      await page.setViewportSize(PHONE);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      const answer = await openView(page, stop, url, "en");
      const code = (await answer?.headerValue("Ageway-Reason")) ?? null;
      expect([answer?.status(), code]).toEqual([stop.status, stop.code]);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.locator(".first")).toHaveCount(1);
      // Only what has ended, or cannot go on, has a mark.
      await expect(page.locator("h1 svg")).toHaveCount(/^(?:start|waiting)/.test(stop.name) ? 0 : 1);
      const text = (await page.getByRole("main").textContent()) ?? "";
      expect(/[2-9A-HJ-NP-Z]{4}\u00a0?[2-9A-HJ-NP-Z]{4}/.test(text), "has a reference").toBe(
        stop.code !== null && !WITHOUT_REFERENCE.includes(stop.name),
      );
      const html = (await answer?.text()) ?? "";
      expect(gzipSync(html).length).toBeLessThanOrEqual(8 * 1024);
      expect(html).not.toMatch(/<script|javascript:|\son\w+=/i);
      expect(await answer?.headerValue("Content-Security-Policy")).not.toContain("script-src");
      // Where a button leads there, its page is the other one.
      expect(asked.filter((path) => !path.startsWith("/logos/"))).toHaveLength(stop.open ? 2 : 1);
    });

    for (const language of READ)
      await test.step(`${language}: readable light and dark, narrow and wide`, async () => {
        if (language !== "en") {
          await page.setViewportSize(PHONE);
          await openView(page, stop, url, language);
        }
        await expectReadable(page, language);
        await bringAxe(page);
        for (const { colorScheme, viewport } of EVERY_VARIANT) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(viewport);
          const found = await violations(page);
          expect(found, `${colorScheme}, ${viewport.width} px`).toEqual([]);
          await expectFitting(page, viewport.width);
        }
      });

    await test.step("another language is the same page in other words", async () => {
      await expect(page.locator("#lang")).toHaveCount(1);
      if (stop.open) return;
      const current = await page.locator("html").getAttribute("lang");
      const others = OTHERS.filter((language) => language !== current);
      const other = others[n % others.length] ?? "sv";
      await page.setViewportSize(PHONE);
      await page.selectOption("#lang", other);
      const answered = page.waitForResponse((response) => response.request().isNavigationRequest());
      await page.locator(".change button").click();
      const answer = await answered;
      const code = (await answer.headerValue("Ageway-Reason")) ?? null;
      expect([answer.status(), code]).toEqual([stop.status, stop.code]);
      await expectReadable(page, other);
      await page.setViewportSize(NARROWEST);
      await expectFitting(page, NARROWEST.width);
      expect(new URL(page.url()).origin).toBe(demo.baseUrl);
      expect(page.url()).not.toMatch(/[?&](code|iss)=/);
    });

    await test.step("large text, wide spacing, forced colours, a finger", async () => {
      await page.setViewportSize(NARROWEST);
      await unfold(page);
      await page.emulateMedia({ forcedColors: "active" });
      // Its ground is gone then: the primary button is known by its edge.
      await expect(page.locator(".first")).toHaveCSS("border-top-width", "3px");
      await page.emulateMedia({ forcedColors: "none" });
      await enlarge(page);
      expect(await cutOff(page)).toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(NARROWEST.width);
    });

    if (stop.returnsWithToken)
      await test.step("the last way leads home, with a token", async () => {
        const withToken = (address: string) => address.startsWith(`${demo.shopUrl}/checkout?`) && TOKEN.test(address);
        const returned = page.waitForRequest((request) => withToken(request.url()));
        await page.locator(".action").last().click();
        await returned;
        // The shop takes the token out of its address, and stays closed: no check of this session ended.
        await expect(page).toHaveURL(`${demo.shopUrl}/checkout?wine=granskog#age`);
        await expect(page.getByRole("heading", { level: 2, name: "Confirm that you are 18 or over" })).toBeVisible();
      });
    if (page !== shared) await page.close();
  });

/** In its language, and on a phone its first button is seen without scrolling. Unfolds what is folded away. */
async function expectReadable(page: Page, language: Language): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expectPrimaryInView(page);
  await unfold(page);
}

async function expectFitting(page: Page, width: number): Promise<void> {
  expect(await widthOf(page)).toBeLessThanOrEqual(width);
  expect(await smallTargets(page)).toEqual([]);
}

async function expectPrimaryInView(page: Page): Promise<void> {
  const box = await page.locator(".first").boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY), "its end").toBeLessThanOrEqual(PHONE.height);
  expect(box?.height).toBeGreaterThanOrEqual(48);
}

/** The spacing of WCAG 2.2, 1.4.12, and text twice as large (1.4.4). */
function enlarge(page: Page): Promise<void> {
  return page.evaluate(() => {
    const stylesheet = new CSSStyleSheet();
    stylesheet.replaceSync(
      "*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}html{font-size:200%!important}",
    );
    document.adoptedStyleSheets = [stylesheet];
  });
}

function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main *, header, footer, label")]
      // Text that sticks out of its box, or is hidden by it; a drawing has no box of text.
      .filter((one) => one instanceof HTMLElement && one.clientWidth > 0)
      .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.outerHTML.slice(0, 80)),
  );
}

/** Everything that a finger must hit is at least 44 px high and wide. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a, button, select, summary")]
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width < 44 || height < 44;
      })
      .map((one) => one.outerHTML.slice(0, 80)),
  );
}
