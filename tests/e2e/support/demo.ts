import { expect, type Locator, type Page } from "@playwright/test";
import { loadConfiguration } from "#lib/eid/read-providers.ts";

type Demo = {
  baseUrl: string;
  shopUrl: string;
  databaseUrl: string;
  databaseOwnerUrl: string;
  organization: { id: string; liveKey: string; testKey: string };
};

export const demo = JSON.parse(process.env.DEMO ?? "{}") as Demo;
// The tests furnish organizations with the verbs of the house.
loadConfiguration();

/** Checks that the shop's backend starts at the one eID, and checks that a link of its page starts at the other. */
export const EIDS = ["eID S", "eID B"] as const;
export type Eid = (typeof EIDS)[number];

/** What is pressed in the shop, one after the other, until our page comes. */
export function startsOf(page: Page, eid: Eid): Locator[] {
  return eid === "eID S"
    ? [page.getByRole("button", { name: "Confirm your age" })]
    : [
        page.getByText("Other ways to start a check"),
        page.getByRole("link", { name: "By a link, to /url_generator_b" }),
      ];
}

/** Shop → our page. */
export async function openCheck(page: Page, eid: Eid): Promise<void> {
  await page.goto(`${demo.shopUrl}/checkout?wine=granskog`);
  for (const start of startsOf(page, eid)) await start.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Confirm that you are 18 or over/);
}

/** Our page → the eID → one of its people → wherever that leads. */
export async function confirmAs(page: Page, persona: string): Promise<void> {
  await page.getByRole("button", { name: "Confirm with Sandbox eID" }).click();
  await chooseAs(page, persona);
}

export async function chooseAs(page: Page, persona: string): Promise<void> {
  const button = page.locator(`button[name="persona"][value="${persona}"]`);
  await button.waitFor({ state: "attached" });
  if (!(await button.isVisible())) await page.locator("details", { has: button }).locator("summary").click();
  await button.click();
}

/** Back at the shop, at the page that was left, with the token gone from the address bar. */
export async function expectShopShows(page: Page, words: "18+ confirmed" | "Age not confirmed"): Promise<void> {
  await expect(page.getByRole("status")).toContainText(words);
  const url = new URL(page.url());
  expect([url.origin, url.pathname, url.search, url.hash]).toEqual([
    demo.shopUrl,
    "/checkout",
    "?wine=granskog",
    "#age",
  ]);
}
