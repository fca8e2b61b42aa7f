import { execFile } from "node:child_process";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { probeViewOf } from "#app/(dashboard)/dashboard/domains/_lib/probe-view.ts";
import { listDomains, removeDomain, verifyDomainManually } from "#lib/domains/domain.ts";
import { INTERNET } from "#lib/domains/network.ts";
import { checkDomain, claimDomain } from "#lib/domains/proof.ts";
import { recheckDomains } from "#lib/domains/recheck.ts";
import { addOwner } from "#lib/organizations/member.ts";
import { database } from "#lib/runtime/database.ts";
import { CERTIFICATE } from "#tests/support/certificate.ts";
import { startDns, type Zone } from "#tests/support/dns.ts";
import { inFull } from "#tests/support/full.ts";
import { generate } from "#tests/support/gateway.ts";
import { startHttps, startTrap } from "#tests/support/https.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;

const { DATABASE_URL, DNS_SERVERS = "" } = process.env;

/** The two servers of the configuration; each test writes its own names into their zones. */
let [one, two]: Awaited<ReturnType<typeof startDns>>[] = [];
beforeAll(async () => {
  [one, two] = await Promise.all(DNS_SERVERS.split(",").map((at) => startDns(at)));
});
afterAll(() => {
  one?.close();
  two?.close();
});

/** A host is looked at again two seconds later at the earliest. */
const later = () => new Date(Date.now() + 2_000);

/** A claimed host of its own, and what its record must be. */
async function claimed(includeSubdomains = false) {
  const shop = await newOrganization({ domain: "unverified" });
  const host = `proof-${shop.id.slice(-12)}.example`;
  const claim = await claimDomain(OPERATOR, { organizationId: shop.id, host, includeSubdomains });
  if (!claim.ok) throw new Error(claim.reason);
  return { ...claim, shop, check: (now = new Date()) => checkDomain(OPERATOR, shop.id, host, now) };
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
  const [first, second] = [await claim.check(), await claim.check(later())];
  expect(first).toMatchObject({ changed: true, verifiedAt: expect.any(Date) });
  expect(second).toMatchObject({ changed: false, verifiedAt: first.ok && first.verifiedAt });
  const traces = await database().execute(
    sql`SELECT action FROM audit_event WHERE organization_id = ${claim.shop.id} AND action LIKE 'domain.%' ORDER BY id`,
  );
  expect(traces.map(({ action }) => action)).toEqual(["domain.claimed", "domain.verified"]);
});

test("of an answer of 60 KB no more is read than anybody needs, and what is beyond it is another value", async () => {
  const claim = await claimed();
  const pieces = [...Array.from({ length: 234 }, () => " ".repeat(255)), claim.value];
  for (const server of [one, two]) Object.assign(server?.zone ?? {}, { [claim.name]: { txt: [pieces] } });
  const checked = await claim.check();
  expect(checked).toMatchObject({ ok: true, diagnosis: "other_value" });
  const records = checked.ok ? (checked.servers ?? []).map(({ record }) => record) : [];
  const read = records.map((record) => (record.is === "records" ? record.values.map(({ length }) => length) : null));
  expect(read).toEqual([[1_024], [1_024]]);
});

test("of three hundred records a hundred are read", async () => {
  const claim = await claimed();
  const txt = Array.from({ length: 300 }, (_, n) => [`other-${n}`]);
  for (const server of [one, two]) Object.assign(server?.zone ?? {}, { [claim.name]: { txt } });
  const checked = await claim.check();
  const records = checked.ok ? (checked.servers ?? []).map(({ record }) => record) : [];
  expect(records.map((record) => record.is === "records" && record.values.length)).toEqual([100, 100]);
});

test("until a host is proven, the page says at whose name servers its record belongs", async () => {
  const claim = await claimed(true);
  for (const server of [one, two]) Object.assign(server?.zone ?? {}, { [claim.host]: { ns: ["ns2.hosting.example"] } });
  const told = async (moment?: Date) => {
    const checked = await claim.check(moment);
    return checked.ok && probeViewOf(checked).advice;
  };
  expect(await told()).toMatch(/ Its name servers are at hosting\.example\.$/);
  for (const server of [one, two]) Object.assign(server?.zone ?? {}, { [claim.host]: "SERVFAIL" });
  expect(await told(later())).not.toContain("name servers");
});

