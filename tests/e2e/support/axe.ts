import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "playwright/test";
import { inFull } from "#tests/support/full.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What depends on the colours of a page, and so on its scheme; nothing else does. */
const COLOURS = ["color-contrast", "link-in-text-block"];

const NARROWEST = { width: 320, height: 568 };
const WIDE = { width: 1280, height: 800 };

type Variant = { colorScheme: "light" | "dark"; viewport: { width: number; height: number }; rules: readonly string[] };

/** In full axe sees a page four times. On every run: all rules in light and narrow, and the colours again in dark and wide. */
export const VARIANTS: readonly Variant[] = inFull<Variant[]>(
  [
    { colorScheme: "light", viewport: NARROWEST, rules: RULES },
    { colorScheme: "light", viewport: WIDE, rules: RULES },
    { colorScheme: "dark", viewport: NARROWEST, rules: COLOURS },
    { colorScheme: "dark", viewport: WIDE, rules: COLOURS },
  ],
  [
    { colorScheme: "light", viewport: NARROWEST, rules: RULES },
    { colorScheme: "dark", viewport: WIDE, rules: COLOURS },
  ],
);

/** Light and dark, narrow and wide: axe has nothing against it, and nothing scrolls sideways. What is folded away counts too. */
export async function expectSound(page: Page): Promise<void> {
  await unfold(page);
  await bringAxe(page);
  for (const { colorScheme, viewport, rules } of VARIANTS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    expect.soft(await violations(page, rules), `${colorScheme}, ${viewport.width} px`).toEqual([]);
    expect.soft(await widthOf(page), `its width at ${viewport.width} px`).toBeLessThanOrEqual(viewport.width);
  }
}

/** Puts axe into the page; it stays until the page is left. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(AXE);
}

/** What axe has against the page; an exception must be argued for here. */
export async function violations(page: Page, rules: readonly string[] = RULES): Promise<string[]> {
  return page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(document, { runOnly });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [...rules],
  );
}

export function unfold(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });
}

export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
