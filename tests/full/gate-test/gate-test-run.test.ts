import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { inFull } from "#tests/support/full.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";

// Another server's jobs would take the runs of these tests.
await enterOwnDatabase();

const { takeWaitingRun } = await import("#db/queries/gate-test-run.ts");
const { database } = await import("#lib/runtime/database.ts");
const { removeDomain } = await import("#lib/domains/domain.ts");
const { createKey, pauseKey } = await import("#lib/keys/plugin-key.ts");
const { deleteOrganization } = await import("#lib/retention/delete-organization.ts");
const { purgeActivity } = await import("#lib/retention/purge.ts");
const { prepareRun, readGateTestRun, requestRun, listGateTestRuns } = await import("#lib/gate-test/gate-test-run.ts");
const { examineShops } = await import("#lib/gate-test/examine-shops.ts");
const { RUN_TIMES } = await import("#lib/gate-test/run-state.rules.ts");
const { memberOf } = await import("#tests/support/member.ts");
const { newOrganization: organization } = await import("#tests/support/organization.ts");

const OPERATOR = { kind: "operator" } as const;

// A run that waits would be walked by whatever test walks next.
afterEach(() => database().execute(sql`DELETE FROM doctor_run`));

async function shop() {
  const { id, host } = await organization();
  return { id, host, key: await testKey(id), member: await memberOf(id, "developer") };
}

async function testKey(organizationId: string, mode: "test" | "live" = "test"): Promise<string> {
  const made = await createKey(OPERATOR, { organizationId, mode, label: "" });
  return made.ok ? made.key : made.reason;
}

type Shop = Awaited<ReturnType<typeof shop>>;

const prepare = (
  { id, host, key, member }: Shop,
  given: { key?: string; page?: string; protects?: string; start?: string } = {},
) => prepareRun(member, id, { key, page: `https://${host}/checkout`, start: null, protects: "Pay now", ...given });

async function prepared(of: Shop, given: Parameters<typeof prepare>[1] = {}): Promise<string> {
  const made = await prepare(of, given);
  return made.ok ? made.id : made.reason;
}

async function runOf({ id, member }: Shop, run: string) {
  const read = await readGateTestRun(member, id, run);
  if (!read.ok) throw new Error(read.reason);
  return read.run;
}

const set = (run: string, column: string, ago: string) =>
  database().execute(sql`UPDATE doctor_run SET ${sql.identifier(column)} = now() - ${ago}::interval WHERE id = ${run}`);

test("a key and host keep their address; another key or host has another one", async () => {
  const mine = await shop();
  const first = await runOf(mine, await prepared(mine));
  expect(first).toMatchObject({ state: "draft", page: `https://${mine.host}/checkout`, protects: "Pay now" });
  expect(first.address).toMatch(/^http:\/\/localhost:\d+\/doctor\/[\w.-]+$/);
  await requestRun(mine.member, mine.id, first.id);
  const again = await runOf(mine, await prepared(mine, { page: `https://${mine.host}/other`, protects: "Welcome" }));
  expect([again.address, again.id === first.id, again.protects]).toEqual([first.address, false, "Welcome"]);
  const others = [
    await prepared(mine, { key: await testKey(mine.id) }),
    await prepared(mine, { page: "http://localhost:8080/" }),
  ];
  for (const other of others) expect((await runOf(mine, other)).address).not.toBe(first.address);
});

test("what is prepared anew before it is walked takes the place of the draft", async () => {
  const mine = await shop();
  const [first, second] = [await prepared(mine), await prepared(mine, { protects: "Welcome" })];
  expect([second, (await runOf(mine, second)).protects]).toEqual([first, "Welcome"]);
});

test("an address that has ended is not given again", async () => {
  const mine = await shop();
  const run = await prepared(mine);
  const { address } = await runOf(mine, run);
  await set(run, "expires_at", "1 second");
  expect(await requestRun(mine.member, mine.id, run)).toEqual({ ok: false, reason: "run_expired" });
  expect((await runOf(mine, await prepared(mine))).address).not.toBe(address);
});

