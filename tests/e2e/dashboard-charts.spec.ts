import { expect } from "playwright/test";
import { furnished, newcomer, type SignedInMember } from "./support/dashboard.ts";
import { signInAs } from "./support/dashboard-tour.ts";
import { demo } from "./support/demo.ts";
import { weighScripts } from "./support/scripts.ts";
import { test } from "./support/test.ts";

test("charts load no script: a page without them loads the very same", async ({ browser }) => {
  const overview = async (member: SignedInMember) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const scripts = weighScripts(page);
    await signInAs(page, member);
    await page.goto(`${demo.baseUrl}/dashboard`, { waitUntil: "networkidle" });
    const paths = (await scripts()).map(({ path }) => path).toSorted();
    const charts = await page.locator("figure svg").count();
    await context.close();
    return { charts, paths };
  };
  const [drawn, bare] = [await overview(await furnished()), await overview(await newcomer())];
  expect([drawn.charts, bare.charts]).toEqual([2, 0]);
  expect(drawn.paths).toEqual(bare.paths);
});

test("each table of the overview begins with the oldest day, and a dash in it is explained", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard`);
  const tables = await page.locator("main table").all();
  expect(tables).toHaveLength(3);
  for (const table of tables) {
    const days = (await table.locator("th[scope=row]").allTextContents()).map((day) => Date.parse(`${day} UTC`));
    expect(days.length).toBeGreaterThan(5);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  }
  await expect(page.getByText("A dash stands for a group that is counted under “Others together”.")).toBeVisible();
  await expect(page.locator("main table").getByText("–", { exact: true }).first()).toBeAttached();
});
