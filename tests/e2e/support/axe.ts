import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";

/** In ASCII alone: Node writes half a megabyte of that to the browser in a fraction of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8").replaceAll(
  /[^\0-\x7f]/g,
  (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What depends on the colours of a page, and so on its scheme; nothing else does. */
const COLOURS = ["color-contrast", "link-in-text-block"];

const WIDE = { width: 1280, height: 800 };
const NARROWEST = { width: 320, height: 568 };

/** A scheme and a width. `rules`: what axe looks for then. */
type Variant = { colorScheme: "light" | "dark"; viewport: { width: number; height: number }; rules: readonly string[] };

/** Every variant of a screen: with all rules in light, with those of the colours in dark. */
export const EVERY_VARIANT: readonly Variant[] = [
  { colorScheme: "light", viewport: WIDE, rules: RULES },
  { colorScheme: "light", viewport: NARROWEST, rules: RULES },
  { colorScheme: "dark", viewport: WIDE, rules: COLOURS },
  { colorScheme: "dark", viewport: NARROWEST, rules: COLOURS },
];

/**
 * Both widths in one scheme. Axe sees one of them, with all rules; the scheme and the width change from screen to screen.
 * @param n the number of the screen
 */
export function variantsOf(n: number): readonly Variant[] {
  const colorScheme = n % 4 < 2 ? "light" : "dark";
  return [
    { colorScheme, viewport: WIDE, rules: n % 2 === 0 ? RULES : [] },
    { colorScheme, viewport: NARROWEST, rules: n % 2 === 0 ? [] : RULES },
  ];
}

/** In each variant: axe has nothing against it, every text has room, and nothing scrolls sideways. What is folded away counts too. */
export async function expectSound(page: Page, variants = EVERY_VARIANT): Promise<void> {
  await unfold(page);
  await bringAxe(page);
  for (const { colorScheme, viewport, rules } of variants) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    expect.soft(await violations(page, rules), `${colorScheme}, ${viewport.width} px`).toEqual([]);
    expect.soft(await squeezedTexts(page), `without room at ${viewport.width} px`).toEqual([]);
    expect.soft(await widthOf(page), `its width at ${viewport.width} px`).toBeLessThanOrEqual(viewport.width);
  }
}

/** Puts axe into the page; it stays until the page is left. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(AXE);
}

/** What axe has against the page; an exception must be argued for here. */
export async function violations(page: Page, rules: readonly string[] = RULES): Promise<string[]> {
  if (rules.length === 0) return [];
  return page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      // Nothing else of its answer is read, and no page has frames or style sheets of others.
      const { violations } = await axe.run(document, {
        runOnly,
        resultTypes: ["violations"],
        iframes: false,
        preload: false,
      });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [...rules],
  );
}

export function unfold(page: Page): Promise<void> {
  return page.evaluate(() => {
    // A chip's menu lies over the page: it is a stop of its own.
    for (const disclosure of document.querySelectorAll<HTMLDetailsElement>("details:not([name])"))
      disclosure.open = true;
  });
}

export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** The elements whose text cannot be seen although nothing hides them: a column of no width cuts it to nothing. */
function squeezedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasText = (one: Element) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    return [...document.querySelectorAll("body :not(option, script, style)")]
      .filter((one) => hasText(one) && one.checkVisibility() && one.getBoundingClientRect().width === 0)
      .map(({ outerHTML }) => outerHTML);
  });
}
