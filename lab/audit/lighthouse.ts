import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, expect, type LaunchOptions, test } from "@playwright/test";
import { demo } from "#tests/e2e/support/demo.ts";
import { openView, TOUR } from "#tests/e2e/support/verify-tour.ts";
import { freePort } from "#tests/support/ports.ts";

const LIGHTHOUSE = join(import.meta.dirname, "packages/node_modules/lighthouse/core/index.js");
const RUNS = 3;

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};
type Lighthouse = (url: string, options: object) => Promise<{ lhr: Report } | undefined>;

/** The least a score, and the most a measure, may be: the median of three, on a slow phone as Lighthouse plays it. */
const FLOORS = { performance: 98, accessibility: 100, "best-practices": 100 };
const CEILINGS = { "largest-contentful-paint": 1_000, "cumulative-layout-shift": 0, "total-blocking-time": 50 };

for (const name of ["start", "too_young", "eid_down"])
  test(`Lighthouse, mobile: ${name}`, async ({ launchOptions }) => {
    const stop = TOUR.find((one) => one.name === name);
    if (!stop) throw new Error(`There is no screen ${name}`);
    // The visitor's own browser is the one that is measured: some screens are shown to no other.
    const { page, port, close } = await openMeasured(launchOptions);
    const url = await stop.lead(page);
    await openView(page, stop, url, "en");
    await expectQuick(name, url, {
      port,
      // A page that says that the eID is down says so in its status too, and the browser repeats that on its console.
      ignoreStatusCode: true,
      skipAudits: stop.status >= 400 ? ["errors-in-console"] : [],
    });
    await close();
  });

/** Pages that search engines may list, so that counts too. */
for (const path of [
  "/docs",
  "/docs/quick-start",
  "/docs/configuration",
  "/changelog",
  "/reference",
  "/reasons",
  "/reasons/domain_not_verified",
])
  test(`Lighthouse, mobile: ${path}`, async ({ launchOptions }) => {
    const { port, close } = await openMeasured(launchOptions);
    await expectQuick(path, `${demo.baseUrl}${path}`, { port }, { ...FLOORS, seo: 100 });
    await close();
  });

async function openMeasured(launchOptions: LaunchOptions) {
  const port = await freePort();
  const context = await chromium.launchPersistentContext("", {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  return { page: await context.newPage(), port, close: () => context.close() };
}

async function expectQuick(name: string, url: string, options: object, floors: Record<string, number> = FLOORS) {
  const { default: lighthouse } = (await import(pathToFileURL(LIGHTHOUSE).href)) as { default: Lighthouse };
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(url, {
      logLevel: "error",
      onlyCategories: Object.keys(floors),
      disableStorageReset: true,
      ...options,
    });
    if (result) reports.push(result.lhr);
  }
  const scores = Object.keys(floors).map((category) => [
    category,
    Math.round(median(reports.map(({ categories }) => categories[category]?.score ?? 0)) * 100),
  ]);
  const measures = Object.keys(CEILINGS).map((audit) => [
    audit,
    Math.round(median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY)) * 1000) /
      1000,
  ]);
  console.log(`${name}: ${[...scores, ...measures].map((pair) => pair.join(" ")).join(", ")}`);
  for (const [category, floor] of Object.entries(floors))
    expect(Object.fromEntries(scores)[category], category).toBeGreaterThanOrEqual(floor);
  for (const [audit, ceiling] of Object.entries(CEILINGS))
    expect(Object.fromEntries(measures)[audit], audit).toBeLessThanOrEqual(ceiling);
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
