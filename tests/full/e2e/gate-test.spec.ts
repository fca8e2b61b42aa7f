import { expect } from "@playwright/test";
import { DASHBOARD_TOUR, openStop } from "#tests/e2e/support/dashboard-tour.ts";
import { test } from "#tests/e2e/support/test.ts";
import { inDatabase } from "#tests/e2e/support/verify-tour.ts";

test("a run that is under way follows by itself, and its end is there without a press", async ({ page }) => {
  const stop = DASHBOARD_TOUR.find(({ name }) => name === "gate-test-run.running");
  if (!stop) throw new Error("There is no such stop");
  await openStop(page, stop);
  await expect(page.getByText("7 of 12 cases are done")).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await inDatabase((sql) => sql`UPDATE doctor_run SET cases_done = 9 WHERE id = ${id}`);
  await expect(page.getByText("9 of 12 cases are done")).toBeVisible();
  await inDatabase((sql) => sql`UPDATE doctor_run SET obstacle = 'shop_not_yours', ended_at = now() WHERE id = ${id}`);
  await expect(page.getByText("The gate test could not examine your shop")).toBeVisible();
});