test.for([
  ["a host that is not verified", () => ({ page: "https://elsewhere.example/" }), "shop_not_yours"],
  ["a sub-domain that the proof does not cover", ({ host }) => ({ page: `https://www.${host}/` }), "shop_not_yours"],
  ["a machine of a developer's network", () => ({ page: "https://10.0.0.1/" }), "shop_not_yours"],
  ["a name of a developer's network", () => ({ page: "https://shop.local/" }), "shop_not_yours"],
  ["the metadata of a cloud", () => ({ page: "https://169.254.169.254/" }), "shop_page_invalid"],
  ["loopback, as one number", () => ({ page: "http://2130706433/" }), "shop_page_invalid"],
  ["loopback, mapped into IPv6", () => ({ page: "https://[::ffff:127.0.0.1]/" }), "shop_page_invalid"],
  ["plain http", ({ host }) => ({ page: `http://${host}/` }), "shop_page_invalid"],
  ["a password", ({ host }) => ({ page: `https://user:secret@${host}/` }), "shop_page_invalid"],
  ["a port of mail", ({ host }) => ({ page: `https://${host}:25/` }), "shop_port_refused"],
  ["no address", () => ({ page: "shop" }), "shop_page_invalid"],
  ["our own pages", () => ({ page: `${process.env.BASE_URL}/dashboard` }), "shop_port_refused"],
  ["no key", () => ({ key: "" }), "doctor_key_missing"],
  ["a selector of more than a page is worth", () => ({ start: "b:has(~ b:has(~ zz))" }), "start_invalid"],
] as const satisfies [string, (of: Shop) => object, string][])("%s is refused: no run", async ([, given, reason]) => {
  const mine = await shop();
  expect(await prepare(mine, given(mine))).toEqual({ ok: false, reason });
  expect(await listGateTestRuns(mine.member, mine.id)).toEqual({ ok: true, rows: [] });
});

test("a live key, a paused one and one of another organization are refused", async () => {
  const [mine, theirs] = [await shop(), await shop()];
  const paused = await testKey(mine.id);
  await pauseKey(OPERATOR, paused, true);
  for (const key of [await testKey(mine.id, "live"), paused, theirs.key])
    expect(await prepare(mine, { key })).toEqual({ ok: false, reason: "doctor_key_missing" });
  expect(await prepare(mine, { page: `https://${theirs.host}/` })).toEqual({ ok: false, reason: "shop_not_yours" });
});

test("twenty presses at the same time begin one walk, and each answers which", async () => {
  const mine = await shop();
  const [run, other] = [await prepared(mine), await prepared(mine, { page: "http://localhost:8080/" })];
  const requests = Array.from({ length: 20 }, (_, n) => requestRun(mine.member, mine.id, n % 2 === 0 ? run : other));
  const answers = await Promise.all(requests);
  expect(new Set(answers.map((answer) => answer.ok && answer.id)).size).toBe(1);
  const [row] = await database().execute(sql`
    SELECT count(*) FILTER (WHERE asked_at IS NOT NULL)::int AS asked, count(*)::int AS all FROM doctor_run
    WHERE organization_id = ${mine.id}`);
  expect(row).toEqual({ asked: 1, all: 2 });
  const [{ audits } = {}] = await database().execute<{ audits: number }>(
    sql`SELECT count(*)::int AS audits FROM audit_event WHERE organization_id = ${mine.id} AND action = 'shop.examined'`,
  );
  expect(audits).toBe(1);
});

test("a walk that ended is walked again as a run of its own, with the same address", async () => {
  const mine = await shop();
  const first = await prepared(mine);
  await requestRun(mine.member, mine.id, first);
  await set(first, "ended_at", "0 seconds");
  const again = await requestRun(mine.member, mine.id, first);
  const id = again.ok ? again.id : again.reason;
  expect(id).not.toBe(first);
  const [one, other] = [await runOf(mine, first), await runOf(mine, id)];
  expect([other.address, other.state, other.page, other.askedBy]).toEqual([
    one.address,
    "waiting",
    one.page,
    mine.member.email,
  ]);
});

test("twelve walks an hour, and the next one when the first is an hour old", async () => {
  const mine = await shop();
  let run = await prepared(mine);
  const ended: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const asked = await requestRun(mine.member, mine.id, run);
    run = asked.ok ? asked.id : asked.reason;
    ended.push(run);
    await set(run, "ended_at", "0 seconds");
  }
  expect(new Set(ended).size).toBe(12);
  expect(await requestRun(mine.member, mine.id, run)).toEqual({ ok: false, reason: "too_many_runs" });
  await set(ended[0] ?? "", "asked_at", "61 minutes");
  expect(await requestRun(mine.member, mine.id, run)).toMatchObject({ ok: true });
});

