import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listDomains, removeDomain, vouchForDomain } from "#lib/account/domain.ts";
import { checkDomain, claimDomain } from "#lib/account/domain-proof.ts";
import { addOwner } from "#lib/account/owner.ts";
import { recheckDomains } from "#lib/account/recheck-domains.ts";
import { database } from "#lib/database.ts";
import { startDns, type Zone } from "#tests/support/dns.ts";
import { generate } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

const { DATABASE_URL, DNS_SERVERS = "", MAIL_DIR = "" } = inject("env");

/** The two servers of the configuration; each test writes its own names into their zones. */
let [one, two]: Awaited<ReturnType<typeof startDns>>[] = [];
beforeAll(async () => {
  [one, two] = await Promise.all(DNS_SERVERS.split(",").map((at) => startDns(at)));
});
afterAll(() => {
  one?.close();
  two?.close();
});

/** A claimed host of its own, and what its record must be. */
async function claimed(includeSubdomains = false) {
  const shop = await organization({ domain: "unverified" });
  const host = `proof-${shop.id.slice(-12)}.example`;
  const claim = await claimDomain(OPERATOR, { organizationId: shop.id, host, includeSubdomains });
  if (!claim.ok) throw new Error(claim.reason);
  return { ...claim, shop, check: () => checkDomain(OPERATOR, shop.id, host) };
}

type Claimed = Awaited<ReturnType<typeof claimed>>;
type Situation = (claim: Claimed) => Zone | [Zone, Zone];

const SITUATIONS: [string, string, Situation][] = [
  ["the record is there", "verified", ({ name, value }) => ({ [name]: { txt: [[value]] } })],
  [
    "the record is one of several, and comes in two pieces",
    "verified",
    ({ name, value }) => ({ [name]: { txt: [["v=spf1 -all"], [value.slice(0, 5), value.slice(5)]] } }),
  ],
  [
    "an alias leads to the record",
    "verified",
    ({ name, value, host }) => ({ [name]: { cname: `elsewhere.${host}` }, [`elsewhere.${host}`]: { txt: [[value]] } }),
  ],
  ["there is nothing", "nothing_there", () => ({})],
  ["there is another value", "other_value", ({ name }) => ({ [name]: { txt: [["of-another-service"]] } })],
  [
    "the form has appended the domain once more",
    "name_doubled",
    ({ name, host, value }) => ({ [`${name}.${host}`]: { txt: [[value]] } }),
  ],
  ["the value is at the bare domain", "on_bare_domain", ({ host, value }) => ({ [host]: { txt: [[value]] } })],
  ["the value is in quotation marks", "quoted", ({ name, value }) => ({ [name]: { txt: [[`"${value}" `]] } })],
  [
    "an alias leads to nothing",
    "alias_in_the_way",
    ({ name, host }) => ({ [name]: { cname: `gone.${host}` }, [`gone.${host}`]: { txt: [] } }),
  ],
  [
    "one server has it, the other not yet",
    "servers_disagree",
    ({ name, value }) => [{ [name]: { txt: [[value]] } }, {}],
  ],
  ["both servers break down", "no_answer", ({ name }) => ({ [name]: "SERVFAIL" })],
  [
    "one server has it, the other breaks down",
    "no_answer",
    ({ name, value }) => [{ [name]: { txt: [[value]] } }, { [name]: "SERVFAIL" }],
  ],
];

test.for(SITUATIONS)("%s: %s", async ([, diagnosis, situation]) => {
  const claim = await claimed();
  const zones = [situation(claim)].flat();
  Object.assign(one?.zone ?? {}, zones[0]);
  Object.assign(two?.zone ?? {}, zones[1] ?? zones[0]);
  const checked = await claim.check();
  expect(checked).toMatchObject({ ok: true, diagnosis, changed: diagnosis === "verified" });
  const { status } = await generate("b", { key: claim.shop.key, domain: `https://${claim.host}/` });
  expect(status).toBe(diagnosis === "verified" ? 200 : 403);
});

