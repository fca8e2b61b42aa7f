import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { insertAuditEvent } from "#db/queries/audit-event.ts";
import { insertAccount } from "#db/queries/sign-in-account.ts";
import { insertLink } from "#db/queries/sign-in-link.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { secretDigest } from "#lib/crypto/digest.ts";
import { postMail } from "#lib/mail/outbox.ts";
import { invite } from "#lib/organizations/invitation.ts";
import { listMembers } from "#lib/organizations/member.ts";
import { renameOrganization } from "#lib/organizations/organization.ts";
import { changeRole } from "#lib/organizations/role.ts";
import { eraseUser } from "#lib/retention/erase-user.ts";
import { database } from "#lib/runtime/database.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { ageway } from "#tests/support/command.ts";
import { letterOf } from "#tests/support/letter.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { holdingOrganizations, somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { asOwner, ownerUrl } from "#tests/support/owner.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const OPERATOR = { kind: "operator" } as const;

async function erase(email: string) {
  const { status, out } = await ageway(["user", "erase", email, "--json"], { DATABASE_OWNER_URL: ownerUrl() });
  return { status, report: JSON.parse(out) };
}

/** How many rows of any table, the jobs' too, hold a text: as a dump would. */
async function rowsWith(text: string): Promise<Record<string, number>> {
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  const tables = await owner.execute<{ name: string }>(sql`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`);
  expect(tables.length).toBeGreaterThan(30);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const counted = owner.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM ${sql.raw(name)} AS x WHERE strpos(lower(x::text), ${text}) > 0`,
    );
    const [row] = await counted.catch(orGone);
    if (row && row.n > 0) found[name] = row.n;
  }
  return found;
}

/** Another test, or a job, may drop an old partition meanwhile. */
function orGone(fault: Error & { cause?: { code?: string } }): [] {
  if (fault.cause?.code === "42P01") return [];
  throw fault;
}

test("an erased user is nowhere in the database, and the audit log keeps what they did under one pseudonym", async () => {
  const [shop, other] = [await newOrganization(), await newOrganization()];
  const [owner, host] = [await memberOf(shop.id, "owner"), await memberOf(other.id, "owner")];
  const { actor, id, email } = await signedIn({ of: shop.id, role: "owner" });
  await renameOrganization(actor, shop.id, "Renamed");
  await changeRole(owner, shop.id, id, "admin");
  await invite(actor, shop.id, `guest-${id}@people.example`, "viewer");
  await invite(host, other.id, email, "viewer");
  await insertLink(database(), { digest: secretDigest(randomUUID()), email, ttlMs: 600_000 });
  await insertAccount(database(), { issuer: "https://login.example", subject: uuidV7(), userId: id });
  await postMail(database(), [{ about: `test ${id}`, recipient: email, letter: letterOf("Hello") }]);
  const entry = { id: uuidV7(), organizationId: shop.id, actor: "operator", action: "settings.changed" };
  const before = { by: [email], longer: `x${email}` };
  await insertAuditEvent(database(), { ...entry, subject: "x", before, after: { to: email } });
  const found = await rowsWith(email);
  const holders = ["user", "invitation", "sign_in_link", "mail_outbox", "audit_event"];
  expect(Object.keys(found).sort()).toEqual(
    holders.map((name) => (name === "user" ? 'public."user"' : `public.${name}`)).sort(),
  );

  const { out } = await ageway(["user", "show", email.toUpperCase(), "--json"]);
  const shown = JSON.parse(out);
  for (const kind of ["memberships", "sessions", "accounts", "links", "mails"])
    expect(shown[kind], kind).toHaveLength(1);
  expect(shown.user).toMatchObject({ id, email });
  expect(shown.invitations.map(({ direction }: { direction: string }) => direction).toSorted()).toEqual([
    "received",
    "sent",
  ]);
  expect(shown.auditEntries).toHaveLength(found["public.audit_event"] as number);
  expect(out).not.toMatch(/"digest"/);
  for (const another of [owner.email, host.email, `guest-${id}`]) expect(out).not.toContain(another);

  const { status, report } = await erase(email.toUpperCase());
  expect([status, report]).toEqual([
    0,
    { pseudonym: expect.stringMatching(/^erased-[0-9a-f]{12}$/), organizations: 1, auditEntries: expect.any(Number) },
  ]);
  // Somebody else's address, that ends like theirs, stays.
  expect(await rowsWith(email)).toEqual({ "public.audit_event": 1 });
  expect(await rowsWith(`x${email}`)).toEqual({ "public.audit_event": 1 });
  const traces = await tracesOf(shop.id);
  expect(traces).toContainEqual(expect.objectContaining({ actor: report.pseudonym, action: "organization.renamed" }));
  expect(traces).toContainEqual(expect.objectContaining({ subject: report.pseudonym, action: "member.removed" }));
  expect(traces).toContainEqual(
    expect.objectContaining({ subject: `guest-${id}@people.example`, action: "invitation.revoked" }),
  );
  expect(await tracesOf(other.id)).toContainEqual(
    expect.objectContaining({ subject: report.pseudonym, action: "member.invited" }),
  );
  const listed = await listMembers(OPERATOR, shop.id);
  expect(listed.ok && listed.rows.map((row) => row.email)).toEqual([owner.email]);
});

test("the only owner of an organization is not erased, and the command says of which and what to do", async () => {
  const shop = await newOrganization();
  const owner = await memberOf(shop.id, "owner");
  const before = await rowsWith(owner.email);
  const { status, out, err } = await ageway(["user", "erase", owner.email, "--json"], {
    DATABASE_OWNER_URL: ownerUrl(),
  });
  expect([status, JSON.parse(out)]).toEqual([1, { error: "sole_owner", organizations: `Test shop (${shop.id})` }]);
  expect(err).toContain("ageway owner add");
  expect(await rowsWith(owner.email)).toEqual(before);
});

test("somebody who was only invited is erased too, and of an unknown address there is nothing to erase", async () => {
  const shop = await newOrganization();
  const email = `guest-${randomUUID()}@people.example`;
  await invite(await memberOf(shop.id, "owner"), shop.id, email, "viewer");
  expect(await erase(email)).toMatchObject({ status: 0, report: { organizations: 0, auditEntries: 1 } });
  expect(await rowsWith(email)).toEqual({});
  expect(await erase(email)).toEqual({ status: 1, report: { error: "user_unknown" } });
  expect(JSON.parse((await ageway(["user", "show", email, "--json"])).out)).toEqual({ error: "user_unknown" });
  expect((await erase("nonsense")).report).toEqual({ error: "email_invalid" });
});

test("the app's login erases nobody", async () => {
  const somebody = await person();
  expect(await eraseUser(OPERATOR, somebody.email)).toEqual({ ok: false, reason: "owner_login_missing" });
  expect(Object.keys(await rowsWith(somebody.email))).toEqual(['public."user"']);
});

test("a connection that breaks meanwhile ends the command, which says so; nothing is erased", async () => {
  const shop = await newOrganization();
  const { email } = await signedIn({ of: shop.id, role: "viewer" });
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  const { status, err } = await holdingOrganizations([shop], async (tx) => {
    const erasing = ageway(["user", "erase", email], { DATABASE_OWNER_URL: ownerUrl() });
    await somebodyWaitsFor(tx);
    const [own] = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    await owner.execute(sql`
      SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND ${own?.pid}::int = ANY (pg_blocking_pids(pid))`);
    return erasing;
  });
  expect([status, err]).toEqual([1, expect.stringMatching(/database|connection/i)]);
  expect(await rowsWith(email)).not.toEqual({});
});
