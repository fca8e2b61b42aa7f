import { expect, type Locator, type Page } from "@playwright/test";
import { furnished, REFERENCES } from "#tests/e2e/support/dashboard.ts";
import { signInAs } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active" }));

/** Takes a picture of the start of each mark, and of the page before the first: what is painted is no computed style. */
async function startsOf(page: Page, marks: Locator): Promise<string[]> {
  const boxes = await Promise.all((await marks.all()).map((mark) => mark.boundingBox()));
  const pictures = [];
  for (const [n, box] of [boxes[0], ...boxes].entries()) {
    if (!box) throw new Error("A mark is not shown");
    const { x, y, height } = box;
    const clip = { x: Math.floor(x) - (n === 0 ? 8 : 0), y: Math.round(y + height / 2) - 1, width: 6, height: 2 };
    pictures.push((await page.screenshot({ clip })).toString("base64"));
  }
  return pictures;
}

test("in the colours of the system the endings are solid, grey and hollow, beside their names and in the bar", async ({
  page,
}) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard?mode=test`);
  const region = page.getByRole("region", { name: / of [\d,]+ test checks/ });
  for (const marks of [page.getByRole("term").locator("i"), region.locator("div[aria-hidden] > i")]) {
    // The third part of the bar is opened, into parts that look the same.
    const [blank, yes, no, open] = await startsOf(page, marks);
    expect(new Set([blank, yes, no, open]).size).toBe(4);
  }
});

/** Takes a picture of the lower edge, in the middle: a line there is a mark, and no text reaches it. */
async function edgeOf(page: Page, one: Locator): Promise<string> {
  await one.scrollIntoViewIfNeeded();
  const box = await one.boundingBox();
  if (!box) throw new Error(`${one} is not shown`);
  const clip = { x: Math.round(box.x + box.width / 2) - 3, y: Math.round(box.y + box.height) - 4, width: 6, height: 6 };
  return (await page.screenshot({ clip })).toString("base64");
}

const CHECKS = "/dashboard/checks";

/** What is chosen, and what beside it is not. */
const CHOSEN = [
  ["the mode", CHECKS, "#side [data-mode=live]", "#side [data-mode=test]"],
  ["the page of the navigation", CHECKS, "#side li [data-key=c]", "#side li [data-key=k]"],
  ["the tab", CHECKS, "main nav [aria-current]", "main nav a:not([aria-current])"],
  ["a chip", `${CHECKS}?host=shop.example`, "summary.bg-wash >> nth=0", "summary.bg-raised >> nth=0"],
  ["the row of a panel", `${CHECKS}/${REFERENCES.confirmed}`, "tr[aria-current]", "tr[aria-current] + tr"],
  ["the language of code", "/dashboard/connect", "main [aria-current]", "main [aria-current] + a"],
  ["a radio", "/dashboard/settings", "label:has(:checked)", "label:has(:checked) + label"],
  ["the page of the documents", "/docs/quick-start", "li [aria-current]", "li:has([aria-current]) + li a"],
  ["the part of a choice", "/docs/quick-start", "fieldset label:has(:checked)", "fieldset label:has(:checked) + label"],
  ["the language of a page", "/status", "nav [aria-current]", "nav [aria-current] + a"],
] as const;

test("in the colours of the system, what is chosen is told by more than its type", async ({ page }) => {
  await signInAs(page, await furnished());
  for (const [what, path, chosen, other] of CHOSEN)
    await test.step(what, async () => {
      await page.goto(demo.baseUrl + path);
      const [edge, plain] = [
        await edgeOf(page, page.locator(chosen).filter({ visible: true }).first()),
        await edgeOf(page, page.locator(other).filter({ visible: true }).first()),
      ];
      expect.soft(edge === plain, `${what} looks as what is not chosen`).toBe(false);
    });
});

test("in the colours of the system, a chart keeps the lines of its axis", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard`);
  // The first days have no bar.
  const box = await page.locator("main div:has(> svg[preserveAspectRatio=none])").first().boundingBox();
  if (!box) throw new Error("No chart is shown");
  const at = async (y: number) => {
    const clip = { x: Math.round(box.x) + 2, y: Math.round(y), width: 4, height: 6 };
    return (await page.screenshot({ clip })).toString("base64");
  };
  expect((await at(box.y - 3)) === (await at(box.y + 8))).toBe(false);
});
