import { expect, type Locator, type Page } from "@playwright/test";
import {
  chooseAs,
  confirmAs,
  demo,
  EIDS,
  type Eid,
  expectShopShows,
  openCheck,
  startsOf,
} from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";
import { VISITOR_FLOWS } from "#tests/e2e/support/visitor-flows.ts";

const DEVICES: Record<string, Parameters<typeof test.use>[0]> = {
  desktop: {},
  "phone, without script": {
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    javaScriptEnabled: false,
  },
};

for (const [device, options] of Object.entries(DEVICES))
  test.describe(device, () => {
    test.use(options);
    for (const eid of EIDS)
      test.describe(eid, () => {
        for (const [title, flow] of Object.entries(VISITOR_FLOWS)) test(title, ({ page }) => flow(page, eid));
        flowsAt(eid);
      });
    leaveForAnotherBrowser();
  });

function flowsAt(eid: Eid): void {
  test("who turns 18 today is, who turns 18 tomorrow is not", async ({ page }) => {
    await openCheck(page, eid);
    await confirmAs(page, "eighteen-today");
    await expectShopShows(page, "18+ confirmed");
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear()).catch(() => {});
    await openCheck(page, eid);
    await confirmAs(page, "eighteen-tomorrow");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You need to be 18 or over/);
  });

  test("cancelling on our page leads straight home", async ({ page }) => {
    await openCheck(page, eid);
    await page.getByRole("button", { name: "Cancel and go back to localhost" }).click();
    await expectShopShows(page, "Age not confirmed");
  });

  test("an eID that breaks down is said to be down, and the next try passes", async ({ page }) => {
    await openCheck(page, eid);
    await confirmAs(page, "down");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Sorry, Sandbox eID is not working right now/);
    await page.getByRole("button", { name: "Try again" }).click();
    await chooseAs(page, "adult");
    await expectShopShows(page, "18+ confirmed");
  });

  test("reloading changes nothing, wherever it is done", async ({ page }) => {
    await openCheck(page, eid);
    await page.reload();
    await page.getByRole("button", { name: "Confirm with Sandbox eID" }).click();
    await expect(page.locator('button[name="persona"]').first()).toBeVisible();
    await page.reload();
    await chooseAs(page, "seventeen");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You need to be 18 or over/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You need to be 18 or over/);
    await page.getByRole("button", { name: "Go back to localhost" }).click();
    await expectShopShows(page, "Age not confirmed");
    await page.reload();
    await expectShopShows(page, "Age not confirmed");
  });

  test("Back from the eID and pressing again still works", async ({ page }) => {
    await openCheck(page, eid);
    await page.getByRole("button", { name: "Confirm with Sandbox eID" }).click();
    await expect(page.locator('button[name="persona"]').first()).toBeVisible();
    await page.goBack();
    await confirmAs(page, "adult");
    await expectShopShows(page, "18+ confirmed");
  });

  test("Back after success leads home again, not to a dead page", async ({ page }) => {
    await openCheck(page, eid);
    const link = page.url();
    await confirmAs(page, "adult");
    await expectShopShows(page, "18+ confirmed");
    // What lies behind: the eID's page, then ours.
    await page.goBack();
    await expect(page.getByText("This login is over.")).toBeVisible();
    await page.goBack();
    await expectShopShows(page, "18+ confirmed");
    await page.goto(link);
    await expectShopShows(page, "18+ confirmed");
  });

  test("Back after cancelling, and after leaving, never ends on a dead page", async ({ page }) => {
    await openCheck(page, eid);
    const link = page.url();
    await confirmAs(page, "cancel");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You cancelled the age check/);
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You cancelled the age check/);
    await page.getByRole("button", { name: "Go back to localhost" }).click();
    await expectShopShows(page, "Age not confirmed");
    await page.goto(link);
    await expectShopShows(page, "Age not confirmed");
  });

  test("a double press is one trip to the eID", async ({ page }) => {
    await openCheck(page, eid);
    // What the second press cuts off before the eID shows its page is no attempt.
    const arrivals: string[] = [];
    page.on("framenavigated", (frame) => {
      const { origin } = new URL(frame.url());
      if (![demo.baseUrl, demo.shopUrl].includes(origin)) arrivals.push(origin);
    });
    await page.getByRole("button", { name: "Confirm with Sandbox eID" }).dblclick();
    await chooseAs(page, "adult");
    await expectShopShows(page, "18+ confirmed");
    expect(arrivals).toHaveLength(1);
  });

  test("with the keyboard alone, the focus seen all the way", async ({ page }) => {
    await page.goto(`${demo.shopUrl}/checkout?wine=granskog`);
    for (const start of startsOf(page, eid)) await activate(page, start);
    await activate(page, page.getByRole("button", { name: "Confirm with Sandbox eID" }));
    await activate(page, page.locator('button[name="persona"][value="adult"]'));
    await expectShopShows(page, "18+ confirmed");
  });

  test("a second browser finds the link used, and the first goes on", async ({ page, browser }) => {
    await openCheck(page, eid);
    const link = page.url();
    await page.getByRole("button", { name: "Confirm with Sandbox eID" }).click();
    await expect(page.locator('button[name="persona"]').first()).toBeVisible();
    const other = await (await browser.newContext()).newPage();
    const answer = await other.goto(link);
    expect(answer?.status()).toBe(410);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(/^This link has already been used/);
    await other.context().close();
    await chooseAs(page, "adult");
    await expectShopShows(page, "18+ confirmed");
  });

  test("a link scanner that opens the link first spends nothing", async ({ page, request }) => {
    await openCheck(page, eid);
    const link = page.url();
    for (const method of ["HEAD", "GET", "GET", "OPTIONS", "GET"]) await request.fetch(link, { method });
    await request.get(link, { headers: { "Sec-Purpose": "prefetch" } });
    await page.goto(link);
    await confirmAs(page, "adult");
    await expectShopShows(page, "18+ confirmed");
  });
}

function leaveForAnotherBrowser(): void {
  test("an answer that comes back in another browser is told so, is worth nothing, and the right browser tries again", async ({
    page,
    browser,
  }) => {
    await openCheck(page, "eID B");
    await page.getByRole("button", { name: "Confirm with Sandbox eID" }).click();
    await expect(page.locator('button[name="persona"]').first()).toBeVisible();
    // Approved here, answered elsewhere: as with an app that opens the system's own browser.
    let answered = await page.request.post(page.url(), { form: { persona: "adult" }, maxRedirects: 0 });
    let callback = answered.headers().location ?? "";
    while (!callback.startsWith(demo.baseUrl)) {
      answered = await page.request.get(new URL(callback, answered.url()).href, { maxRedirects: 0 });
      callback = answered.headers().location ?? "";
    }
    const other = await (await browser.newContext()).newPage();
    const answer = await other.goto(callback);
    expect(answer?.status()).toBe(409);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(/^You are in a different browser now/);
    expect(other.url()).not.toMatch(/[?&#](code|state|iss)=/);
    await other.context().close();
    await page.goto(callback);
    await page.getByRole("button", { name: "Confirm with Sandbox eID" }).click();
    await page.locator('button[value="adult"]').click();
    await expectShopShows(page, "18+ confirmed");
  });
}

/** Tab until it is there, look whether it shows, Enter. */
async function activate(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((one) => one === document.activeElement)) break;
  }
  const outline = await target.evaluate((one) => getComputedStyle(one).outlineStyle);
  expect(outline).not.toBe("none");
  await page.keyboard.press("Enter");
}
