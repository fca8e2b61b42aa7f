import { expect } from "@playwright/test";
import { createKey, pauseKey } from "#lib/keys/plugin-key.ts";
import { enter } from "#tests/e2e/support/dashboard-tour.ts";
import { test } from "#tests/e2e/support/test.ts";

test("the audit log is narrowed by chips, whose choice is an address, and leads to what an entry is about", async ({
  page,
}) => {
  const { actor, organization } = await enter(page, "/dashboard/audit");
  const made = await createKey(actor, { organizationId: organization, mode: "live", label: "Web shop" });
  await pauseKey(actor, made.ok ? made.key : "", true);
  await page.reload();
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries).toHaveCount(4);
  await expect(entries.first()).toContainText("paused the key “Web shop”");
  await page.getByText("Subject", { exact: true }).click();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page).toHaveURL(/[?&]thing=settings$/);
  await expect(entries).toHaveCount(1);
  await expect(entries.first()).toContainText("created the organization “Corner shop”");
  // The chip has closed, and says what it chose.
  await expect(page.locator("main details[open]")).toHaveCount(0);
  await page.goBack();
  await expect(entries).toHaveCount(4);
  await entries.first().getByRole("link", { name: "“Web shop”" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Web shop");
  await expect(page.getByText("This key is paused")).toBeVisible();
});
