import { expect, type Page } from "@playwright/test";
import { demo } from "./demo.ts";
import { inDatabase } from "./verify-tour.ts";

/** Signs in by a link of the local inbox, as a person would. A new address gets a new account: the demo lets anyone in. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${demo.baseUrl}/sign-in`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByRole("link", { name: "Open the inbox" }).click();
  await openNewestMail(page, email);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The newest mail to an address with that subject, as soon as it is there. */
export async function openNewestMail(page: Page, email: string, subject = ""): Promise<void> {
  await expect(async () => {
    await page.goto(`${demo.baseUrl}/inbox`);
    const mails = page
      .getByRole("article")
      .filter({ hasText: `To ${email}` })
      .filter({ hasText: subject });
    expect(await mails.count()).toBeGreaterThan(0);
    await mails.first().getByRole("link").click();
  }).toPass();
}

/** The code that was mailed to an address last. Reads the inbox in another tab. */
export async function newestCode(page: Page, email: string): Promise<string> {
  const inbox = await page.context().newPage();
  const mail = inbox
    .getByRole("article")
    .filter({ hasText: `To ${email}` })
    .filter({ hasText: "is your Ageway code" });
  await expect(async () => {
    await inbox.goto(`${demo.baseUrl}/inbox`);
    expect(await mail.count()).toBeGreaterThan(0);
  }).toPass();
  const [code = ""] = /^\d{6}/.exec(await mail.first().getByRole("heading").innerText()) ?? [];
  await inbox.close();
  return code;
}

/** As if the sign-in had been an hour ago. */
export async function signedInLongAgo(email: string): Promise<void> {
  await inDatabase(
    (sql) => sql`
      UPDATE sign_in_session SET asked_at = now() - interval '1 hour'
      WHERE user_id = (SELECT id FROM "user" WHERE email = ${email})`,
  );
}

let people = 0;

export function newAddress(): string {
  people += 1;
  return `person-${process.pid}-${Math.random().toString(36).slice(2)}-${people}@shop.example`;
}

/** Somebody new, with an organization of their own. */
export async function settleIn(page: Page, { email = newAddress(), name = "Corner shop" } = {}): Promise<string> {
  await signIn(page, email);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Welcome to ${name}`);
  return email;
}
