import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import type { Role } from "#lib/core/permission.rules.ts";
import { acceptInvitation, findInvitation } from "#lib/organizations/accept-invitation.ts";
import { invite, listInvitations, revokeInvitation } from "#lib/organizations/invitation.ts";
import { leaveOrganization, listMembers, organizationsOf } from "#lib/organizations/member.ts";
import { createOrganization } from "#lib/organizations/organization.ts";
import { changeRole, removeMember } from "#lib/organizations/role.ts";
import { database } from "#lib/runtime/database.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { mailsTo } from "#tests/support/mailbox.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";

const UNKNOWN = { ok: false, reason: "invitation_unknown" };
const newAddress = () => `guest-${randomBytes(8).toString("hex")}@people.example`;

/** Somebody invited: by whom, to what, and with the token of the latest mail. */
async function invited(role: Role = "developer", email = newAddress()) {
  const shop = await newOrganization({ subscription: "none", domain: "unverified" });
  const owner = await memberOf(shop.id, "owner");
  const answer = await invite(owner, shop.id, email, role);
  if (!answer.ok) throw new Error(answer.reason);
  return { shop, owner, answer, email, token: await tokenFor(email) };
}

async function tokenFor(email: string): Promise<string> {
  const [link] = /http\S+/.exec((await mailsTo(email)).at(-1)?.text ?? "") ?? [];
  const url = new URL(link ?? "");
  expect(url.origin + url.pathname).toBe(`${process.env.BASE_URL}/invitation`);
  return url.searchParams.get("token") ?? "";
}

async function idOf(organizationId: string, email: string): Promise<string> {
  const listed = await listInvitations({ kind: "operator" }, organizationId);
  return (listed.ok && listed.rows.find((row) => row.email === email)?.id) || "";
}

const end = (organizationId: string) =>
  database().execute(sql`UPDATE invitation SET expires_at = now() WHERE organization_id = ${organizationId}`);

test("an invitation goes to one address, and whoever is signed in with it becomes a member", async () => {
  const { shop, owner, answer, email, token } = await invited();
  expect(answer).toEqual({ ok: true, email, role: "developer", expiresAt: expect.any(Date), notified: true });
  expect(await findInvitation(token)).toMatchObject({ organizationName: "Test shop", email, role: "developer" });
  const invitee = await person({ email });
  expect(await acceptInvitation(invitee, token)).toEqual({ ok: true, organizationId: shop.id, role: "developer" });
  expect(await organizationsOf(invitee)).toMatchObject([{ id: shop.id, role: "developer" }]);
  expect(await tracesOf(shop.id, "member.invited", "invitation.accepted")).toMatchObject([
    { actor: owner.email, subject: email, after: { role: "developer" } },
    { actor: email, subject: email, after: { role: "developer" } },
  ]);
});

test("the link holds 32 random bytes, of which the database has a digest only", async () => {
  const { shop, token } = await invited();
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const digest = createHash("sha256").update(token).digest();
  const stored = sql`SELECT count(*)::int AS n FROM invitation WHERE organization_id = ${shop.id}`;
  expect(await countRows(sql`${stored} AND digest = ${digest}`)).toBe(1);
  expect(await countRows(sql`${stored} AND invitation::text LIKE ${`%${token}%`}`)).toBe(0);
  expect(JSON.stringify(await tracesOf(shop.id))).not.toContain(token);
});

test("it opens once, for seven days, and not for another address", async () => {
  const { shop, email, token } = await invited();
  const days = sql`SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::int AS n FROM invitation WHERE organization_id = ${shop.id}`;
  expect(await countRows(days)).toBe(7);
  const stranger = await person();
  expect(await acceptInvitation(stranger, token)).toEqual({ ok: false, reason: "other_address" });
  expect(await organizationsOf(stranger)).toEqual([]);
  const invitee = await person({ email });
  expect((await acceptInvitation(invitee, token)).ok).toBe(true);
  expect([await acceptInvitation(invitee, token), await findInvitation(token)]).toEqual([UNKNOWN, null]);
});

test.for([
  ["run out", ({ shop }) => end(shop.id)],
  ["taken back", async ({ shop, owner, email }) => revokeInvitation(owner, shop.id, await idOf(shop.id, email))],
  ["replaced", ({ shop, owner, email }) => invite(owner, shop.id, email, "viewer")],
] as const satisfies [string, (one: Awaited<ReturnType<typeof invited>>) => Promise<object>][])(
  "once %s, its link is dead",
  async ([, happens]) => {
    const one = await invited();
    await happens(one);
    expect([await findInvitation(one.token), await acceptInvitation(await person(one), one.token)]).toEqual([
      null,
      UNKNOWN,
    ]);
    const listed = await listMembers(one.owner, one.shop.id);
    expect(listed.ok && listed.rows.map(({ email }) => email)).not.toContain(one.email);
  },
);

test.for(["", "x", "A".repeat(43), `${"A".repeat(42)}\u0000`])("%j is no invitation", async (token) => {
  expect([await findInvitation(token), await acceptInvitation(await person(), token)]).toEqual([null, UNKNOWN]);
});

