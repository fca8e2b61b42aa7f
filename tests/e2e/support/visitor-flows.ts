import { expect, type Page } from "@playwright/test";
import { chooseAs, confirmAs, type Eid, expectShopShows, openCheck } from "./demo.ts";

/** What visitors do most: from the shop to a check at an eID, and back with a yes or a no. */
export const VISITOR_FLOWS: Record<string, (page: Page, eid: Eid) => Promise<void>> = {
  "an adult presses one button of ours and is confirmed": async (page, eid) => {
    await openCheck(page, eid);
    await expect(page.getByText("They are told only yes or no.")).toBeVisible();
    await confirmAs(page, "adult");
    await expectShopShows(page, "18+ confirmed");
    await page.getByRole("button", { name: "Place order" }).click();
    await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
  },

  "somebody too young is told so by us, and the shop hears no": async (page, eid) => {
    await openCheck(page, eid);
    await confirmAs(page, "seventeen");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You need to be 18 or over/);
    await page.getByRole("button", { name: "Go back to localhost" }).click();
    await expectShopShows(page, "Age not confirmed");
  },

  "cancelling at the eID leaves both ways open: home, or once more": async (page, eid) => {
    await openCheck(page, eid);
    await confirmAs(page, "cancel");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You cancelled the age check/);
    await page.getByRole("button", { name: "Try again" }).click();
    await chooseAs(page, "cancel");
    await page.getByRole("button", { name: "Go back to localhost" }).click();
    await expectShopShows(page, "Age not confirmed");
  },
};
