import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { uuidV7 } from "#lib/base/uuid.ts";
import { listDomains, readDomain, removeDomain, setSubdomains, verifyDomainManually } from "#lib/domains/domain.ts";
import { checkDomain, claimDomain } from "#lib/domains/proof.ts";
import { database } from "#lib/runtime/database.ts";
import { generate } from "#tests/support/gateway.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

test.for([
  ["shop.example", "shop.example"],
  ["  Shop.EXAMPLE ", "shop.example"],
  ["käse.example", "xn--kse-qla.example"],
  ["localhost", "localhost"],
  ["127.0.0.1", "127.0.0.1"],
  ["[::1]", "[::1]"],
])("the host %j is stored as %j", async ([host = "", stored = ""]) => {
  const { id } = await newOrganization({ domain: "unverified" });
  const manual = await verifyDomainManually(OPERATOR, { organizationId: id, host, includeSubdomains: false });
  expect(manual).toEqual({ ok: true, host: stored });
  expect(await listDomains(OPERATOR, id)).toMatchObject({ ok: true, rows: [{ host: stored }] });
});

test.for([
  "",
  "shop",
  "https://shop.example",
  "shop.example/path",
  "shop.example?x",
  "user@shop.example",
  "shop.example:443",
  "[::1]:443",
  "*.shop.example",
  "shop..example",
  "shop.example.",
  "10.0.0.1",
  "shop .example",
])("the host %j cannot be vouched for", async (host) => {
  const { id } = await newOrganization({ domain: "unverified" });
  const manual = await verifyDomainManually(OPERATOR, { organizationId: id, host, includeSubdomains: false });
  expect(manual).toEqual({ ok: false, reason: "host_invalid" });
  expect(await listDomains(OPERATOR, id)).toEqual({ ok: true, rows: [] });
});

test("what is below localhost cannot be vouched for: any program of any user listens there", async () => {
  const { id } = await newOrganization({ domain: "unverified" });
  const manual = await verifyDomainManually(OPERATOR, {
    organizationId: id,
    host: "localhost",
    includeSubdomains: true,
  });
  expect(manual).toEqual({ ok: false, reason: "host_invalid" });
});

/** A claimed host of its own, as if a look had proven it. */
async function verified(host = "") {
  const shop = await newOrganization({ domain: "unverified" });
  const named = host || `proven-${shop.id.slice(-12)}.example`;
  await claimDomain(OPERATOR, { organizationId: shop.id, host: named, includeSubdomains: false });
  await database().execute(
    sql`UPDATE domain SET verified_at = now(), last_verified_at = now() WHERE organization_id = ${shop.id}`,
  );
  return { ...shop, host: named };
}

test("a domain tells how it stands, and what proves it", async () => {
  const { id, host } = await verified("www.käse.example");
  const now = new Date("2026-03-01T05:00:00Z");
  const read = await readDomain(OPERATOR, id, host, now);
  expect(read).toEqual({
    ok: true,
    domain: {
      host: "www.xn--kse-qla.example",
      unicode: "www.käse.example",
      method: "dns",
      diagnosis: null,
      includeSubdomains: false,
      verifiedAt: expect.any(Date),
      lastVerifiedAt: expect.any(Date),
      missingSince: null,
      checkedAt: null,
      nextCheckAt: new Date("2026-03-02T04:23:00Z"),
      isManuallyVerified: false,
    },
    challenge: {
      name: "_ageway-challenge.www.xn--kse-qla.example",
      relativeName: "_ageway-challenge.www",
      fileUrl: "https://www.xn--kse-qla.example/.well-known/ageway-challenge.txt",
      value: expect.stringMatching(/^[\w-]{24}$/),
    },
  });
  expect(await listDomains(OPERATOR, id, now)).toEqual({ ok: true, rows: [read.ok && read.domain] });
});

test.for([
  ["shop.example", "_ageway-challenge"],
  ["a.b.shop.co.uk", "_ageway-challenge.a.b"],
  ["shop.github.io", "_ageway-challenge"],
  ["www.shop.github.io", "_ageway-challenge.www"],
] as const)("a form for the domain of %s wants the name %s", async ([host, relativeName]) => {
  const { id } = await newOrganization({ domain: "unverified" });
  const claim = await claimDomain(OPERATOR, { organizationId: id, host, includeSubdomains: false });
  expect(claim).toMatchObject({ relativeName });
});

test("what nobody has proven yet is not looked at by the clock, and neither is what the operator vouches for", async () => {
  const { id, host } = await newOrganization();
  await claimDomain(OPERATOR, { organizationId: id, host: "claimed.example", includeSubdomains: false });
  const listed = await listDomains(OPERATOR, id);
  expect(listed.ok && listed.rows.map((row) => [row.host, row.isManuallyVerified, row.nextCheckAt])).toEqual([
    ["claimed.example", false, null],
    [host, true, null],
  ]);
  expect(await readDomain(OPERATOR, id, host)).toMatchObject({ ok: true, challenge: null });
  expect(await readDomain(OPERATOR, id, "other.example")).toEqual({ ok: false, reason: "domain_unknown" });
});

