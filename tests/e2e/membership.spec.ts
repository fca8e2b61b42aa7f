import { expect } from "@playwright/test";
import { enter } from "./support/dashboard-tour.ts";
import { demo } from "./support/demo.ts";
import { newAddress, newestCode, openNewestMail, signedInLongAgo } from "./support/sign-in.ts";
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

test("after a while what cannot be undone takes two presses: one mails a code, one does it", async ({ page }) => {
  const { email } = await enter(page, "/dashboard/settings");
  await signedInLongAgo(email);
  await page.reload();
  await page.getByRole("link", { name: "Delete organization…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(`we first e-mail a code to ${email}`)).toBeVisible();
  await dialog.getByLabel(/^Type/).fill("Corner shop");
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await expect(dialog.getByRole("status")).toContainText(`We e-mailed a code to ${email}`);
  const code = dialog.getByLabel("Code from the e-mail");
  await expect(code).toBeFocused();
  await expect(dialog.getByLabel(/^Type/)).toHaveValue("Corner shop");
  const right = await newestCode(page, email);
  await code.fill(right === "000000" ? "000001" : "000000");
  await code.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("This code is wrong");
  await expect(code).toBeFocused();
  await expect(code).toHaveValue("");
  await code.fill(right);
  await code.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Name your shop or company");
});
