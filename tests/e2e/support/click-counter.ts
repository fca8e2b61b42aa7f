import type { Locator, Page } from "@playwright/test";

/** What a person does to get somewhere, counted. */
export function clickCounter() {
  const counts = { clicks: 0, copies: 0 };
  return {
    counts,
    async click(target: Locator) {
      counts.clicks += 1;
      await target.click();
    },
    /** Reads what a copy button would copy, from the text beside it. */
    async copy(page: Page, button: string): Promise<string> {
      counts.copies += 1;
      counts.clicks += 1;
      const block = page.locator("div:has(> pre)", { has: page.getByRole("button", { name: button }) });
      return (await block.locator("pre").textContent()) ?? "";
    },
  };
}

/** The side of Connect that listens. */
export function paneOf(page: Page): Locator {
  return page.getByRole("complementary", { name: "Listening" });
}

/** The tab that a press opens. */
export async function tabAfter(page: Page, click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent("page"), click()]);
  return tab;
}
