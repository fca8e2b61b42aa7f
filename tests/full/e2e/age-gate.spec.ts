import { expect, type Page } from "@playwright/test";
import { ALL, openWindowFrom, status } from "#tests/e2e/support/age-gate-page.ts";
import { startAgeGateShop } from "#tests/e2e/support/age-gate-shop.ts";
import { test } from "#tests/e2e/support/test.ts";

test("a second press looks at the open window, from the keyboard too; one that is closed is noticed", async ({
  page,
}) => {
  const shop = await startAgeGateShop();
  await page.goto(shop.url);
  const window = await openWindowFrom(page, "wine", "Enter");
  await page.getByRole("link", { name: "Confirm for wine" }).press("Enter");
  await expect.poll(() => window.evaluate(() => history.length)).toBe(1);
  // A window that is closed while it goes elsewhere may never be reported as closed.
  const other = window.waitForEvent("load");
  await page.getByRole("link", { name: "Confirm for beer" }).click();
  await other;
  expect(page.context().pages()).toHaveLength(2);
  await expect(status(page)).toHaveText("");

  await window.close();
  // Headless, a page is always in focus. That the window is closed reaches its process a moment later.
  const comeBack = () => page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(async () => {
    await comeBack();
    await expect(status(page)).toHaveText(ALL, { timeout: 100 });
  }).toPass();
  await comeBack();
  await expect(status(page)).toHaveText(ALL);
  await openWindowFrom(page, "beer");
  expect(page.context().pages()).toHaveLength(2);
  shop.stop();
});

test("under a strict opener policy the window comes home, and the page hears it", async ({ page }) => {
  const shop = await startAgeGateShop({ openerPolicy: "same-origin" });
  await page.goto(shop.url);
  const window = await openWindowFrom(page, "beer");
  const closed = window.waitForEvent("close");
  await window.getByRole("link", { name: "Come back" }).click();
  await closed;
  await expect(status(page)).toHaveText(ALL);
  shop.stop();
});

test("where no window is allowed, the press leads there and home, and a second tab is told", async ({ page }) => {
  const shop = await startAgeGateShop({ policy: "sandbox allow-scripts allow-same-origin allow-top-navigation" });
  const tab = await page.context().newPage();
  await tab.goto(shop.url);
  await page.goto(shop.url);
  await confirmInOneWindow(page, shop.url);
  await expect(status(tab)).toHaveText(ALL);
  shop.stop();
});

test("in React a change is told, each time", async ({ page }) => {
  const shop = await startAgeGateShop();
  await page.goto(`${shop.url}/react`);
  await expect(page.getByRole("link")).toHaveClass("button");
  for (const changes of ["1", "2"]) {
    const window = await openWindowFrom(page, "wine");
    await window.getByRole("link", { name: "Come back" }).click();
    await expect(status(page)).toHaveText(changes);
  }
  shop.stop();
});

test("elements that leave a page hear nothing more, and those that come back hear again", async ({ page }) => {
  const shop = await startAgeGateShop();
  await page.goto(shop.url);
  // As a page in another tab would say it; answers when a channel of this page has heard it too.
  const comeBack = () =>
    page.evaluate(
      () =>
        new Promise((heard) => {
          new BroadcastChannel("age-gate").onmessage = heard;
          new BroadcastChannel("age-gate").postMessage("done");
        }),
    );
  const wine = await page.locator("#wine").elementHandle();
  await page.locator("#beer").evaluate((gate) => gate.remove());
  await comeBack();
  await expect(status(page)).toHaveText("wine: look again");
  await wine?.evaluate((gate) => gate.remove());
  await comeBack();
  await wine?.evaluate((gate) => document.body.append(gate));
  await expect(status(page)).toHaveText("wine: look again");
  await comeBack();
  await expect(status(page)).toHaveText("wine: look again, wine: look again");
  shop.stop();
});

for (const [device, options] of Object.entries({
  "a phone": { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  "a browser without script": { javaScriptEnabled: false },
}))
  test.describe(device, () => {
    test.use(options);
    test("goes there and home in one window", async ({ page }) => {
      const shop = await startAgeGateShop();
      await page.goto(shop.url);
      await confirmInOneWindow(page, shop.url, !("javaScriptEnabled" in options));
      shop.stop();
    });
  });

/** `isLed`: the page to come back to leads on by itself. */
async function confirmInOneWindow(page: Page, home: string, isLed = true): Promise<void> {
  const pages = page.context().pages().length;
  await page.getByRole("link", { name: "Confirm for wine" }).click();
  await page.getByRole("link", { name: "Come back" }).click();
  if (!isLed) await page.getByRole("link", { name: "Go on" }).click();
  await expect(page).toHaveURL(`${home}/`);
  expect(page.context().pages()).toHaveLength(pages);
}
