import { expect } from "@playwright/test";
import { enter } from "./support/dashboard-tour.ts";
import { demo } from "./support/demo.ts";
import { newAddress, openNewestMail } from "./support/sign-in.ts";
import { test } from "./support/test.ts";

test("somebody who is invited signs in with that address, joins, and leaves again", async ({ page, browser }) => {
  await enter(page, "/dashboard/team", { name: "Wine & cheese" });
  const invitee = newAddress();
  await page.getByRole("link", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite member" });
  await dialog.getByLabel("E-mail address").fill(invitee);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText(`Invitation sent to ${invitee}.`)).toBeVisible();

  const theirs = await (await browser.newContext()).newPage();
  await openNewestMail(theirs, invitee);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Join Wine & cheese");
  const invitation = theirs.url();
  await theirs.getByRole("link", { name: `Sign in as ${invitee}` }).click();
  await theirs.getByLabel("E-mail address").fill(invitee);
  await theirs.getByRole("button", { name: "Send me a link" }).click();
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Check your mail");
  await openNewestMail(theirs, invitee, "Sign in to Ageway");
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await expect(theirs).toHaveURL(invitation);
  await theirs.getByRole("button", { name: "Join" }).click();
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Welcome to Wine & cheese");
  await theirs.goto(invitation);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("This invitation no longer works");

  // A developer may change keys, and not the settings.
  await theirs.goto(`${demo.baseUrl}/dashboard/settings`);
  await expect(theirs.getByRole("button", { name: "Save visitor’s page" })).toBeDisabled();
  await expect(theirs.getByText("Your role (developer) does not allow this.").first()).toBeVisible();

  await theirs.goto(`${demo.baseUrl}/dashboard/team`);
  await theirs.getByRole("button", { name: "Leave Wine & cheese" }).click();
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Name your shop or company");
});
