import { expect } from "@playwright/test";
import { demo } from "./support/demo.ts";
import { test } from "./support/test.ts";

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

test("a reader on a phone opens the chapters, goes to one, and on to the next", async ({ page }) => {
  await page.goto(`${demo.baseUrl}/docs`);
  await page.getByText("Integrate / Overview").click();
  const chapters = page.getByRole("navigation", { name: "Chapters" });
  await chapters.getByRole("link", { name: "Check the token" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check the token");
  await expect(page.getByText("Integrate / Check the token")).toBeVisible();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(`${demo.baseUrl}/docs/sessions`);
});