test("verified once, it is verified since then: a second look changes and traces nothing", async () => {
  const claim = await claimed();
  for (const server of [one, two]) Object.assign(server?.zone ?? {}, { [claim.name]: { txt: [[claim.value]] } });
  const [first, second] = [await claim.check(), await claim.check()];
  expect(first).toMatchObject({ changed: true, verifiedAt: expect.any(Date) });
  expect(second).toMatchObject({ changed: false, verifiedAt: first.ok && first.verifiedAt });
  const traces = await database().execute(
    sql`SELECT action FROM audit_event WHERE organization_id = ${claim.shop.id} AND action LIKE 'domain.%' ORDER BY id`,
  );
  expect(traces.map(({ action }) => action)).toEqual(["domain.claimed", "domain.verified"]);
});

test("the value is the organization's own: another one's record proves nothing", async () => {
  const [mine, other] = [await claimed(), await organization({ domain: "unverified" })];
  for (const server of [one, two]) Object.assign(server?.zone ?? {}, { [mine.name]: { txt: [[mine.value]] } });
  const theirs = await claimDomain(OPERATOR, { organizationId: other.id, host: mine.host, includeSubdomains: true });
  expect(theirs.ok && theirs.value).not.toBe(mine.value);
  expect(await checkDomain(OPERATOR, other.id, mine.host)).toMatchObject({ diagnosis: "other_value" });
});

test("claimed again it has the same value, and what is verified keeps what it covers", async () => {
  const claim = await claimed();
  const again = () =>
    claimDomain(OPERATOR, { organizationId: claim.shop.id, host: claim.host, includeSubdomains: true });
  expect(await again()).toMatchObject({ value: claim.value });
  expect(await listDomains(OPERATOR, claim.shop.id)).toMatchObject({ rows: [{ includeSubdomains: true }] });
  await vouchForDomain(OPERATOR, { organizationId: claim.shop.id, host: claim.host, includeSubdomains: false });
  await again();
  expect(await listDomains(OPERATOR, claim.shop.id)).toMatchObject({ rows: [{ includeSubdomains: false }] });
});

test("a host that is removed has nothing to check", async () => {
  const claim = await claimed();
  await removeDomain(OPERATOR, claim.shop.id, claim.host);
  expect(await claim.check()).toEqual({ ok: false, reason: "domain_unknown" });
});

test.for([
  ["co.uk", "host_is_shared"],
  ["github.io", "host_is_shared"],
  ["localhost", "host_invalid"],
  ["127.0.0.1", "host_invalid"],
  ["shop", "host_invalid"],
  ["https://shop.example", "host_invalid"],
] as const)("%s cannot be claimed: %s", async ([host, reason]) => {
  const { id } = await organization({ domain: "unverified" });
  const claim = await claimDomain(OPERATOR, { organizationId: id, host, includeSubdomains: false });
  expect(claim).toEqual({ ok: false, reason });
});

test("the operator's command says which record to make, what DNS says of it, and when it is done", async () => {
  const shop = await organization({ domain: "unverified" });
  const host = `cli-${shop.id.slice(-12)}.example`;
  const ageway = (...words: string[]) =>
    spawnAside("bin/ageway", words, { PATH: process.env.PATH, DATABASE_URL, DNS_SERVERS });
  const claim = await ageway("domain", "claim", shop.id, host);
  const [, value = ""] = /^value {2}(.+)$/m.exec(claim.out) ?? [];
  expect(claim.out).toContain(`type   TXT\nname   _ageway-challenge.${host}\nvalue  ${value}\nstate  not verified yet`);
  const before = await ageway("domain", "check", shop.id, host);
  expect([before.status, before.out.includes("There is no such record yet.")]).toEqual([1, true]);
  for (const server of [one, two])
    Object.assign(server?.zone ?? {}, { [`_ageway-challenge.${host}`]: { txt: [[value]] } });
  const after = await ageway("domain", "check", shop.id, host, "--json");
  expect([after.status, JSON.parse(after.out)]).toEqual([
    0,
    expect.objectContaining({ diagnosis: "verified", changed: true }),
  ]);
});

// The daily look at what was proven. It looks at every host there is, so it shares this file with those that prove them.

