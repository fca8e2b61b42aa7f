import { expect } from "@playwright/test";
import { furnished, newcomer } from "#tests/e2e/support/dashboard.ts";
import { signInAs } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";

test("Ctrl K finds a key by part of its name, and gives the focus back on Escape", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Another tab may have chosen another organization since.
  const asked = page.waitForRequest(/\/dashboard\/search\/destinations\?organization=[\w-]{36}&mode=live$/);
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: /^Search/ })).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await asked;
  const dialog = page.getByRole("dialog", { name: "Search and commands" });
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: /^Search/ }).click();
  await expect(dialog.getByRole("option", { name: /^Overview/ })).toBeVisible();
  await page.keyboard.type("domains");
  await expect(dialog.getByRole("option", { selected: true })).toContainText("Domains");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Domains");
  await expect(dialog).toHaveCount(0);
});

test("an action opens where it is done, with the focus on its field, also from the very page", async ({ page }) => {
  await signInAs(page, await newcomer());
  await page.goto(`${demo.baseUrl}/dashboard`);
  const choose = async (action: string) => {
    await expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox", { name: /^Search/ })).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.type(action);
    await expect(page.getByRole("option", { selected: true })).toHaveText(action);
    await page.keyboard.press("Enter");
  };
  await choose("Create key");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create key");
  const field = page.getByLabel("Add a domain");
  for (let n = 0; n < 2; n += 1) {
    await choose("Add domain");
    await expect(field).toBeFocused();
    await field.blur();
  }
  await page.goto(`${demo.baseUrl}/dashboard`);
  await page.getByRole("link", { name: "Verify your domain" }).click();
  await expect(field).toBeFocused();
});

test("letters that come before the menu are not lost", async ({ page }) => {
  await signInAs(page, await furnished());
  await page.goto(`${demo.baseUrl}/dashboard`);
  await page.evaluate(() =>
    window.addEventListener("keydown", ({ key, defaultPrevented }) => {
      if (key === "k") document.documentElement.dataset.taken = String(defaultPrevented);
    }),
  );
  // A page that listens keeps these keys from the browser; one that does not yet has no menu to open.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    expect(await page.evaluate(() => document.documentElement.dataset.taken)).toBe("true");
  }).toPass({ intervals: [20] });
  await page.keyboard.type("audit");
  await expect(page.getByRole("combobox", { name: /^Search/ })).toHaveValue("audit");
});

test("Ctrl K, and what is typed after it, is kept from before the page's scripts are there", async ({ page }) => {
  await signInAs(page, await furnished());
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${demo.baseUrl}/dashboard`, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("audit");
  scripts.resolve();
  await expect(page.getByRole("combobox", { name: /^Search/ })).toHaveValue("audit");
  await expect(page.getByRole("option", { selected: true })).toContainText("Audit log");
});

test.describe("what Ctrl K does not keep, while the menu cannot take it", () => {
  for (const [when, isListening] of [
    ["before the page's scripts are there", false],
    ["while the menu's own script is on its way", true],
  ] as const)
    test(`the browser's keys and what is typed into a field, ${when}`, async ({ page }) => {
      await signInAs(page, await newcomer());
      const holdScripts = () => page.route(/\/_next\/static\/.*\.js/, () => {});
      if (!isListening) await holdScripts();
      await page.goto(`${demo.baseUrl}/dashboard/settings`, { waitUntil: "commit" });
      const field = page.getByRole("textbox").first();
      await field.waitFor();
      if (isListening) {
        await page.waitForFunction(() => "listens" in document.documentElement.dataset);
        await holdScripts();
      }
      await page.evaluate(() =>
        window.addEventListener("keydown", ({ key, defaultPrevented }) => {
          document.documentElement.dataset[`taken${key}`] = String(defaultPrevented);
        }),
      );
      const taken = (key: string) => page.evaluate((name) => document.documentElement.dataset[name], `taken${key}`);
      await page.keyboard.press("Control+k");
      expect(await taken("k")).toBe("true");
      await page.keyboard.press("Control+v");
      await page.keyboard.press("a");
      expect([await taken("v"), await taken("a")]).toEqual(["false", "true"]);
      // AltGr, with which Windows types letters.
      await page.keyboard.press("Control+Alt+b");
      expect(await taken("b")).toBe("true");
      await field.fill("");
      await field.press("c");
      await expect(field).toHaveValue("c");
    });
});

test("letters open pages, and do nothing while somebody types", async ({ page }) => {
  await signInAs(page, await newcomer());
  await page.goto(`${demo.baseUrl}/dashboard`);
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings", { timeout: 1_000 });
  }).toPass();
  await page.getByRole("textbox").first().fill("");
  await page.keyboard.type("gk");
  await expect(page.getByRole("textbox").first()).toHaveValue("gk");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
});

test("in test mode, letters and the menu stay there", async ({ page }) => {
  await signInAs(page, await newcomer());
  await page.goto(`${demo.baseUrl}/dashboard?mode=test`);
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await expect(page).toHaveURL(/\/dashboard\/keys\?mode=test$/, { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("audit");
  await expect(page.getByRole("option", { selected: true })).toContainText("Audit log");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/audit\?mode=test$/);
  await page.keyboard.press("?");
  await expect(page).toHaveURL(/\/dashboard\/search\?mode=test#shortcuts$/);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("where there is no page, the search is, for the end of the address", async ({ page }) => {
    await signInAs(page, await furnished());
    const answer = await page.goto(`${demo.baseUrl}/dashboard/settings/audit%20log?mode=test`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("textbox", { name: /^Search/ })).toHaveValue("audit log");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("main").getByRole("link", { name: "Audit log" }).click();
    await expect(page).toHaveURL(/\/dashboard\/audit\?mode=test$/);
  });

  test("the same search is a page", async ({ page }) => {
    await signInAs(page, await furnished());
    await page.goto(`${demo.baseUrl}/dashboard`);
    await page.getByRole("link", { name: /^Search/ }).click();
    await page.getByRole("textbox", { name: /^Search/ }).fill("audit");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("main").getByRole("link", { name: "Audit log" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
  });
});
