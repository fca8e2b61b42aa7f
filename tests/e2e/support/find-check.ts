import { expect, type Page } from "@playwright/test";
import { furnished, REFERENCES } from "./dashboard.ts";
import { signInAs } from "./dashboard-tour.ts";
import { demo } from "./demo.ts";

export const CHECKS_URL = `${demo.baseUrl}/dashboard/checks`;

/** From a reference, as a visitor reads it out, to how the check ended: one press. */
export async function findCheck(page: Page): Promise<void> {
  await signInAs(page, await furnished());
  await page.goto(CHECKS_URL);
  const { down } = REFERENCES;
  const search = page.getByRole("searchbox", { name: "Reference" });
  await search.fill(` ${down.slice(0, 4).toLowerCase()} ${down.slice(4).toLowerCase()} `);
  await search.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "eID was down" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/dashboard/checks/${down}`);
  await expect(page.locator("#panel-title")).toBeFocused();
  // Beside the list, and closed it is the list again.
  await expect(page.getByRole("row", { name: "eID was down" })).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(`${CHECKS_URL}#${down}`);
}