test("the value is the organization's own: another one's record proves nothing", async () => {
  const [mine, other] = [await claimed(), await newOrganization({ domain: "unverified" })];
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
  await verifyDomainManually(OPERATOR, { organizationId: claim.shop.id, host: claim.host, includeSubdomains: false });
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
  ["shop.local", "host_is_reserved"],
  ["shop.internal", "host_is_reserved"],
  ["shop.test", "host_is_reserved"],
  ["shop.localhost", "host_is_reserved"],
  ["shop.invalid", "host_is_reserved"],
  ["shop.lan", "host_is_reserved"],
  ["shop.onion", "host_is_reserved"],
  ["home.arpa", "host_is_reserved"],
  ["shop.home.arpa", "host_is_reserved"],
  ["2.0.192.in-addr.arpa", "host_is_reserved"],
  ["8.b.d.0.1.0.0.2.ip6.arpa", "host_is_reserved"],
  ["xn--a.example", "host_invalid"],
  ["xn--zzzzzz99999.example", "host_invalid"],
  ["shop.xn--0.example", "host_invalid"],
] as const)("%s cannot be claimed: %s", async ([host, reason]) => {
  const { id } = await newOrganization({ domain: "unverified" });
  const claim = await claimDomain(OPERATOR, { organizationId: id, host, includeSubdomains: false });
  expect(claim).toEqual({ ok: false, reason });
});

test("the operator's command says which record to make, what DNS says of it, and when it is done", async () => {
  const shop = await newOrganization({ domain: "unverified" });
  const host = `cli-${shop.id.slice(-12)}.example`;
  const ageway = (...words: string[]) =>
    spawnAside("cli/ageway", words, { PATH: process.env.PATH, DATABASE_URL, DNS_SERVERS });
  const claim = await ageway("domain", "claim", shop.id, host);
  const [, value = ""] = /^Value {2}(.+)$/m.exec(claim.out) ?? [];
  expect(claim.out).toContain(`Type   TXT\nName   _ageway-challenge.${host}\nValue  ${value}\nState  not verified yet`);
  const before = await ageway("domain", "check", shop.id, host);
  expect([before.status, before.out.includes("DNS has no such record.")]).toEqual([1, true]);
  for (const server of [one, two])
    Object.assign(server?.zone ?? {}, { [`_ageway-challenge.${host}`]: { txt: [[value]] } });
  const after = await ageway("domain", "check", shop.id, host, "--json");
  expect([after.status, JSON.parse(after.out)]).toEqual([
    0,
    expect.objectContaining({ diagnosis: "verified", changed: true }),
  ]);
});

/** Which names below a host were asked for, at either server. */
const askedFor = (host: string) =>
  [one, two].flatMap((server) => server?.asked ?? []).filter(({ name }) => name.endsWith(host));

test("pressed a hundred times by two organizations, a host is asked once; then again two seconds after", async () => {
  const claim = await claimed();
  const now = new Date();
  const theirs = await newOrganization({ domain: "unverified" });
  await claimDomain(OPERATOR, { organizationId: theirs.id, host: claim.host, includeSubdomains: false });
  const first = await claim.check(now);
  expect(first).toMatchObject({ diagnosis: "nothing_there", servers: expect.any(Array) });
  const once = askedFor(claim.host).length;
  const soon = new Date(+now + 1_999);
  expect(await checkDomain(OPERATOR, theirs.id, claim.host, soon)).toMatchObject({
    diagnosis: "nothing_there",
    servers: first.ok && first.servers,
  });
  const again = await Promise.all(Array.from({ length: 100 }, () => claim.check(soon)));
  expect(again.every((one) => one.ok && one.diagnosis === "nothing_there")).toBe(true);
  // One of the hundred goes by what was shared; within half a second the organization hears what is stored.
  expect(again.filter((one) => one.ok && one.servers !== null)).toHaveLength(1);
  await removeDomain(OPERATOR, claim.shop.id, claim.host);
  await claimDomain(OPERATOR, { organizationId: claim.shop.id, host: claim.host, includeSubdomains: false });
  expect(await claim.check(soon)).toMatchObject({ ok: true, diagnosis: null });
  expect(askedFor(claim.host).length).toBe(once);
  expect(await claim.check(new Date(+soon + 500))).toMatchObject({ servers: expect.any(Array) });
  expect(askedFor(claim.host).length).toBe(2 * once);
});

