import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { clickCounter, paneOf, tabAfter } from "#tests/e2e/support/click-counter.ts";
import { enter } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";
import { startByInstructions } from "#tests/support/packaged.ts";
import { freePort } from "#tests/support/ports.ts";

test("with a shop of one's own: three copies at most, and the pane shows the shop's calls", async ({
  page,
  browser,
}) => {
  const port = await freePort();
  await enter(page, "/dashboard/connect?mode=test");
  const { counts, click, copy } = clickCounter();
  await click(page.getByRole("link", { name: "Node" }));
  await expect(page.getByRole("button", { name: "Copy shop.mjs" })).toBeVisible();
  await page.getByLabel("Return page").fill(`http://localhost:${port}/`);
  await page.keyboard.press("Tab");
  await expect(page.locator("mark", { hasText: String(port) }).first()).toBeVisible();
  const instructions = {
    file: { file: "shop.mjs", code: await copy(page, "Copy shop.mjs") },
    terminal: { file: "Terminal", code: await copy(page, "Copy Terminal") },
  };
  const shop = await startByInstructions("node", instructions, { folder: mkdtempSync(join(tmpdir(), "shop-")), port });
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(shop.url);
  await click(visitor.getByRole("button", { name: /^Confirm with/ }));
  await click(visitor.locator('button[name="persona"][value="adult"]'));
  await expect(visitor.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expect(page.getByText("It works.")).toBeVisible();
  expect(counts.copies).toBeLessThanOrEqual(3);
  console.log(`own shop: ${counts.clicks} clicks, ${counts.copies} copies`);
  await shop.stop();
  await visitor.context().close();
});

test("a shop that asks about a visitor of 17 is told so", async ({ page }) => {
  const port = await freePort();
  await enter(page, `/dashboard/connect?mode=test&page=${encodeURIComponent(`http://localhost:${port}/`)}`);
  const pluginKey = (await page.locator("mark", { hasText: "pk_test_" }).first().textContent()) ?? "";
  const shop = createServer(async (request, response) => {
    const token = new URL(request.url ?? "", demo.baseUrl).searchParams.get("token_age_verified");
    if (token !== null) await fetch(`${demo.baseUrl}/api/auth_check/${token}/${randomUUID()}?plugin_key=${pluginKey}`);
    response.end("<h1>Not yet</h1>");
  });
  await new Promise<void>((done) => shop.listen(port, "localhost", done));
  await page.getByRole("button", { name: "Send a 17-year-old" }).click();
  await expect(paneOf(page).getByRole("listitem").locator("b").first()).toHaveText("Waiting for your backend to ask");
  const tab = await tabAfter(page, () => page.getByRole("link", { name: "Open your page as this visitor" }).click());
  await expect(tab.getByRole("heading", { name: "Not yet" })).toBeVisible();
  await expect(page.getByText("Your backend asked, and got no yes.")).toBeVisible();
  shop.close();
});

for (const [platform, heading] of [
  ["node", "Nobody asked. With our package that is right, if your page stayed closed."],
  ["curl", "Nobody asked within 30 seconds."],
] as const)
  test(`a shop that does not ask is told after thirty seconds, with ${platform}`, async ({ page }) => {
    const shop = createServer((_, response) => response.end("<h1>Welcome</h1>"));
    await new Promise<void>((done) => shop.listen(0, "localhost", done));
    const address = `http://localhost:${(shop.address() as AddressInfo).port}/`;
    await page.clock.install();
    await enter(page, `/dashboard/connect?mode=test&platform=${platform}&page=${encodeURIComponent(address)}`);
    await page.getByRole("button", { name: "Send a 17-year-old" }).click();
    await tabAfter(page, () => page.getByRole("link", { name: "Open your page as this visitor" }).click());
    await expect(page.getByText("The visitor is at your page. Waiting for your backend to ask.")).toBeVisible();
    await page.clock.runFor(31_000);
    await expect(page.getByText(heading)).toBeVisible();
    shop.close().closeAllConnections();
  });

test("a return page on a host of nobody's is refused", async ({ page }) => {
  await enter(page, "/dashboard/connect?mode=test&page=https%3A%2F%2Fshop.example%2F");
  await page.getByRole("button", { name: "Send a 17-year-old" }).click();
  await expect(page.getByRole("alert").first()).toContainText("The return page is not on a host of yours");
});

test("what is chosen stands in the address and in the code, and a key of the other mode changes the mode", async ({
  page,
}) => {
  await enter(page, "/dashboard/keys");
  await page.goto(`${demo.baseUrl}/dashboard/connect?mode=test&platform=python`);
  await page.locator("label", { hasText: "16" }).click();
  await expect(page).toHaveURL(/age=16/);
  await expect(page.locator("mark", { hasText: "16" }).first()).toBeVisible();
  await page.getByRole("link", { name: "PHP" }).click();
  await expect(page.getByRole("button", { name: "Copy shop.php" })).toBeVisible();
  await expect(page).toHaveURL(/age=16.*platform=php/);
  const key = await page.getByLabel("Key").inputValue();
  await page.goto(`${demo.baseUrl}/dashboard/connect?key=${key}`);
  await expect(page).toHaveURL(/mode=test/);
});

test("a refused call shows up while the page is open, with its reason and the way to mend it", async ({ page }) => {
  await enter(page, "/dashboard/connect?mode=test");
  const key = await page.getByLabel("Key").inputValue();
  await expect(page.getByText("Waiting for your first call")).toBeVisible();
  await fetch(
    `${demo.baseUrl}/api/url_generator_s/${key}/device-of-a-test/18?domain=${encodeURIComponent("https://shop.example/")}`,
  );
  const steps = paneOf(page).getByRole("listitem");
  await expect(steps.first()).toContainText("The host is not a verified domain of yours");
  await steps.first().getByRole("link").click();
  await expect(page).toHaveURL(/shop\.example/);
});
