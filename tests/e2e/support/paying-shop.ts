import { expect, type Page } from "@playwright/test";
import { verifyDomainManually } from "#lib/domains/domain.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { newcomer, type SignedInMember } from "./dashboard.ts";
import { signInAs } from "./dashboard-tour.ts";
import { demo } from "./demo.ts";

export const BILLING = `${demo.baseUrl}/dashboard/billing`;

/** Reads what Starter costs, and agrees to it. */
export async function chooseStarter(page: Page): Promise<void> {
  await page.goto(`${BILLING}/plan`);
  await page.getByRole("link", { name: "Review plan Starter" }).click();
  await expect(page.getByText("Nothing is charged today.")).toBeVisible();
  await page.getByRole("button", { name: "Choose Starter" }).click();
  await expect(page.getByText("You are now on Starter. Its prices apply from the next call.")).toBeVisible();
}

/** Somebody with a live key and a host, and no plan yet. */
export async function shop(
  page: Page,
): Promise<{ member: SignedInMember; key: string; call: () => Promise<string | null> }> {
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