test("whether sub-domains count is changed on the very next call, and traced", async () => {
  const shop = await verified();
  const member = await memberOf(shop.id, "developer");
  const isBelowAccepted = async () =>
    (await generate("b", { key: shop.key, domain: `https://www.${shop.host}/` })).status === 200;
  expect(await isBelowAccepted()).toBe(false);
  expect(await setSubdomains(member, shop.id, shop.host, true)).toMatchObject({ ok: true, changed: true });
  expect(await setSubdomains(member, shop.id, shop.host, true)).toMatchObject({ ok: true, changed: false });
  expect(await isBelowAccepted()).toBe(true);
  await setSubdomains(member, shop.id, shop.host, false);
  expect(await isBelowAccepted()).toBe(false);
  const traces = await database().execute(
    sql`SELECT actor, "before", "after" FROM audit_event
      WHERE organization_id = ${shop.id} AND action = 'domain.subdomains_set' ORDER BY id`,
  );
  expect(traces).toEqual([
    { actor: member.email, before: { includeSubdomains: false }, after: { includeSubdomains: true } },
    { actor: member.email, before: { includeSubdomains: true }, after: { includeSubdomains: false } },
  ]);
});

test("what the operator vouches for, a member cannot change, but take away", async () => {
  const { id, host } = await newOrganization();
  const member = await memberOf(id, "developer");
  const refused = { ok: false, reason: "domain_verified_manually" };
  const claim = { organizationId: id, host, includeSubdomains: false };
  expect(await claimDomain(member, { ...claim, method: "file" })).toEqual(refused);
  expect(await claimDomain(member, claim)).toEqual(refused);
  expect(await checkDomain(member, id, host)).toEqual(refused);
  expect(await setSubdomains(member, id, host, true)).toEqual(refused);
  expect(await removeDomain(member, id, host, "other.example")).toEqual({ ok: false, reason: "name_differs" });
  expect(await removeDomain(member, id, host, host)).toEqual({ ok: true, host });
});

test("a file proves one host: it is not asked for what lies below", async () => {
  const { id } = await newOrganization({ domain: "unverified" });
  const claim = { organizationId: id, host: "file.example", method: "file" } as const;
  const refused = { ok: false, reason: "subdomains_need_dns" };
  expect(await claimDomain(OPERATOR, { ...claim, includeSubdomains: true })).toEqual(refused);
  expect(await listDomains(OPERATOR, id)).toEqual({ ok: true, rows: [] });
  await claimDomain(OPERATOR, { ...claim, includeSubdomains: false });
  expect(await setSubdomains(OPERATOR, id, claim.host, true)).toEqual(refused);
});

test("until a host is proven its method can be changed, and the value stays", async () => {
  const { id } = await newOrganization({ domain: "unverified" });
  const claim = (method: "dns" | "file", includeSubdomains = false) =>
    claimDomain(OPERATOR, { organizationId: id, host: "either.example", method, includeSubdomains });
  const first = await claim("dns", true);
  await database().execute(sql`UPDATE domain SET diagnosis = 'no_answer' WHERE organization_id = ${id}`);
  expect(await claim("file")).toMatchObject({ method: "file", value: first.ok && first.value });
  expect(await listDomains(OPERATOR, id)).toMatchObject({
    rows: [{ method: "file", includeSubdomains: false, diagnosis: null }],
  });
  await database().execute(
    sql`UPDATE domain SET verified_at = now(), last_verified_at = now() WHERE organization_id = ${id}`,
  );
  expect(await claim("dns")).toEqual({ ok: false, reason: "domain_verified" });
  expect(await claim("file")).toMatchObject({ ok: true, method: "file" });
  const traces = await database().execute(sql`SELECT "after" FROM audit_event WHERE organization_id = ${id}
    AND action = 'domain.claimed' ORDER BY id`);
  expect(traces.map(({ after }) => after)).toEqual([
    { method: "dns", includeSubdomains: true },
    { method: "file", includeSubdomains: false },
  ]);
});

test("a stranger sees no domain, and a viewer changes none", async () => {
  const { id, host } = await verified();
  const [stranger, viewer] = [await person(), await memberOf(id, "viewer")];
  const unknown = { ok: false, reason: "organization_unknown" };
  expect(await readDomain(stranger, id, host)).toEqual(unknown);
  expect(await setSubdomains(stranger, id, host, true)).toEqual(unknown);
  expect(await readDomain(viewer, id, host)).toMatchObject({ ok: true });
  expect(await setSubdomains(viewer, id, host, true)).toEqual({ ok: false, reason: "not_allowed" });
});

test("an organization claims a hundred hosts, each as often as it likes, and no other", async () => {
  const { id: organizationId } = await newOrganization({ domain: "unverified" });
  const claim = (host: string) => claimDomain(OPERATOR, { organizationId, host, includeSubdomains: false });
  const rows = JSON.stringify(Array.from({ length: 99 }, (_, n) => ({ id: uuidV7(), host: `shop-${n}.example` })));
  await database().execute(sql`
    INSERT INTO domain (id, organization_id, host, include_subdomains, method, challenge)
    SELECT id, ${organizationId}, host, false, 'dns', id FROM jsonb_to_recordset(${rows}::jsonb) AS r(id uuid, host text)`);
  expect(await claim("last.shop.example")).toMatchObject({ ok: true });
  expect(await claim("one-more.shop.example")).toEqual({ ok: false, reason: "too_many_domains" });
  expect(await claim("last.shop.example")).toMatchObject({ ok: true });
});
