import { expect } from "@playwright/test";
import { settleIn } from "./support/sign-in.ts";
import { test } from "./support/test.ts";

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

test("on a phone, without script: signing in, an organization, a key, and why something was refused", async ({
  page,
}) => {
  await settleIn(page, { name: "Corner shop" });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("link", { name: "Create key" }).first().click();
  await page.getByLabel("Label").fill("Market stall");
  await page.getByRole("radio", { name: /my web page calls/ }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Market stall");
  await page.getByRole("link", { name: "Revoke key" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Revoke “Market stall”?");
  await page.getByLabel("Type Market stall to confirm").fill("Market");
  await page.getByRole("button", { name: "Revoke key" }).click();
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("Type the name exactly as shown above the field");
  await expect(page.getByLabel("Type Market stall to confirm")).toHaveValue("Market");
  await summary.getByRole("link").click();
  expect(new URL(page.url()).hash).toBe("#typed");
  await page.getByLabel("Type Market stall to confirm").fill("Market stall");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText(/^Revoked/)).toBeVisible();

  await page.goto(new URL("/welcome", page.url()).href);
  await page.getByLabel("Name").fill("Second shop");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Second shop");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Organization: Second shop" }).click();
  await page.getByRole("button", { name: "Corner shop" }).click();
  await expect(page.getByRole("banner")).toContainText("Corner shop");
});
