import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { createAgeway } from "#packages/server/src/index.ts";
import { ALL, openWindowFrom, status } from "./support/age-gate-page.ts";
import { startAgeGateShop } from "./support/age-gate-shop.ts";
import { confirmAs, demo } from "./support/demo.ts";
import { test } from "./support/test.ts";

test("a window of its own, the eID, and home: the page hears it, and asks its own backend", async ({ page }) => {
  const ageway = createAgeway({ url: demo.baseUrl, pluginKey: demo.organization.testKey });
  const deviceId = randomUUID();
  const shop = await startAgeGateShop({
    checkFor: (returnUrl) => ageway.startUrl({ deviceId, age: 18, returnUrl }),
    isConfirmed: async (token) => (await ageway.check({ token, deviceId, age: 18 })).allowed,
  });
  await page.goto(shop.url);
  const window = await openWindowFrom(page, "wine");
  const closed = window.waitForEvent("close");
  await confirmAs(window, "adult");
  await closed;
  await expect(status(page)).toHaveText(ALL);
  await expect(page.getByRole("heading")).toHaveText("Closed");
  await page.reload();
  await expect(page.getByRole("heading")).toHaveText("Welcome");
  shop.stop();
});
