import { expect } from "@playwright/test";
import { DASHBOARD_TOUR, openStop } from "#tests/e2e/support/dashboard-tour.ts";
import { test } from "#tests/e2e/support/test.ts";

test("of an invoice's page only the invoice is printed, dark on white whatever the screen looks like", async ({
  page,
}) => {
  const stop = DASHBOARD_TOUR.find(({ name }) => name === "billing.invoice");
  if (!stop) throw new Error("The tour leads to no invoice");
  await openStop(page, stop);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const invoice = page.getByRole("article");
  await expect(invoice.getByRole("heading", { level: 1 })).toHaveText(/^Invoice \d{6}$/);
  expect((await page.locator("body").innerText()).trim()).toBe((await invoice.innerText()).trim());
  expect(await invoice.evaluate((one) => getComputedStyle(one).color)).toBe("rgb(23, 33, 28)");
});
