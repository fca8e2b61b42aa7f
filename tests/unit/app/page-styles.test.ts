import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OUR_ACCENT } from "#app/(dashboard)/dashboard/settings/_lib/our-accent.ts";
import { coloursIn, STYLE } from "#app/verify/_views/style.ts";
import { ACCENT } from "#lib/billing/pdf/page.ts";
import { BUTTON } from "#lib/mail/letter-html.rules.ts";
import { coloursOf, sheetOf } from "#scripts/sheet.mjs";

const THEME = "app/_ui/theme.css";
const COLOURS: Record<string, [light: string, dark: string]> = coloursOf(THEME);

test("the build reads every pair of colours of the theme", () => {
  const pairs = readFileSync(THEME, "utf8").match(/--color-[\w-]+: light-dark\(/g) ?? [];
  expect(pairs.length).toBeGreaterThan(20);
  expect(Object.keys(COLOURS)).toHaveLength(pairs.length);
});

test("the visitor's pages have the colours of the theme, in words that old browsers know", () => {
  const used = [...new Set([...STYLE.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = ""]) => name))];
  const colours = coloursIn(STYLE, COLOURS);
  expect(used.length).toBeGreaterThan(10);
  const [light = "", dark = ""] = colours.split("@media(prefers-color-scheme:dark)");
  for (const name of used) {
    expect(light).toContain(`--${name}:${COLOURS[name]?.[0]}`);
    expect(dark).toContain(`--${name}:${COLOURS[name]?.[1]}`);
  }
  expect(colours.match(/--[\w-]+:/g)).toHaveLength(2 * used.length);
  expect(STYLE).not.toMatch(/light-dark|@layer|undefined/);
});

test("the visitor's style is 3 KB and its colours", () => {
  const colours = coloursIn(STYLE, COLOURS);
  expect(colours.length).toBeLessThanOrEqual(512);
  expect(STYLE.replace(/^:root\{[\s\S]*?\}\}/, "").length).toBeLessThanOrEqual(3 * 1024);
});

test("what no sheet draws has the accent of the theme too: e-mails, invoices, and the colour of a shop without one", () => {
  const [accent, onAccent] = [COLOURS.accent, COLOURS["on-accent"]];
  expect([BUTTON.light, BUTTON.dark]).toEqual([0, 1].map((n) => [accent?.[n], onAccent?.[n]]));
  expect([ACCENT, OUR_ACCENT]).toEqual([accent?.[0], accent?.[0]]);
});

test("the sheet of the pages without script has the theme, and the utilities of each of them", async () => {
  const sheet = await sheetOf("app/_site/site.css");
  expect(sheet).toContain("--color-ink:light-dark(#17211c,#ecf2ee)");
  // One of each room.
  for (const utility of [".min-h-control{", ".min-\\[60rem\\]\\:z-1{", "max-w-176", ".bg-busy-wash{"])
    expect(sheet).toContain(utility);
});
