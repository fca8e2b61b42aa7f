import { expect, test } from "playwright/test";
import { DESK_TOUR, stopAt } from "./support/dashboard-tour.ts";

test("of an invoice's page only the invoice is printed, dark on white whatever the screen looks like", async ({
  page,
}) => {
  const stop = DESK_TOUR.find(({ name }) => name === "billing.invoice");
  if (!stop) throw new Error("The tour leads to no invoice");
  await stopAt(page, stop);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const sheet = page.getByRole("article");
  await expect(sheet.getByRole("heading", { level: 1 })).toHaveText(/^Invoice \d{6}$/);
  expect((await page.locator("body").innerText()).trim()).toBe((await sheet.innerText()).trim());
  expect(await sheet.evaluate((one) => getComputedStyle(one).color)).toBe("rgb(23, 33, 28)");
});