test("thousands of presses of strangers keep nobody from proving the same host, and it is asked once in two seconds", async () => {
  const [STRANGERS, SHOPS, CHECKS] = inFull([20, 20, 10_000], [10, 10, 200]);
  const claim = await claimed();
  const { host, name } = claim;
  const claims = async (many: number) => {
    const made = Array.from({ length: many }, async () => {
      const { id } = await newOrganization({ domain: "unverified" });
      const made = await claimDomain(OPERATOR, { organizationId: id, host, includeSubdomains: false });
      return { id, value: made.ok ? made.value : "" };
    });
    return Promise.all(made);
  };
  const [strangers, shops] = [await claims(STRANGERS), await claims(SHOPS)];
  for (const server of [one, two])
    Object.assign(server?.zone ?? {}, { [name]: { txt: shops.map(({ value }) => [value]) } });
  const began = Date.now();
  await claim.check(new Date(began - 2_000));
  const once = askedFor(host).length;
  const verdicts: unknown[] = [];
  // Twenty seconds, as the strangers' clock has it: each presses every 40 ms in full.
  for (let n = 0; n < CHECKS; n += STRANGERS) {
    const now = new Date(began + (n / CHECKS) * 20_000);
    const checks = strangers.map(({ id }) => checkDomain(OPERATOR, id, host, now));
    const shop = n % (CHECKS / SHOPS) === 0 ? shops[n / (CHECKS / SHOPS)] : undefined;
    if (shop) verdicts.push(await checkDomain(OPERATOR, shop.id, host, now));
    await Promise.all(checks);
  }
  expect(verdicts).toHaveLength(SHOPS);
  for (const verdict of verdicts) expect(verdict).toMatchObject({ ok: true, diagnosis: "verified", changed: true });
  expect(askedFor(host).length).toBeLessThanOrEqual((1 + 20 / 2) * once);
});

test.for(["dns", "file"] as const)("%s: who may not ask for a look sends nobody anywhere", async (method) => {
  const claim = await claimed();
  await claimDomain(OPERATOR, { organizationId: claim.shop.id, host: claim.host, includeSubdomains: false, method });
  const [stranger, viewer] = [await person(), await memberOf(claim.shop.id, "viewer")];
  const check = (actor: typeof stranger) => checkDomain(actor, claim.shop.id, claim.host);
  expect(await check(stranger)).toEqual({ ok: false, reason: "organization_unknown" });
  expect(await check(viewer)).toEqual({ ok: false, reason: "not_allowed" });
  expect(askedFor(claim.host)).toEqual([]);
  expect(await check(await memberOf(claim.shop.id, "developer"))).toMatchObject({ ok: true });
  expect(askedFor(claim.host).length).toBeGreaterThan(0);
});

// The other method. A web server of ours on loopback plays the host; only a road that a test has built leads there.

/** A host that is claimed by file, and what it answers to those who fetch the file. */
async function claimedByFile() {
  const shop = await newOrganization({ domain: "unverified" });
  const host = `file-${shop.id.slice(-12)}.shop.example`;
  const claim = await claimDomain(OPERATOR, {
    organizationId: shop.id,
    host,
    includeSubdomains: false,
    method: "file",
  });
  if (!claim.ok) throw new Error(claim.reason);
  const file = { status: 404, text: claim.value };
  const server = await startHttps((_, response) => void response.writeHead(file.status).end(`${file.text}\n`));
  onTestFinished(server.close);
  for (const dns of [one, two]) Object.assign(dns?.zone ?? {}, { [host]: { a: ["127.0.0.1"] } });
  const isAllowed = (address: string) => address === "127.0.0.1";
  const network = { ...INTERNET, isAllowed, port: server.port, ca: CERTIFICATE };
  const check = (now = new Date()) => checkDomain(OPERATOR, shop.id, host, now, network);
  const isAccepted = async (name = host) =>
    (await generate("b", { key: shop.key, domain: `https://${name}/` })).status === 200;
  return { shop, host, file, server, network, check, isAccepted, value: claim.value };
}

