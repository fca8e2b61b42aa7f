import type { Page } from "@playwright/test";

export const status = (page: Page) => page.getByRole("status");
export const ALL = "wine: look again, beer: look again";

export async function openWindowFrom(page: Page, product: "wine" | "beer", key?: string): Promise<Page> {
  const link = page.getByRole("link", { name: `Confirm for ${product}` });
  const [window] = await Promise.all([page.waitForEvent("popup"), key ? link.press(key) : link.click()]);
  await window.waitForLoadState();
  return window;
}
