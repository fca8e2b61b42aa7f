import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Page, test } from "@playwright/test";
import { readLanguage } from "#lib/core/language.rules.ts";
import { DASHBOARD_TOUR, openStop } from "#tests/e2e/support/dashboard-tour.ts";
import { openView, TOUR } from "#tests/e2e/support/verify-tour.ts";

const FOLDER = join(import.meta.dirname, "../../pictures");
const LANGUAGE = readLanguage(process.env.PICTURES_LANGUAGE) ?? "en";
const WIDTHS = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

for (const stop of TOUR)
  test(stop.name, async ({ browser }) => {
    const context = await browser.newContext({ ...stop.context });
    const page = await context.newPage();
    await openView(page, stop, await stop.lead(page), LANGUAGE);
    await draw(page, stop.name);
    await context.close();
  });

for (const stop of DASHBOARD_TOUR)
  test(dashboardName(stop), async ({ browser }) => {
    const [phone, , wide] = WIDTHS;
    const context = await browser.newContext({
      viewport: (stop.phone ? phone : wide) ?? null,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await openStop(page, stop);
    await draw(page, dashboardName(stop));
    await context.close();
    if (stop.prepare || stop.phone) return;
    const without = await browser.newContext({ javaScriptEnabled: false });
    const plain = await without.newPage();
    await openStop(plain, stop);
    await draw(plain, `${dashboardName(stop)}.without-script`, ["light"]);
    await without.close();
  });

test.afterAll(() => {
  const views = TOUR.map(({ name, status, code }) => ({ name, note: `${status} ${code ?? ""}` }));
  const dashboard = DASHBOARD_TOUR.map((stop) => ({
    name: dashboardName(stop),
    note: typeof stop.at === "string" ? stop.at : "",
  }));
  const body = `<h1>Every verify view</h1>${rowsOf(views)}<h1>Every page of the dashboard</h1>${rowsOf(dashboard)}`;
  writeFileSync(
    join(FOLDER, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Every screen</title><style>body{font:1rem system-ui;margin:2rem}div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}img{block-size:24rem;border:1px solid #8888}small{font-weight:400}</style>${body}</html>`,
  );
});

/** Verify views and dashboard pages may have the same name. */
function dashboardName({ name }: { name: string }): string {
  return `dashboard.${name}`;
}

type Scheme = "light" | "dark";

async function draw(page: Page, name: string, schemes: readonly Scheme[] = ["light", "dark"]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const viewport of WIDTHS)
    for (const colorScheme of schemes) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: join(FOLDER, `${name}.${viewport.width}.${colorScheme}.png`), fullPage: true });
    }
}

function rowsOf(stops: readonly { name: string; note: string }[]): string {
  const there = readdirSync(FOLDER).filter((file) => file.endsWith(".png"));
  const rows = stops.map(({ name, note }) => {
    const pictures = there.filter((file) => isOf(file, name)).toSorted();
    const figures = pictures.map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`);
    return `<section><h2>${name} <small>${note}</small></h2><div>${figures.join("")}</div></section>`;
  });
  return rows.join("");
}

function isOf(file: string, name: string): boolean {
  return file.startsWith(`${name}.`) && /^(without-script\.)?\d+\.(light|dark)\.png$/.test(file.slice(name.length + 1));
}