test("a file with the value proves its host, and nothing below it", async () => {
  const claim = await claimedByFile();
  expect(await claim.check()).toMatchObject({ ok: true, diagnosis: "file_missing", changed: false });
  expect(await claim.isAccepted()).toBe(false);
  claim.file.status = 200;
  expect(await claim.check(later())).toMatchObject({ ok: true, diagnosis: "verified", changed: true, method: "file" });
  expect([await claim.isAccepted(), await claim.isAccepted(`www.${claim.host}`)]).toEqual([true, false]);
  expect(await listDomains(OPERATOR, claim.shop.id)).toMatchObject({
    rows: [{ method: "file", diagnosis: "verified", checkedAt: expect.any(Date), nextCheckAt: expect.any(Date) }],
  });
  const traces = await database().execute(
    sql`SELECT "after" FROM audit_event WHERE organization_id = ${claim.shop.id} AND action = 'domain.verified'`,
  );
  expect(traces).toEqual([{ after: { by: "file" } }]);
});

test("a host that is claimed in the other way while it is looked at is not proven by the look", async () => {
  const claim = await claimedByFile();
  claim.file.status = 200;
  const claimAnew = {
    ...claim.network,
    resolve: async (host: string, deadline: AbortSignal) => {
      await claimDomain(OPERATOR, { organizationId: claim.shop.id, host, includeSubdomains: true, method: "dns" });
      return claim.network.resolve(host, deadline);
    },
  };
  const checked = await checkDomain(OPERATOR, claim.shop.id, claim.host, new Date(), claimAnew);
  expect([checked, await claim.isAccepted()]).toEqual([{ ok: false, reason: "domain_unknown" }, false]);
});

test.for(["a check", "the clock"] as const)(
  "what the operator vouches for while %s looks at it stays the operator's",
  async (who) => {
    const claim = await claimedByFile();
    claim.file.status = 200;
    if (who === "the clock") await claim.check();
    const { id: organizationId } = claim.shop;
    const interrupted = {
      ...claim.network,
      resolve: async (host: string, deadline: AbortSignal) => {
        if (host === claim.host)
          await verifyDomainManually(OPERATOR, { organizationId, host, includeSubdomains: true });
        return claim.network.resolve(host, deadline);
      },
    };
    if (who === "the clock") await recheckDomains(interrupted);
    else
      expect(await checkDomain(OPERATOR, organizationId, claim.host, later(), interrupted)).toMatchObject({
        ok: true,
        changed: false,
      });
    expect(await listDomains(OPERATOR, organizationId)).toMatchObject({
      rows: [{ isManuallyVerified: true, includeSubdomains: true, diagnosis: "verified" }],
    });
  },
);

test("a file that is gone stops nothing for seven days, and everything after; the owner hears which file", async () => {
  const claim = await claimedByFile();
  await addOwner(OPERATOR, claim.shop.id, `owner-${claim.shop.id.slice(-12)}@shop.example`);
  claim.file.status = 200;
  await claim.check();
  claim.file.status = 500;
  await recheckDomains(claim.network);
  expect(await emailsAbout(claim.host)).toEqual([]);
  claim.file.status = 404;
  await recheckDomains(claim.network);
  await recheckDomains(claim.network);
  expect(await claim.isAccepted()).toBe(true);
  expect(await listDomains(OPERATOR, claim.shop.id)).toMatchObject({ rows: [{ diagnosis: "file_missing" }] });
  await missingFor(claim.host, 7);
  await recheckDomains(claim.network);
  expect(await claim.isAccepted()).toBe(false);
  const emails = await emailsAbout(claim.host);
  expect(emails).toHaveLength(2);
  for (const { body } of emails) expect(body).toContain(`https://${claim.host}/.well-known/ageway-challenge.txt`);
});

