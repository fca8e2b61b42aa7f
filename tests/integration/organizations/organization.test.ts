import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listKeys } from "#lib/keys/plugin-key.ts";
import { leaveOrganization, listMembers, organizationsOf } from "#lib/organizations/member.ts";
import { createOrganization, listOrganizations, suspendOrganization } from "#lib/organizations/organization.ts";
import { deleteOrganization } from "#lib/retention/delete-organization.ts";
import { database } from "#lib/runtime/database.ts";
import { tracesOf } from "#tests/support/audit.ts";
import { generate } from "#tests/support/gateway.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { browser, started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;

test("whoever is signed in founds an organization, owns it, and has a test key to begin with", async () => {
  const founder = await person();
  const founded = await createOrganization(founder, " Vin & Vin ");
  const id = founded.ok ? founded.id : "";
  expect(await organizationsOf(founder)).toMatchObject([{ id, name: "Vin & Vin", role: "owner", suspendedAt: null }]);
  const keys = await listKeys(founder, id);
  expect(keys.ok && keys.rows).toMatchObject([{ mode: "test", label: "Test", verifiedDevices: null, revokedAt: null }]);
  const key = (keys.ok && keys.rows[0]?.key) || "";
  expect(await tracesOf(id)).toMatchObject([
    { actor: founder.email, action: "organization.created", after: { name: "Vin & Vin" } },
    { actor: founder.email, action: "key.created", subject: key },
  ]);
  expect((await generate("b", { key, domain: "http://localhost:3001/" })).status).toBe(200);
});

test("of thirty that somebody founds at once, ten are theirs", async () => {
  const founder = await person();
  const founded = await Promise.all(Array.from({ length: 30 }, () => createOrganization(founder, "Shop")));
  expect(founded.filter(({ ok }) => ok)).toHaveLength(10);
  expect(founded).toContainEqual({ ok: false, reason: "too_many_organizations" });
  expect(await organizationsOf(founder)).toHaveLength(10);
});

test("who owns ten, however they came by them, founds no eleventh, and with nine a tenth", async () => {
  const owner = await person();
  const owned = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { id } = await newOrganization({ subscription: "none", domain: "unverified" });
      await database().execute(sql`INSERT INTO member VALUES (${id}, ${owner.id}, 'owner')`);
      return id;
    }),
  );
  expect(await createOrganization(owner, "Shop")).toEqual({ ok: false, reason: "too_many_organizations" });
  await database().execute(sql`
    UPDATE member SET role = 'admin' WHERE user_id = ${owner.id} AND organization_id = ${owned[0]}`);
  expect(await createOrganization(owner, "Shop")).toMatchObject({ ok: true });
});

test("who deletes what they founded has founded it all the same, today", async () => {
  const founder = await person();
  for (let n = 0; n < 10; n += 1) {
    const founded = await createOrganization(founder, "Shop");
    expect(await deleteOrganization(founder, founded.ok ? founded.id : "", " Shop ")).toMatchObject({ ok: true });
  }
  expect(await createOrganization(founder, "Shop")).toEqual({ ok: false, reason: "too_many_organizations" });
});

test("what the operator creates has neither member nor key", async () => {
  const created = await createOrganization(OPERATOR, "Plain");
  const id = created.ok ? created.id : "";
  expect(await listMembers(OPERATOR, id)).toEqual({ ok: true, rows: [] });
  expect(await listKeys(OPERATOR, id)).toEqual({ ok: true, rows: [] });
});

test.for(["", "  ", "x".repeat(81), "a\u0000b", "a\u202eb", "a\nb"])(
  "%j is no name, and nothing is founded",
  async (name) => {
    const founder = await person();
    expect(await createOrganization(founder, name)).toEqual({ ok: false, reason: "name_invalid" });
    expect(await organizationsOf(founder)).toEqual([]);
  },
);

test("a member sees their own organizations by name, and whether one is suspended; the operator sees all", async () => {
  const [one, two] = [await newOrganization(), await newOrganization()];
  const member = await memberOf(one.id, "viewer");
  expect((await organizationsOf(member)).map(({ id }) => id)).toEqual([one.id]);
  await suspendOrganization(OPERATOR, one.id, true);
  expect(await organizationsOf(member)).toMatchObject([{ role: "viewer", suspendedAt: expect.any(Date) }]);
  const all = await listOrganizations(OPERATOR);
  expect(all.ok && all.rows.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]));
});

test("a member leaves; the last owner stays until there is another", async () => {
  const shop = await newOrganization();
  const [owner, viewer] = [await memberOf(shop.id, "owner"), await memberOf(shop.id, "viewer")];
  expect(await leaveOrganization(viewer, shop.id)).toEqual({ ok: true });
  expect(await leaveOrganization(viewer, shop.id)).toEqual({ ok: false, reason: "organization_unknown" });
  expect(await leaveOrganization(owner, shop.id)).toEqual({ ok: false, reason: "last_owner" });
  await memberOf(shop.id, "owner");
  expect(await leaveOrganization(owner, shop.id)).toEqual({ ok: true });
  expect(await organizationsOf(owner)).toEqual([]);
  expect(await tracesOf(shop.id, "member.left")).toMatchObject([
    { actor: viewer.email, subject: viewer.email, before: { role: "viewer" } },
    { actor: owner.email, subject: owner.email, before: { role: "owner" } },
  ]);
});

test.for(["", " ", "test shop", "Test shopp", "Test"])(
  "typed as %j, the name differs and nothing is deleted",
  async (typed) => {
    const shop = await newOrganization();
    const owner = await memberOf(shop.id, "owner");
    expect(await deleteOrganization(owner, shop.id, typed)).toEqual({ ok: false, reason: "name_differs" });
    expect(await organizationsOf(owner)).toHaveLength(1);
  },
);

test("deleted, its calls stop on the very next request, and only the ledger and the audit log stay", async () => {
  const shop = await newOrganization();
  const owner = await memberOf(shop.id, "owner");
  const { url } = await started("b", shop);
  expect(await deleteOrganization(owner, shop.id, "Test shop")).toEqual({ ok: true, name: "Test shop" });
  const refused = await generate("b", shop);
  expect([refused.status, refused.headers.get("ageway-reason")]).toEqual([403, "plugin_key_unknown"]);
  expect((await browser().go(url)).status).toBeGreaterThanOrEqual(400);
  expect(await organizationsOf(owner)).toEqual([]);
  const rows = await countRows(sql`
    SELECT (SELECT count(*) FROM plugin_key WHERE organization_id = ${shop.id})::int
      + (SELECT count(*) FROM domain WHERE organization_id = ${shop.id})::int
      + (SELECT count(*) FROM member WHERE organization_id = ${shop.id})::int AS n`);
  expect([rows, await shop.billed()]).toEqual([0, 1]);
  expect((await tracesOf(shop.id)).at(-1)).toMatchObject({
    actor: owner.email,
    action: "organization.deleted",
    before: { name: "Test shop" },
  });
});
