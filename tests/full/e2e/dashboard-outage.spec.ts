import { expect, type Page } from "@playwright/test";
import { expectSound } from "#tests/e2e/support/axe.ts";
import { ownApp } from "#tests/e2e/support/outage.ts";
import { test } from "#tests/e2e/support/test.ts";

const PARTS = [
  ["", "Overview", ["The overview could not be loaded"]],
  ["/connect", "Connect", ["Your keys could not be loaded"]],
  ["/keys", "Keys", ["Your keys could not be loaded"]],
  ["/checks", "Checks", ["The list of checks could not be loaded"]],
  ["/team", "Team", ["The members could not be loaded", "The open invitations could not be loaded"]],
  ["/audit", "Audit log", ["The audit log could not be loaded"]],
  ["/settings", "Settings", ["The visitor’s page could not be loaded", "The organization could not be loaded"]],
] as const;

let app: Awaited<ReturnType<typeof ownApp>>;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  app = await ownApp();
});
test.afterAll(() => app.close());
test.beforeEach(({ context }) => context.addCookies([app.cookie]));

test("what cannot be loaded says so and offers to try again; the rest of the page stands", async ({ page }) => {
  await app.takeParts();
  for (const [path, heading, failures] of PARTS) {
    await page.goto(`${app.origin}/dashboard${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    const alerts = page.locator("main").getByRole("alert");
    for (const failure of failures) await expect(alerts.filter({ hasText: failure })).toBeVisible();
    await expectSound(page);
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("web shop");
  await expect(page.getByRole("dialog")).toContainText("Not everything could be loaded");
  await page.keyboard.press("Escape");
  await app.giveBack();
  await page.getByRole("link", { name: "Try again" }).first().click();
  await expect(page.getByText("could not be loaded")).toHaveCount(0);
});

test("a page that is nothing without what is missing keeps its layout, and trying again fetches it", async ({
  page,
}) => {
  await app.takeParts();
  await page.goto(`${app.origin}/dashboard/keys/pk_test_outage`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sorry, this page could not be loaded");
  await expect(page.getByRole("link", { name: "Overview" })).toBeVisible();
  await expectSound(page);
  await app.giveBack();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Web shop");
});

test("a form that broke says to see whether it was saved, and keeps what was typed", async ({ page }) => {
  await page.goto(`${app.origin}/dashboard/keys/new`);
  await page.getByLabel("Label").fill("Market stall");
  await app.takeParts();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("see whether it was saved before you send it again")).toBeVisible();
  await expect(page.getByLabel("Label")).toHaveValue("Market stall");
  await expectSound(page);
  await app.giveBack();
});

test("a form without an answer keeps what was typed, and does not claim that nothing was changed", async ({ page }) => {
  const save = async () => {
    await page.goto(`${app.origin}/dashboard/keys/pk_test_outage`);
    await page.getByLabel("Label").fill("Market hall");
    return page.getByRole("button", { name: "Save settings" });
  };
  const expectAdvice = async () => {
    await expect(page.locator("main").getByRole("alert")).toContainText(
      "see whether it was saved before you send it again",
    );
    await expect(page.getByLabel("Label")).toHaveValue("Market hall");
  };
  const offline = await save();
  await page.context().setOffline(true);
  await offline.click();
  await expectAdvice();
  await page.context().setOffline(false);
  const away = await save();
  await app.takeAll();
  await away.click();
  await expectAdvice();
  await expectSound(page);
});

test("without its database there is a page that says so, tries again, and leads to what needs none", async ({
  page,
}) => {
  const address = `${app.origin}/dashboard/checks?mode=test`;
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sorry, this page could not be loaded");
  await expectSound(page);
  const again = page.waitForResponse(address);
  await page.getByRole("link", { name: "Try again" }).click();
  expect((await again).status()).toBe(503);
  for (const [name, path] of [
    ["Docs", "/docs"],
    ["Front page", "/"],
  ] as const) {
    const read = page.waitForResponse(app.origin + path);
    await page.getByRole("link", { name, exact: true }).click();
    expect((await read).status()).toBe(200);
    await page.goto(address);
  }
  await page.goto(`${app.origin}/sign-in`);
  await requestLink(page);
  await expect(page.getByText("Sorry, that did not work")).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Docs" })).toBeVisible();
});

async function requestLink(page: Page): Promise<void> {
  await page.getByLabel("E-mail address").fill("owner@shop.example");
  await page.getByRole("button", { name: "Send me a link" }).click();
}