test("invited again, also after seven days, somebody has one open invitation, with the new role", async () => {
  const { shop, owner, email } = await invited();
  await invite(owner, shop.id, email.toUpperCase(), "viewer");
  await end(shop.id);
  expect(await listInvitations(owner, shop.id)).toEqual({ ok: true, rows: [] });
  expect((await invite(owner, shop.id, email, "billing")).ok).toBe(true);
  const listed = await listInvitations(owner, shop.id);
  expect(listed.ok && listed.rows).toMatchObject([{ email, role: "billing" }]);
  expect(await acceptInvitation(await person({ email }), await tokenFor(email))).toMatchObject({ role: "billing" });
});

test("50 acceptances at once make one member and one acceptance", async () => {
  const { shop, email, token } = await invited();
  const invitee = await person({ email });
  const all = await Promise.all(Array.from({ length: 50 }, () => acceptInvitation(invitee, token)));
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  expect(all.filter((one) => !one.ok && one.reason === "invitation_unknown")).toHaveLength(49);
  const members = sql`SELECT count(*)::int AS n FROM member WHERE organization_id = ${shop.id} AND user_id = ${invitee.id}`;
  expect([await countRows(members), (await tracesOf(shop.id, "invitation.accepted")).length]).toEqual([1, 1]);
});