test("a host that is verified again while the daily check finds it lost goes on", async () => {
  const claim = await claimedByFile();
  claim.file.status = 200;
  await claim.check();
  claim.file.status = 404;
  await recheckDomains(claim.network);
  await missingFor(claim.host, 7);
  const putBack = {
    ...claim.network,
    resolve: async (host: string, deadline: AbortSignal) => {
      if (host === claim.host) {
        claim.file.status = 200;
        expect(await claim.check(later())).toMatchObject({ diagnosis: "verified", changed: true });
        claim.file.status = 404;
      }
      return claim.network.resolve(host, deadline);
    },
  };
  await recheckDomains(putBack);
  expect(await claim.isAccepted()).toBe(true);
});

test("a host whose check fails keeps no other from being checked", async () => {
  const [broken, other] = [await claimedByFile(), await verified()];
  broken.file.status = 200;
  await broken.check();
  other.answer("nothing");
  const failing = {
    ...broken.network,
    resolve: async (host: string, deadline: AbortSignal) => {
      if (host === broken.host) throw new Error("A fault of ours");
      return broken.network.resolve(host, deadline);
    },
  };
  await recheckDomains(failing);
  expect([await broken.isAccepted(), (await other.traces()).at(-1)]).toEqual([true, "domain.missing"]);
});

test.for([
  ["loopback", { a: ["127.0.0.1"], aaaa: ["::1"] }],
  ["loopback in disguise", { aaaa: ["::ffff:127.0.0.1"] }],
  ["a cloud's metadata", { a: ["169.254.169.254"] }],
] as const satisfies [string, Zone[string]][])("the real thing goes to no host at %s", async ([, zone]) => {
  const claim = await claimedByFile();
  const traps = [await startTrap("127.0.0.1", 443), await startTrap("::1", 443)];
  onTestFinished(() => traps.forEach((trap) => void trap?.close()));
  for (const dns of [one, two]) Object.assign(dns?.zone ?? {}, { [claim.host]: zone });
  const checked = await checkDomain(OPERATOR, claim.shop.id, claim.host);
  expect(checked).toMatchObject({ ok: true, diagnosis: "address_not_public" });
  expect([...traps.map((trap) => trap?.connections() ?? 0), claim.server.asked.length]).toEqual([0, 0, 0]);
});

test("the operator's command says which file to make, and what is wrong with it", async () => {
  const shop = await newOrganization({ domain: "unverified" });
  const host = `cli-file-${shop.id.slice(-12)}.shop.example`;
  const ageway = (...words: string[]) =>
    spawnAside("cli/ageway", words, { PATH: process.env.PATH, DATABASE_URL, DNS_SERVERS });
  const claim = await ageway("domain", "claim", shop.id, host, "--file");
  expect(claim.out).toMatch(
    /^File {3}https:\/\/cli-file-.*\/\.well-known\/ageway-challenge\.txt\nValue {2}.+\nState {2}not/,
  );
  for (const dns of [one, two]) Object.assign(dns?.zone ?? {}, { [host]: { a: ["10.0.0.1"] } });
  const check = await ageway("domain", "check", shop.id, host);
  expect([check.status, check.out.includes("not on the open internet")]).toEqual([1, true]);
  const list = await ageway("domain", "list", shop.id);
  expect(list.out).toMatch(/file +address_not_public/);
});

// The daily look at what was proven. It looks at every host there is, so it shares this file with those that prove them.

/** A shop whose host DNS has proven, and what can happen to its record. */
async function verified() {
  const shop = await newOrganization({ domain: "unverified" });
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
    missingFor: (days: number) => missingFor(host, days),
    emails: async () => (await emailsAbout(host)).length,
    traces: async () =>
      (
        await database().execute(
          sql`SELECT action FROM audit_event WHERE organization_id = ${shop.id} AND subject = ${host} ORDER BY id`,
        )
      ).map(({ action }) => action),
  };
}

