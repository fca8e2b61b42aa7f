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

/** The numbers of the overview as the page shows them. `parts`: by the name of each. */
async function endingsOn(page: Page) {
  const region = page.getByRole("region", { name: / of [\d,]+ (test )?checks?/ });
  const links = region.getByRole("link", { name: /^[\d,]+ (confirmed|not confirmed|did not finish|under way)$/ });
  const parts = (await links.allTextContents()).map((text) => [text.replace(/^[\d,]+ /, ""), numberIn(text)] as const);
  const sentence = await region.getByRole("heading", { name: /confirmed/ }).textContent();
  const [, confirmed, made] = /([\d,]+) of ([\d,]+)/.exec(sentence ?? "") ?? [];
  return {
    ...{ parts: Object.fromEntries(parts), made: numberIn(made ?? ""), confirmed: numberIn(confirmed ?? "") },
    losses: await region.getByRole("definition").getByRole("listitem").allTextContents(),
  };
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

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

  test("what was confirmed, what was lost and what is under way add up to all checks, in each mode and period", async ({
    page,
  }) => {
    await signInAs(page, await furnished());
    const made = [];
    for (const mode of ["", "mode=test&"] as const)
      for (const days of DAYS) {
        await page.goto(`${demo.baseUrl}/dashboard?${mode}days=${days}`);
        const { parts, losses, ...sentence } = await endingsOn(page);
        made.push(sentence.made);
        expect(sumOf(Object.values(parts))).toBe(sentence.made);
        expect([parts.confirmed, sumOf(losses.map(numberIn))]).toEqual([sentence.confirmed, parts["did not finish"]]);
        // Of today's live checks nobody may see yet who went to the eID.
        expect(losses.some((loss) => loss.startsWith("left recently"))).toBe(mode === "");
        const rows = page
          .locator("main table", { has: page.locator("caption", { hasText: "Checks a day" }) })
          .locator("tr");
        const links = (await rows.locator("td:last-child").allTextContents()).map((text) =>
          text === "no data" ? 0 : numberIn(text),
        );
        expect(links).toHaveLength(days);
        expect(sumOf(links)).toBe(sentence.made);
      }
    expect(made.every((count) => count > 0)).toBe(true);
    expect(new Set(made).size).toBeGreaterThan(2);
  });
});
