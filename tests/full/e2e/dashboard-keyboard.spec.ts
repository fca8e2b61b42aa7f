import { expect, type Locator, type Page } from "@playwright/test";
import { newcomer } from "#tests/e2e/support/dashboard.ts";
import { signInAs } from "#tests/e2e/support/dashboard-tour.ts";
import { demo } from "#tests/e2e/support/demo.ts";
import { test } from "#tests/e2e/support/test.ts";

/** More than any page has controls: after so many tabs the control is not reachable. */
const MAX_STEPS = 60;

test("keys, by keyboard alone: made, opened, revoked", async ({ page }) => {
  await signInAs(page, await newcomer());
  await page.goto(`${demo.baseUrl}/dashboard/keys`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("link", { name: "Create key" }).first());
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Label"));
  await page.keyboard.type("Market stall");
  await tabTo(page, page.getByRole("radio", { name: /my backend calls/ }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /my web page calls/ })).toBeChecked();
  await tabTo(page, page.getByRole("button", { name: "Create key" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Market stall");
  await expect(page.locator(":focus").getByRole("status")).toContainText("Key created.");
  await tabTo(page, page.getByRole("link", { name: "Keys", exact: true }).first());
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("link", { name: "Market stall" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Market stall");
  await tabTo(page, page.getByRole("link", { name: "Revoke key" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Revoke “Market stall”?" })).toBeVisible();
  await expect(page.getByLabel("Type Market stall to confirm")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Revoke key" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("dialog").getByRole("link", { name: "Cancel" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Revoke key" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Type Market stall to confirm")).toBeFocused();
  await page.keyboard.type("Market");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Type the name exactly" })).toBeVisible();
  // What went wrong has the focus, and leads to where it went wrong.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Type Market stall to confirm")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(" stall");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Revoked/)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the organization menu opens and closes by keyboard, and gives the focus back", async ({ page }) => {
  const member = await newcomer({ name: "Corner shop" });
  await newcomer({ name: "Market stall", email: member.email });
  await signInAs(page, member);
  await page.goto(`${demo.baseUrl}/dashboard`);
  const trigger = page.getByRole("button", { name: "Organization: Corner shop" });
  await tabTo(page, trigger);
  await page.keyboard.press("Enter");
  const other = page.getByRole("button", { name: "Market stall" });
  await expect(other).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(other).toBeHidden();
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, other);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Organization: Market stall" })).toBeVisible();
});

test("the menu of a phone closes when the focus leaves it, by Escape, and when a page opens", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await signInAs(page, await newcomer());
  await page.goto(`${demo.baseUrl}/dashboard`);
  const trigger = page.getByRole("button", { name: "Menu" });
  const menu = page.getByRole("complementary", { name: "Navigation" });
  await tabTo(page, trigger);
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("main").getByRole("link").first().focus();
  await expect(menu).toBeHidden();
  await trigger.press("Enter");
  await tabTo(page, menu.getByRole("link", { name: "Keys" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Keys");
  await expect(menu).toBeHidden();
});

/** Tabs until the control has the focus. Every control on the way must show the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { isThere, isVisible } = await wanted.evaluate(focusOn);
    if (step > 0) expect(isVisible, "the focus is seen").toBe(true);
    if (isThere) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Nobody gets there by keyboard: ${wanted}`);
}

/**
 * Whether the control has the focus; and whether the focused element has an outline and nothing covers it, or nothing of the page
 * has the focus.
 */
function focusOn(wanted: Element): { isThere: boolean; isVisible: boolean } {
  const one = document.activeElement;
  const isThere = one === wanted;
  if (!one || one === document.body) return { isThere, isVisible: true };
  const { left, top, width, height } = one.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  // The words of a label are its control's.
  const isOpen = over !== null && (one.contains(over) || over.contains(one) || over.closest("label")?.control === one);
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return { isThere, isVisible: isOpen && outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 };
}