/** A shop whose host DNS has proven, and what can happen to its record. */
async function proven() {
  const shop = await organization({ domain: "unverified" });
  const host = `watch-${shop.id.slice(-12)}.example`;
  await addOwner(OPERATOR, shop.id, `owner-${shop.id.slice(-12)}@shop.example`);
  const claim = await claimDomain(OPERATOR, { organizationId: shop.id, host, includeSubdomains: false });
  if (!claim.ok) throw new Error(claim.reason);
  const answer = (what: "right" | "nothing" | "SERVFAIL") => {
    for (const { zone } of [one, two].filter((server) => server !== undefined)) {
      delete zone[claim.name];
      if (what !== "nothing") zone[claim.name] = what === "SERVFAIL" ? what : { txt: [[claim.value]] };
    }
  };
  answer("right");
  expect(await checkDomain(OPERATOR, shop.id, host)).toMatchObject({ diagnosis: "verified" });
  return {
    shop,
    host,
    answer,
    isAccepted: async () => (await generate("b", { key: shop.key, domain: `https://${host}/` })).status === 200,
    missingFor: (days: number) =>
      database().execute(
        sql`UPDATE domain SET missing_since = now() - ${days} * interval '1 day' WHERE host = ${host}`,
      ),
    letters: () =>
      readdirSync(MAIL_DIR)
        .map((file) => readFileSync(join(MAIL_DIR, file), "utf8"))
        .filter((mail) => mail.includes(`Subject:`) && mail.includes(host)).length,
    traces: async () =>
      (
        await database().execute(
          sql`SELECT action FROM audit_event WHERE organization_id = ${shop.id} AND subject = ${host} ORDER BY id`,
        )
      ).map(({ action }) => action),
  };
}

test("a record that is gone stops nothing for seven days, and everything after; the owner hears of both", async () => {
  const domain = await proven();
  domain.answer("nothing");
  await recheckDomains();
  await recheckDomains();
  expect([await domain.isAccepted(), domain.letters()]).toEqual([true, 1]);
  await domain.missingFor(6.99);
  await recheckDomains();
  expect(await domain.isAccepted()).toBe(true);
  await domain.missingFor(7);
  await recheckDomains();
  expect([await domain.isAccepted(), domain.letters()]).toEqual([false, 2]);
  expect(await domain.traces()).toEqual(["domain.claimed", "domain.verified", "domain.missing", "domain.lost"]);
  domain.answer("right");
  expect(await checkDomain(OPERATOR, domain.shop.id, domain.host)).toMatchObject({ changed: true });
  expect(await domain.isAccepted()).toBe(true);
});

test("a record that comes back ends the days of grace", async () => {
  const domain = await proven();
  domain.answer("nothing");
  await recheckDomains();
  domain.answer("right");
  await recheckDomains();
  domain.answer("nothing");
  await recheckDomains();
  expect(await domain.traces()).toEqual([
    "domain.claimed",
    "domain.verified",
    "domain.missing",
    "domain.proven",
    "domain.missing",
  ]);
});

test("servers that break down say nothing about the record, however long they do", async () => {
  const domain = await proven();
  domain.answer("SERVFAIL");
  await recheckDomains();
  await domain.missingFor(30);
  await recheckDomains();
  expect([await domain.isAccepted(), domain.letters()]).toEqual([true, 0]);
});

test("a host that the operator vouched for since needs no record", async () => {
  const domain = await proven();
  await vouchForDomain(OPERATOR, { organizationId: domain.shop.id, host: domain.host, includeSubdomains: false });
  domain.answer("nothing");
  await recheckDomains();
  await domain.missingFor(8);
  await recheckDomains();
  expect([await domain.isAccepted(), domain.letters()]).toEqual([true, 0]);
});

/** In a process of its own, while the DNS servers of this one go on answering. */
function spawnAside(file: string, words: string[], env: Record<string, string | undefined>) {
  return new Promise<{ status: number; out: string }>((done) => {
    const child = execFile(file, words, { env: env as NodeJS.ProcessEnv }, (_, out) =>
      done({ status: child.exitCode ?? 1, out }),
    );
  });
}
