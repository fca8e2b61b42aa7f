import { expect, type Page } from "@playwright/test";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { furnished, newcomer, type SignedInMember } from "#tests/e2e/support/dashboard.ts";
import { signInAs } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { weighScripts } from "#tests/e2e/support/scripts.ts";
import { test } from "#tests/e2e/support/test.ts";

/** An organization that was called, but without a check: its overview has no chart. */
async function calledOnce(): Promise<SignedInMember> {
  const member = await newcomer();
  const keys = await listKeys(member.actor, member.organization);
  const key = keys.ok ? keys.rows[0]?.key : undefined;
  await fetch(`${demo.baseUrl}/api/url_generator_s/${key}/device-of-a-test/17?domain=http%3A%2F%2Flocalhost%2F`);
  return member;
}

test("charts load no script: a page without them loads the very same", async ({ page }) => {
  const overview = async (member: SignedInMember) => {
    await signInAs(page, member);
    await expect(async () => {
      await page.goto(`${demo.baseUrl}/dashboard`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview", { timeout: 1_000 });
    }).toPass();
    const scripts = weighScripts(page);
    await page.reload({ waitUntil: "networkidle" });
    const paths = (await scripts()).map(({ path }) => path).toSorted();
    return { charts: await page.getByRole("heading", { name: "Checks a day" }).count(), paths };
  };
  const [drawn, bare] = [await overview(await furnished()), await overview(await calledOnce())];
  expect([drawn.charts, bare.charts]).toEqual([1, 0]);
  expect(drawn.paths).toEqual(bare.paths);
});

const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? "")?.[0]?.replaceAll(",", "") ?? Number.NaN);

/** The numbers of the funnel as the page shows them. */
async function funnelOn(page: Page) {
  const stages = await page.locator(".funnel > li").all();
  return Promise.all(
    stages.map(async (stage) => ({
      count: numberIn(await stage.locator(".fig").textContent()),
      lost: numberIn((await stage.locator(".loss b").count()) ? await stage.locator(".loss b").textContent() : "0"),
    })),
  );
}

const DAYS = [7, 30, 90];

// The server draws them, and script changes none.
test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test("each table of the overview begins with the newest day, and a dash in it is explained", async ({ page }) => {
    await signInAs(page, await furnished());
    await page.goto(`${demo.baseUrl}/dashboard`);
    for (const name of ["Checks a day", "Why checks were not confirmed, by day"]) {
      const heads = page.locator("main table", { has: page.locator("caption", { hasText: name }) }).locator("tbody th");
      const days = (await heads.allTextContents()).map((day) =>
        Date.parse(`${day} ${/\d{4}/.test(day) ? "" : new Date().getFullYear()} UTC`),
      );
      expect(days.length).toBeGreaterThan(5);
      expect(days).toEqual(days.toSorted((a, b) => b - a));
    }
    await page.getByRole("link", { name: "Daily counts" }).click();
    await expect(page.getByText("A dash stands for a group that is counted under “Others together”.")).toBeVisible();
    await expect(page.locator("main table").getByText("–", { exact: true }).first()).toBeAttached();
  });

  test("what was lost and what was confirmed add up to what was started, in each mode and period", async ({ page }) => {
    await signInAs(page, await furnished());
    const made = [];
    for (const mode of ["", "mode=test&"] as const)
      for (const days of DAYS) {
        await page.goto(`${demo.baseUrl}/dashboard?${mode}days=${days}`);
        const funnel = await funnelOn(page);
        const [started, ...others] = funnel;
        made.push(started?.count);
        for (const [n, { count }] of others.entries()) expect(funnel[n]?.count).toBe(count + (funnel[n]?.lost ?? 0));
        // Of today's live checks nobody may see yet who went to the eID.
        const opened = page.locator(".funnel > li").nth(1).locator(".loss");
        if (mode === "") await expect(opened).toContainText("is shown tomorrow");
        else await expect(opened).not.toContainText("is shown tomorrow");
        const groups = (await page.locator(".sum b").allTextContents()).map(numberIn);
        expect(groups).toHaveLength(5);
        expect(groups.slice(0, 4).reduce((sum, group) => sum + group, 0)).toBe(groups[4]);
        expect([groups[0], groups[4]]).toEqual([funnel[4]?.count, started?.count]);
        const rows = page
          .locator("main table", { has: page.locator("caption", { hasText: "Checks a day" }) })
          .locator("tr");
        const links = (await rows.locator("td:last-child").allTextContents()).map((text) =>
          text === "no data" ? 0 : numberIn(text),
        );
        expect(links).toHaveLength(days);
        expect(links.reduce((sum, count) => sum + count, 0)).toBe(started?.count);
      }
    expect(made.every((count) => count !== undefined && count > 0)).toBe(true);
    expect(new Set(made).size).toBeGreaterThan(2);
  });
});