test.for([
  ["a job that was killed in the middle", "started_at", "89 seconds", "running", "91 seconds", "stopped"],
  ["no job for five minutes", "asked_at", "299 seconds", "waiting", "301 seconds", "missed"],
] as const)("%s: the page says so, and the shop can be walked again", async ([, column, soon, still, late, over]) => {
  const mine = await shop();
  const run = await prepared(mine);
  await requestRun(mine.member, mine.id, run);
  await set(run, column, soon);
  expect((await runOf(mine, run)).state).toBe(still);
  expect(await requestRun(mine.member, mine.id, run)).toEqual({ ok: true, id: run });
  await set(run, column, late);
  expect((await runOf(mine, run)).state).toBe(over);
  const again = await requestRun(mine.member, mine.id, run);
  expect(again.ok && again.id !== run).toBe(true);
});

/** A shop on loopback that plays the internet, and counts who comes. */
async function listener() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end("Pay now");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const network = { resolve: async () => ["127.0.0.1"], isAllowed: () => true, port };
  return { port, network: () => network, requests: () => requests };
}

test.for([
  ["the domain was removed", (of) => removeDomain(OPERATOR, of.id, of.host), "shop_not_yours"],
  ["the key was paused", (of) => pauseKey(OPERATOR, of.key, true), "doctor_key_missing"],
  [
    "the address was encrypted before a restore",
    (of) => database().execute(sql`UPDATE doctor_run SET sealed = 'a.b.c' WHERE organization_id = ${of.id}`),
    "run_expired",
  ],
] as const satisfies [string, (of: Shop) => Promise<unknown>, string][])(
  "%s after the run was prepared: the shop is sent nothing",
  async ([, interfere, obstacle]) => {
    const [mine, there] = [await shop(), await listener()];
    const run = await prepared(mine);
    await requestRun(mine.member, mine.id, run);
    await interfere(mine);
    await examineShops(there.network);
    expect([await runOf(mine, run), there.requests()]).toMatchObject([{ state: "hindered", obstacle }, 0]);
  },
);

test("a host at an address of a private network is sent nothing, by the network of production too", async () => {
  const [mine, there] = [await shop(), await listener()];
  const run = await prepared(mine);
  await requestRun(mine.member, mine.id, run);
  const { isPublic } = await import("#lib/domains/network.ts");
  await examineShops(() => ({ ...there.network(), isAllowed: isPublic }));
  expect([await runOf(mine, run), there.requests()]).toMatchObject([
    { state: "hindered", obstacle: "address_not_public" },
    0,
  ]);
});

