import { expect, type Page } from "@playwright/test";
import { chooseAs, confirmAs, demo, type Eid, expectShopShows, openCheck } from "./demo.ts";

/** What visitors do most: from the shop to a check at an eID, and back with a yes or a no. */
export const VISITOR_FLOWS: Record<string, (page: Page, eid: Eid) => Promise<void>> = {
  "an adult presses one button of ours and is confirmed": async (page, eid) => {
    await openCheck(page, eid);
    await expect(page.getByText("They are told only yes or no.")).toBeVisible();
    await confirmAs(page, "adult");
    await expectShopShows(page, "18+ confirmed");
    await expectHeard(page, /Status200age18verifiedtrue/, eid);
    await page.getByRole("button", { name: "Place order" }).click();
    await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
  },

  "somebody too young is told so by us, and the shop hears no": async (page, eid) => {
    await openCheck(page, eid);
    await confirmAs(page, "seventeen");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^You need to be 18 or over/);
    await page.getByRole("button", { name: "Go back to localhost" }).click();
    await expectShopShows(page, "Age not confirmed");
    await expectHeard(page, /Status200agenullverifiedfalse/, eid);
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

/** The shop says what its backend asked and heard, without the token, and leads to the check that it started. */
async function expectHeard(page: Page, answer: RegExp, eid: Eid): Promise<void> {
  const strip = page.locator("section", { has: page.getByRole("heading", { name: "Behind the page" }) });
  await expect(strip).toContainText("GET /api/auth_check/{token}/{device_id}?plugin_key=pk_live_…");
  await expect(strip).toContainText(answer);
  expect(await strip.innerText()).not.toMatch(/[\w-]{43}/);
  const link = strip.getByRole("link", {
    name: eid === "eID S" ? "See this check in the dashboard" : "See the checks",
  });
  const address = eid === "eID S" ? /\/dashboard\/checks\/[2-9A-HJ-NP-Z]{8}\?show=/ : /\/dashboard\/checks\?show=/;
  await expect(link).toHaveAttribute("href", address);
  expect(await link.getAttribute("href")).toContain(demo.organization.id);
}
