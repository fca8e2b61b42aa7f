import { expect, type Page } from "@playwright/test";
import { expectSound, variantsOf } from "./support/axe.ts";
import { listenToComplaints } from "./support/complaints.ts";
import { DASHBOARD_TOUR, openStop } from "./support/dashboard-tour.ts";
import { demo } from "./support/demo.ts";
import { test } from "./support/test.ts";
import { openView, TOUR } from "./support/verify-tour.ts";

type Stop = [name: string, open: (page: Page) => Promise<unknown>];

const START = stopOf(TOUR, "start");

/**
 * One of each kind of page: with one button, with charts and lists, with forms, with text. What is under `tests/full` opens every
 * page in every state, language and variant.
 */
const STOPS: Stop[] = [
  ["a visitor's page", async (page) => openView(page, START, await START.lead(page), "en")],
  ...["sign-in", "overview", "settings"].map((name): Stop => {
    const stop = stopOf(DASHBOARD_TOUR, name);
    return [`a member's page, ${name}`, (page) => openStop(page, stop)];
  }),
  ["a page of the documentation", (page) => page.goto(`${demo.baseUrl}/docs/quick-start`)],
];

for (const [n, [name, open]] of STOPS.entries())
  test(`${name}: for everybody, narrow and wide, and nobody else is asked`, async ({ page }) => {
    const complaints = listenToComplaints(page);
    await open(page);
    await expect(page.locator("h1")).toHaveCount(1);
    await expectSound(page, variantsOf(n));
    expect(complaints()).toEqual([]);
  });

function stopOf<One extends { name: string }>(tour: readonly One[], name: string): One {
  const stop = tour.find((one) => one.name === name);
  if (!stop) throw new Error(`The tour has no stop ${name}`);
  return stop;
}