test("two who invite one address at once leave one open invitation", async () => {
  const { shop, owner } = await invited();
  const email = newAddress();
  const both = await Promise.all([invite(owner, shop.id, email, "viewer"), invite(owner, shop.id, email, "admin")]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  const listed = await listInvitations(owner, shop.id);
  expect(listed.ok && listed.rows.filter((row) => row.email === email)).toHaveLength(1);
});

test("an admin invites no owners, and an owner does so only freshly signed in", async () => {
  const { shop } = await invited();
  const [admin, old] = [await memberOf(shop.id, "admin"), await memberOf(shop.id, "owner", 11)];
  const email = newAddress();
  expect(await invite(admin, shop.id, email, "owner")).toEqual({ ok: false, reason: "not_allowed" });
  expect(await invite(old, shop.id, email, "owner")).toEqual({ ok: false, reason: "sign_in_again" });
  expect(await mailsTo(email)).toEqual([]);
  expect(await invite(old, shop.id, email, "viewer")).toEqual({ ok: false, reason: "sign_in_again" });
  expect(await mailsTo(email)).toEqual([]);
});

test("what an owner has offered, only an owner replaces or takes back", async () => {
  const { shop, owner } = await invited();
  const admin = await memberOf(shop.id, "admin");
  const email = newAddress();
  await invite(owner, shop.id, email, "owner");
  const listed = await listInvitations(admin, shop.id);
  const offer = (listed.ok && listed.rows.find((row) => row.email === email)?.id) || "";
  expect(await invite(admin, shop.id, email, "viewer")).toEqual({ ok: false, reason: "not_allowed" });
  expect(await revokeInvitation(admin, shop.id, offer)).toEqual({ ok: false, reason: "not_allowed" });
  expect(await revokeInvitation(owner, shop.id, offer)).toMatchObject({ ok: true, email });
  expect(await invite(admin, shop.id, email, "viewer")).toMatchObject({ ok: true });
});

test("a member is not invited, and one who became an owner meanwhile stays it when they accept", async () => {
  const { shop, owner, email, token } = await invited("viewer");
  expect(await invite(owner, shop.id, owner.email, "viewer")).toEqual({ ok: false, reason: "already_member" });
  const invitee = await person({ email });
  await database().execute(sql`INSERT INTO member VALUES (${shop.id}, ${invitee.id}, 'owner')`);
  expect(await acceptInvitation(invitee, token)).toMatchObject({ ok: true, role: "owner" });
});

test("20 may be open, of which one may be renewed, and 50 be sent in a day", async () => {
  const { shop, owner, email } = await invited();
  const full = { ok: false, reason: "too_many_invitations" };
  for (let n = 1; n < 20; n += 1) expect((await invite(owner, shop.id, newAddress(), "viewer")).ok).toBe(true);
  const late = newAddress();
  expect(await invite(owner, shop.id, late, "viewer")).toEqual(full);
  expect(await mailsTo(late)).toEqual([]);
  for (let n = 20; n < 50; n += 1) expect((await invite(owner, shop.id, email, "viewer")).ok).toBe(true);
  expect(await invite(owner, shop.id, email, "viewer")).toEqual(full);
  expect(await mailsTo(email)).toHaveLength(31);
  const yesterday = sql`UPDATE invitation SET created_at = now() - interval '25 hours' WHERE organization_id = ${shop.id}`;
  await database().execute(yesterday);
  expect((await invite(await memberOf(shop.id, "owner"), shop.id, email, "viewer")).ok).toBe(true);
  // One person has sent them, whichever organization they send the next one for.
  expect(await invite(owner, shop.id, email, "viewer")).toEqual(full);
  const other = await createOrganization(owner, "Another shop");
  expect(await invite(owner, other.ok ? other.id : "", newAddress(), "viewer")).toEqual(full);
});

test("another organization's invitation is not there to be taken back", async () => {
  const [mine, theirs] = [await invited(), await invited()];
  for (const id of [await idOf(theirs.shop.id, theirs.email), "nonsense"])
    expect(await revokeInvitation(mine.owner, mine.shop.id, id)).toEqual(UNKNOWN);
  expect(await findInvitation(theirs.token)).not.toBeNull();
});

/** An admin who has invited their own second address. */
async function adminWithAnOffer(role: Role = "admin") {
  const { shop, owner } = await invited();
  const admin = await memberOf(shop.id, "admin");
  const email = newAddress();
  expect(await invite(admin, shop.id, email, role)).toMatchObject({ ok: true });
  return { shop, owner, admin, email, invitee: await person({ email }), token: await tokenFor(email) };
}

test.for([
  ["is removed", ({ owner, shop, admin }) => removeMember(owner, shop.id, admin.id)],
  ["leaves", ({ shop, admin }) => leaveOrganization(admin, shop.id)],
  ["may not invite any more", ({ owner, shop, admin }) => changeRole(owner, shop.id, admin.id, "developer")],
] as const satisfies [string, (one: Awaited<ReturnType<typeof adminWithAnOffer>>) => Promise<object>][])(
  "an admin who %s does not come back by an invitation of their own",
  async ([, happens]) => {
    const one = await adminWithAnOffer();
    await happens(one);
    expect([await findInvitation(one.token), await acceptInvitation(one.invitee, one.token)]).toEqual([null, UNKNOWN]);
    expect(await organizationsOf(one.invitee)).toEqual([]);
    expect(await idOf(one.shop.id, one.email)).toBe("");
    expect(await tracesOf(one.shop.id, "invitation.revoked")).toMatchObject([{ subject: one.email }]);
  },
);

test("what its inviter may give is asked when an invitation is accepted, whatever became of them on the way", async () => {
  const { shop, admin, invitee, token } = await adminWithAnOffer();
  await database().execute(
    sql`UPDATE member SET role = 'viewer' WHERE organization_id = ${shop.id} AND user_id = ${admin.id}`,
  );
  expect([await findInvitation(token), await acceptInvitation(invitee, token)]).toEqual([null, UNKNOWN]);
  await database().execute(
    sql`UPDATE member SET role = 'owner' WHERE organization_id = ${shop.id} AND user_id = ${admin.id}`,
  );
  expect(await acceptInvitation(invitee, token)).toMatchObject({ ok: true, role: "admin" });
});

test("what its inviter may give is asked again under the lock", async () => {
  const { shop, admin, invitee, token } = await adminWithAnOffer();
  const { accepted } = await database().transaction(async (tx) => {
    await lockOrganization(tx, shop.id);
    const accepted = acceptInvitation(invitee, token);
    await somebodyWaitsFor(tx);
    await tx.execute(
      sql`UPDATE member SET role = 'viewer' WHERE organization_id = ${shop.id} AND user_id = ${admin.id}`,
    );
    return { accepted };
  });
  expect(await accepted).toEqual(UNKNOWN);
});

test("an owner who is made an admin has offered nobody to be an owner, also when they are one again", async () => {
  const { shop, owner } = await invited();
  const other = await memberOf(shop.id, "owner");
  const [email, viewer] = [newAddress(), newAddress()];
  for (const [to, role] of [
    [email, "owner"],
    [viewer, "viewer"],
  ] as const)
    await invite(other, shop.id, to, role);
  const token = await tokenFor(email);
  for (const role of ["admin", "owner"] as const) await changeRole(owner, shop.id, other.id, role);
  expect(await acceptInvitation(await person({ email }), token)).toEqual(UNKNOWN);
  expect(await tracesOf(shop.id, "invitation.revoked")).toMatchObject([{ subject: email, before: { role: "owner" } }]);
  expect(await idOf(shop.id, viewer)).not.toBe("");
});

test("an admin gives nobody the role for billing, neither themselves nor a second address of theirs", async () => {
  const { shop, owner } = await invited();
  const admin = await memberOf(shop.id, "admin");
  const denied = { ok: false, reason: "not_allowed" };
  expect(await changeRole(admin, shop.id, admin.id, "billing")).toEqual(denied);
  expect(await invite(admin, shop.id, newAddress(), "billing")).toEqual(denied);
  const email = newAddress();
  expect(await invite(owner, shop.id, email, "billing")).toMatchObject({ ok: true });
  expect(await invite(admin, shop.id, email, "viewer")).toEqual(denied);
  expect(await revokeInvitation(admin, shop.id, await idOf(shop.id, email))).toEqual(denied);
});

test("what others have offered stays when a member goes", async () => {
  const { shop, owner, email, token } = await invited();
  const admin = await memberOf(shop.id, "admin");
  await removeMember(owner, shop.id, admin.id);
  expect(await acceptInvitation(await person({ email }), token)).toMatchObject({ ok: true, role: "developer" });
});
