import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { readLanguage } from "#lib/rules/language.ts";
import { TOUR, visit } from "./support/tour.ts";

const FOLDER = join(import.meta.dirname, "../../pictures");
const LANGUAGE = readLanguage(process.env.PICTURES_LANGUAGE) ?? "en";
const WIDTHS = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

for (const stop of TOUR)
  test(stop.name, async ({ browser }) => {
    mkdirSync(FOLDER, { recursive: true });
    const context = await browser.newContext({ ...stop.context });
    const page = await context.newPage();
    await visit(page, stop, await stop.lead(page), LANGUAGE);
    for (const viewport of WIDTHS)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        const path = join(FOLDER, `${stop.name}.${viewport.width}.${colorScheme}.png`);
        await page.screenshot({ path, fullPage: true });
      }
    await context.close();
  });

test.afterAll(() => {
  const there = readdirSync(FOLDER);
  const rows = TOUR.map(({ name, status, code }) => {
    const pictures = there.filter((file) => file.startsWith(`${name}.`) && file.endsWith(".png")).toSorted();
    const figures = pictures.map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`);
    return `<section><h2>${name} <small>${status} ${code ?? ""}</small></h2><div>${figures.join("")}</div></section>`;
  });
  writeFileSync(
    join(FOLDER, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Every screen</title><style>body{font:1rem system-ui;margin:2rem}div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}img{block-size:24rem;border:1px solid #8888}small{font-weight:400}</style><h1>Every screen of the hosted flow</h1>${rows.join("")}</html>`,
  );
});