test.for([
  ["a redirect", (to: string) => ({ status: 302, location: to, body: "" })],
  ["a link", (to: string) => ({ status: 200, location: "", body: `<a id="start" href="${to}">Confirm</a>` })],
  [
    "a form",
    (to: string) => ({ status: 200, location: "", body: `<form id="start" method="post" action="${to}"></form>` }),
  ],
] as const)("a shop whose start is %s to another port of our network: 0 requests arrive there", async ([, answer]) => {
  const [mine, trap] = [await shop(), await listener()];
  const { status, location, body } = answer(`http://127.0.0.1:${trap.port}/admin`);
  const server = createServer((_, response) => {
    response.writeHead(status, { "Content-Type": "text/html", ...(location && { Location: location }) }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const made = await prepareRun(mine.member, mine.id, { key: mine.key, page, start: "#start", protects: "Pay now" });
  const run = made.ok ? made.id : made.reason;
  await requestRun(mine.member, mine.id, run);
  await examineShops();
  expect([(await runOf(mine, run)).report?.problem, trap.requests()]).toEqual([expect.any(String), 0]);
});

test("fifty drafts are kept: a further one takes the place of the oldest", async () => {
  const mine = await shop();
  const [oldest] = [await prepared(mine)];
  await database().execute(sql`
    INSERT INTO doctor_run (id, organization_id, plugin_key_id, page, host, protects, sealed, expires_at)
    SELECT gen_random_uuid(), organization_id, plugin_key_id, page, 'host-' || n, protects, sealed, expires_at
    FROM doctor_run CROSS JOIN generate_series(1, 49) AS n WHERE id = ${oldest}`);
  await set(oldest, "created_at", "1 minute");
  await prepared(mine, { page: "http://localhost:8080/" });
  const [left] = await database().execute(sql`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE id = ${oldest})::int AS oldest FROM doctor_run
    WHERE organization_id = ${mine.id}`);
  expect(left).toEqual({ all: 50, oldest: 0 });
});

test("what waited for more than five minutes is not begun", async () => {
  const [mine, there] = [await shop(), await listener()];
  const run = await prepared(mine);
  await requestRun(mine.member, mine.id, run);
  await set(run, "asked_at", "6 minutes");
  await examineShops(there.network);
  expect([(await runOf(mine, run)).state, there.requests()]).toEqual(["missed", 0]);
});

test("two jobs at the same time walk a shop once", async () => {
  const [mine, there] = [await shop(), await listener()];
  const run = await prepared(mine, { page: `http://localhost:${there.port}/` });
  await requestRun(mine.member, mine.id, run);
  await Promise.all([examineShops(there.network), examineShops(there.network)]);
  const { state, report } = await runOf(mine, run);
  expect([state, report?.requests]).toEqual(["reported", there.requests()]);
  expect(there.requests()).toBeGreaterThan(0);
});

/** What a thread does in place of a walk. */
const program = (text: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from "node:worker_threads"; ${text}`)}`,
  );

test("a page that takes for ever to read keeps no other job from running, and its run ends as told", async () => {
  const [mine, there] = [await shop(), await listener()];
  const run = await prepared(mine);
  await requestRun(mine.member, mine.id, run);
  // In full it takes the processor meanwhile, too.
  const forEver = inFull("for (;;);", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);");
  const endless = program(`parentPort.postMessage("case"); ${forEver}`);
  const examined = examineShops(there.network, { ms: 2_500, program: endless });
  await expect.poll(async () => (await runOf(mine, run)).casesDone).toBe(1);
  await purgeActivity();
  expect((await runOf(mine, run)).state).toBe("running");
  await examined;
  expect(await runOf(mine, run)).toMatchObject({ state: "hindered", obstacle: "page_too_heavy", report: null });
});

test("a page that takes more memory than a walk has ends its own walk only", async () => {
  const [mine, there] = [await shop(), await listener()];
  const run = await prepared(mine);
  await requestRun(mine.member, mine.id, run);
  const hungry = program("const tree = []; for (;;) tree.push(new Array(100_000).fill(0));");
  await examineShops(there.network, { ms: 60_000, program: hungry });
  expect(await runOf(mine, run)).toMatchObject({ state: "hindered", obstacle: "page_too_heavy" });
});

test("a run whose report cannot be stored ends as a fault of ours, and the others of its minute as they should", async () => {
  const [mine, theirs, there] = [await shop(), await shop(), await listener()];
  const [run, other] = [await prepared(mine), await prepared(theirs)];
  await requestRun(mine.member, mine.id, run);
  await requestRun(theirs.member, theirs.id, other);
  const report = program(`const requests = workerData.url.includes("${mine.host}") ? 1n : 1;
    parentPort.postMessage({ cases: [], findings: [], requests, tookMs: 1, problem: null });`);
  await examineShops(there.network, { ms: 60_000, program: report });
  expect(await runOf(mine, run)).toMatchObject({ state: "hindered", obstacle: "fault" });
  expect(await runOf(theirs, other)).toMatchObject({ state: "reported" });
});

test("organizations are served in turn: the one that was walked least lately comes first", async () => {
  const [mine, theirs] = [await shop(), await shop()];
  const earlier = await prepared(mine);
  await requestRun(mine.member, mine.id, earlier);
  await set(earlier, "started_at", "1 minute");
  await set(earlier, "ended_at", "1 minute");
  const other = await prepared(theirs);
  await requestRun(theirs.member, theirs.id, other);
  const again = await requestRun(mine.member, mine.id, earlier);
  const run = again.ok ? again.id : again.reason;
  await set(run, "asked_at", "2 minutes");
  const taken = [await takeWaitingRun(database(), RUN_TIMES), await takeWaitingRun(database(), RUN_TIMES)];
  expect(taken.map((one) => one?.id)).toEqual([other, run]);
});

test("runs go after 30 days, and with their organization", async () => {
  const [old, deleted] = [await shop(), await shop()];
  const [run, young] = [await prepared(old), await prepared(old, { page: "http://localhost:8080/" })];
  await prepared(deleted);
  await set(run, "created_at", "30 days 1 minute");
  await set(young, "created_at", "29 days 23 hours");
  await purgeActivity();
  await deleteOrganization(OPERATOR, deleted.id, "Test shop");
  const left = await database().execute(
    sql`SELECT id FROM doctor_run WHERE organization_id IN (${old.id}, ${deleted.id})`,
  );
  expect(left).toEqual([{ id: young }]);
});
