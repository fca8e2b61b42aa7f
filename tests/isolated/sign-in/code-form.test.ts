import { sql } from "drizzle-orm";
import { beforeAll, expect, inject, test } from "vitest";
import { database } from "#lib/runtime/database.ts";
import { confirmByCode } from "#lib/sign-in/code.ts";
import { startApp } from "#tests/support/app.ts";
import { formWith, openDashboard, textOf } from "#tests/support/dashboard.ts";
import { mailsTo } from "#tests/support/mailbox.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { codeOf, otherCode, setSession } from "#tests/support/sign-in-code.ts";
import { signedIn } from "#tests/support/signed-in.ts";

let dashboard: Awaited<ReturnType<typeof openDashboard>>;
beforeAll(async () => {
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const app = await startApp({ ...inject("env"), SIGN_IN_ISSUER: "", BASE_URL: base }, port);
  dashboard = await openDashboard(base);
  return () => app.kill();
});

const INVITE = "/dashboard/team";

/** Who is invited to the organization. */
async function invited(organizationId: string): Promise<string[]> {
  const rows = await database().execute<{ email: string }>(
    sql`SELECT email FROM invitation WHERE organization_id = ${organizationId} AND revoked_at IS NULL`,
  );
  return rows.map(({ email }) => email);
}

test("without script: the form says it before, asks for the code, keeps what was typed, and does it", async () => {
  const shop = await newOrganization();
  const { cookie, email } = await signedIn({ of: shop.id, minutes: 60 });
  const guest = "guest@people.example";
  const page = await dashboard.get(INVITE, cookie);
  expect(textOf(page.text)).toContain(
    `You signed in more than ten minutes ago: we first e-mail a code to ${email}. Send invitation`,
  );
  const typed = { email: guest, role: "viewer" };
  const asked = await dashboard.submit(INVITE, formWith(page, "Send invitation", typed), cookie);
  expect(textOf(asked.text)).toContain(`We e-mailed a code to ${email}`);
  expect(asked.text).toMatch(
    /<input(?=[^>]* name="signInCode")(?=[^>]* autoComplete="one-time-code")(?=[^>]*numeric)/i,
  );
  expect(asked.text).toMatch(new RegExp(`<input(?=[^>]* name="email")[^>]* value="${guest}"`));
  const code = await codeOf(email);
  const wrongly = formWith(asked, "Send invitation", { ...typed, signInCode: otherCode(code) });
  const refused = await dashboard.submit(INVITE, wrongly, cookie);
  expect(textOf(refused.text)).toMatch(/This code is wrong Use the newest e-mail\. Tries left: 4\./);
  expect(refused.text).toContain(`value="${guest}"`);
  expect(refused.text).not.toContain(otherCode(code));
  expect(await invited(shop.id)).toEqual([]);
  const rightly = formWith(refused, "Send invitation", { ...typed, signInCode: code });
  expect(textOf((await dashboard.submit(INVITE, rightly, cookie)).text)).toContain(guest);
  expect(await invited(shop.id)).toEqual([guest]);
  expect(textOf((await dashboard.get(INVITE, cookie)).text)).not.toContain("more than ten minutes ago");
});

test("both halves of a double click with the code find the action done", async () => {
  const shop = await newOrganization();
  const { cookie, email } = await signedIn({ of: shop.id, minutes: 60 });
  const typed = { email: "guest@people.example", role: "viewer" };
  const form = formWith(await dashboard.get(INVITE, cookie), "Send invitation", typed);
  const asked = await dashboard.submit(INVITE, form, cookie);
  const coded = formWith(asked, "Send invitation", { ...typed, signInCode: await codeOf(email) });
  const pages = await Promise.all([1, 2].map(() => dashboard.submit(INVITE, coded, cookie)));
  for (const { text } of pages) expect(textOf(text)).not.toMatch(/code no longer works/);
  expect(await invited(shop.id)).toEqual([typed.email]);
});

test("another code is mailed by its button, and nothing is done by it", async () => {
  const shop = await newOrganization();
  const { actor, cookie, email } = await signedIn({ of: shop.id, minutes: 60 });
  const typed = { email: "guest@people.example", role: "viewer" };
  const form = formWith(await dashboard.get(INVITE, cookie), "Send invitation", typed);
  const asked = await dashboard.submit(INVITE, form, cookie);
  await codeOf(email);
  await setSession(actor, sql`code_expires_at = now() - interval '1 second'`);
  const stale = formWith(asked, "Send invitation", { ...typed, signInCode: await codeOf(email) });
  const refused = await dashboard.submit(INVITE, stale, cookie);
  expect(textOf(refused.text)).toMatch(/This code no longer works .* Send a new code/);
  const again = formWith(refused, "Send invitation", { ...typed, signInCode: "", newSignInCode: "yes" });
  expect(textOf((await dashboard.submit(INVITE, again, cookie)).text)).toContain(`We e-mailed a code to ${email}`);
  expect(await invited(shop.id)).toEqual([]);
  expect(await confirmByCode(actor, await codeOf(email, 2))).toMatchObject({ ok: true });
});

test("who may not do it is told so, and gets no code", async () => {
  const shop = await newOrganization();
  const owner = await signedIn({ of: shop.id });
  const viewer = await signedIn({ of: shop.id, role: "viewer", minutes: 60 });
  const typed = { email: "guest@people.example", role: "viewer" };
  const form = formWith(await dashboard.get(INVITE, owner.cookie), "Send invitation", typed);
  const answer = await dashboard.submit(INVITE, form, viewer.cookie);
  expect(textOf(answer.text)).toContain("your role is viewer");
  expect(answer.text).not.toContain("signInCode");
  expect(await mailsTo(viewer.email)).toEqual([]);
});