test("a record that is gone stops nothing for seven days, and everything after; the owner hears of both", async () => {
  const domain = await verified();
  domain.answer("nothing");
  await recheckDomains();
  await recheckDomains();
  expect([await domain.isAccepted(), await domain.emails()]).toEqual([true, 1]);
  await domain.missingFor(6.99);
  await recheckDomains();
  expect(await domain.isAccepted()).toBe(true);
  await domain.missingFor(7);
  await recheckDomains();
  expect([await domain.isAccepted(), await domain.emails()]).toEqual([false, 2]);
  expect(await domain.traces()).toEqual(["domain.claimed", "domain.verified", "domain.missing", "domain.lost"]);
  domain.answer("right");
  expect(await checkDomain(OPERATOR, domain.shop.id, domain.host, later())).toMatchObject({ changed: true });
  expect(await domain.isAccepted()).toBe(true);
});

test("the mail about a lost domain waits in the outbox from the commit that stopped it on, one for each owner", async () => {
  const domain = await verified();
  await addOwner(OPERATOR, domain.shop.id, `second-${domain.shop.id.slice(-12)}@shop.example`);
  domain.answer("nothing");
  await recheckDomains();
  await domain.missingFor(7);
  await recheckDomains();
  const [row] = await database().execute(sql`
    SELECT count(*)::int AS mails, count(DISTINCT recipient)::int AS owners, count(DISTINCT m.created_at)::int AS commits,
      bool_and(m.created_at IN (SELECT created_at FROM audit_event WHERE subject = ${domain.host})) AS together
    FROM mail_outbox m WHERE strpos(m.subject, ${domain.host}) > 0`);
  expect(row).toEqual({ mails: 4, owners: 2, commits: 2, together: true });
});

test("a name that nobody can own, and that was proven before it was refused, counts for seven days more", async () => {
  const domain = await verified();
  const host = `${domain.host.split(".")[0]}.internal`;
  await database().execute(sql`UPDATE domain SET host = ${host} WHERE host = ${domain.host}`);
  const isThere = sql`SELECT count(*)::int AS n FROM domain WHERE host = ${host} AND verified_at IS NOT NULL`;
  await recheckDomains();
  expect([await countRows(isThere), await emailsAbout(host)]).toMatchObject([1, { length: 1 }]);
  await missingFor(host, 7);
  await recheckDomains();
  expect([await countRows(isThere), await emailsAbout(host)]).toMatchObject([0, { length: 2 }]);
});

test("a record that comes back ends the days of grace", async () => {
  const domain = await verified();
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
    "domain.reverified",
    "domain.missing",
  ]);
});

test("servers that break down say nothing about the record, however long they do", async () => {
  const domain = await verified();
  domain.answer("SERVFAIL");
  await recheckDomains();
  await domain.missingFor(30);
  await recheckDomains();
  expect([await domain.isAccepted(), await domain.emails()]).toEqual([true, 0]);
});

test("a host that the operator vouched for since needs no record", async () => {
  const domain = await verified();
  await verifyDomainManually(OPERATOR, { organizationId: domain.shop.id, host: domain.host, includeSubdomains: false });
  domain.answer("nothing");
  await recheckDomains();
  await domain.missingFor(8);
  await recheckDomains();
  expect([await domain.isAccepted(), await domain.emails()]).toEqual([true, 0]);
});

function missingFor(host: string, days: number) {
  return database().execute(
    sql`UPDATE domain SET missing_since = now() - ${days} * interval '1 day' WHERE host = ${host}`,
  );
}

/** What the outbox holds of it. */
function emailsAbout(host: string) {
  return database().execute<{ body: string }>(sql`SELECT body FROM mail_outbox WHERE strpos(subject, ${host}) > 0`);
}

/** In a process of its own, while the DNS servers of this one go on answering. */
function spawnAside(file: string, words: string[], env: Record<string, string | undefined>) {
  return new Promise<{ status: number; out: string }>((done) => {
    const child = execFile(file, words, { env: env as NodeJS.ProcessEnv }, (_, out) =>
      done({ status: child.exitCode ?? 1, out }),
    );
  });
}
