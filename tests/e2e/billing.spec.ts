import { expect, type Page } from "playwright/test";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { newcomer, type SignedInMember } from "./support/dashboard.ts";
import { signInAs } from "./support/dashboard-tour.ts";
import { demo } from "./support/demo.ts";
import { test } from "./support/test.ts";

const BILLING = `${demo.baseUrl}/dashboard/billing`;

/** Reads what Starter costs, and agrees to it. */
async function chooseStarter(page: Page): Promise<void> {
  await page.goto(`${BILLING}/plan`);
  await page.getByRole("link", { name: "Review Starter" }).click();
  await expect(page.getByText("Nothing is charged today.")).toBeVisible();
  await page.getByRole("button", { name: "Choose Starter" }).click();
  await expect(page.getByText("You are now on Starter. Its prices apply from the next call.")).toBeVisible();
}

/** Somebody with a live key and a host, and no plan yet. */
async function shop(page: Page): Promise<{ member: SignedInMember; key: string; call: () => Promise<string | null> }> {
  const member = await newcomer();
  const host = `shop-${member.organization.slice(-12)}.example`;
  await verifyDomainManually(
    { kind: "operator" },
    { organizationId: member.organization, host, includeSubdomains: false },
  );
  await signInAs(page, member);
  const made = await createKey(member.actor, { organizationId: member.organization, mode: "live", label: "Web shop" });
  if (!made.ok) throw new Error(made.reason);
  const { key } = made;
  let devices = 0;
  const call = async () => {
    devices += 1;
    const at = `/api/url_generator_b/${key}/device-${member.organization}-${devices}/18`;
    const answer = await fetch(`${demo.baseUrl}${at}?domain=${encodeURIComponent(`https://${host}/`)}`);
    return answer.headers.get("ageway-reason");
  };
  return { member, key, call };
}

test("an owner chooses a plan, sees each call billed, and a cap stops the next one at once", async ({ page }) => {
  const { call } = await shop(page);
  expect(await call()).toBe("subscription_inactive");
  await chooseStarter(page);
  for (let calls = 0; calls < 3; calls += 1) expect(await call()).toBeNull();

  await page.goto(BILLING);
  const cost = page.locator("dl").getByRole("link", { name: "€0.36" });
  await expect(cost).toBeVisible();
  await page.getByRole("link", { name: "Set a cap" }).click();
  await page.getByLabel("Cap a month").fill("0,40");
  await page.getByLabel("Stop live checks").check();
  await page.getByRole("button", { name: "Save cap" }).click();
  await expect(page.getByText("Cap saved. It holds from the next call on.")).toBeVisible();
  await expect(page.getByText("The spend cap of this month is reached")).toBeVisible();
  expect(await call()).toBe("spend_cap_reached");
  await page.getByLabel("Cap a month").fill("0.48");
  await page.getByRole("button", { name: "Save cap" }).click();
  await expect(page.getByText("75 % of this month’s spend cap is used")).toBeVisible();
  expect([await call(), await call()]).toEqual([null, "spend_cap_reached"]);

  await page.goto(BILLING);
  await page.locator("dl").getByRole("link", { name: "€0.48" }).click();
  await expect(page.getByRole("heading", { name: "4 checks: €0.48" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "At the plan’s price" })).toHaveCount(4);
});

test("a key is paused and goes on again, each from the very next call", async ({ page }) => {
  const { key, call } = await shop(page);
  await chooseStarter(page);
  await page.goto(`${demo.baseUrl}/dashboard/keys/${key}`);
  await page.getByRole("button", { name: "Pause key" }).click();
  await expect(page.getByText("This key is paused")).toBeVisible();
  expect(await call()).toBe("plugin_key_paused");
  await page.getByRole("button", { name: "Resume key" }).click();
  await expect(page.getByRole("button", { name: "Pause key" })).toBeVisible();
  expect(await call()).toBeNull();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });

  test("a plan is chosen and ended, and a cap that is no amount is refused with what was typed", async ({ page }) => {
    const { call } = await shop(page);
    await chooseStarter(page);
    expect(await call()).toBeNull();
    await page.getByLabel("Cap a month").fill("a lot");
    await page.getByRole("button", { name: "Save cap" }).click();
    await expect(page.getByRole("alert")).toContainText("Enter an amount such as 250 or 250.00");
    await expect(page.getByLabel("Cap a month")).toHaveValue("a lot");
    await page.getByText("End the subscription").click();
    await page.getByRole("button", { name: "End subscription now" }).click();
    await expect(page.getByText("The subscription has ended. Live checks have stopped.")).toBeVisible();
    expect(await call()).toBe("subscription_inactive");
  });
});

test("a Danish reader finds amounts with a comma, and the page in English", async ({ browser }) => {
  const context = await browser.newContext({ locale: "da-DK" });
  const page = await context.newPage();
  await shop(page);
  await page.goto(`${BILLING}/plan`);
  await expect(page.getByText("29 €")).toBeVisible();
  await page.getByRole("link", { name: "Review Shop" }).click();
  await expect(page.getByText("29,00 € a month")).toBeVisible();
  await context.close();
});
