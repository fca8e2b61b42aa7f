import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { CSV_COLUMNS } from "#app/(dashboard)/dashboard/checks/_lib/check-columns.tsx";
import { resultOfRow } from "#app/(dashboard)/dashboard/checks/_lib/check-words.ts";
import { insertActivity, type NewActivity } from "#db/queries/activity-event.ts";
import { checksCsv } from "#lib/activity/check-csv.ts";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import { type CheckRow, type DroppedRow, listChecks } from "#lib/activity/check-list.ts";
import { CHECK_RESULTS } from "#lib/activity/check-result.rules.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import type { User } from "#lib/core/actor.ts";
import { encryptId } from "#lib/crypto/opaque-id.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { removeMember } from "#lib/organizations/role.ts";
import { database } from "#lib/runtime/database.ts";
import { inFull } from "#tests/support/full.ts";
import { generate } from "#tests/support/gateway.ts";
import { tamper } from "#tests/support/ledger.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const MINUTE_MS = 60_000;
const [HOUR_MS, DAY_MS] = [60 * MINUTE_MS, 24 * 60 * MINUTE_MS];
type Shop = Awaited<ReturnType<typeof newOrganization>>;

let [shop, stranger]: Shop[] = [];
let viewer: User;
let testKey = "";
/** What was written, the newest first. */
let made: {
  reference: string;
  agoMs: number;
  key: string;
  provider: "s" | "b";
  age: 16 | 18;
  host: string;
  steps: string[];
}[] = [];

/** The steps of checks, and how long after the link each came. */
const STEP_TIMES: readonly (readonly [string, number][])[] = [
  [
    ["opened", 1_000],
    ["confirmed", 14_000],
  ],
  [
    ["opened", 1_000],
    ["confirmed", 29 * MINUTE_MS],
  ],
  [
    ["opened", 1_000],
    ["not_confirmed", 40_000],
  ],
  [["opened", 1_000]],
  [],
  [
    ["opened", 1_000],
    ["eid_down", 9_000],
  ],
  [
    ["opened", 1_000],
    ["eid_down", 9_000],
    ["confirmed", 50_000],
  ],
  [["expired", 3 * HOUR_MS]],
  [
    ["opened", 1_000],
    ["other_browser", 20_000],
    ["used", 2 * HOUR_MS],
  ],
];

beforeAll(async () => {
  [shop, stranger] = [await newOrganization(), await newOrganization()];
  const created = await createKey(OPERATOR, { organizationId: shop.id, mode: "test", label: "=cmd|' /C calc'!A0" });
  testKey = created.ok ? created.key : "";
  viewer = await memberOf(shop.id, "viewer");
  // Over 22 hours, because there are partitions since yesterday; and the newest are under way.
  made = Array.from({ length: 120 }, (_, n) => ({
    reference: newReference(),
    agoMs: 5 * MINUTE_MS + n * 11 * MINUTE_MS,
    key: n % 5 === 3 ? testKey : (shop?.key ?? ""),
    provider: n % 4 === 1 ? ("s" as const) : ("b" as const),
    age: n % 7 === 2 ? (16 as const) : (18 as const),
    host: n % 6 === 4 ? "second.example" : "shop.example",
    steps: [] as string[],
  }));
  const events: NewActivity[] = made.flatMap((check, n) => {
    const times = (STEP_TIMES[n % STEP_TIMES.length] ?? []).filter(([, after]) => after < check.agoMs);
    check.steps = times.map(([code]) => code);
    const facts = { ok: true, pluginKey: check.key, provider: check.provider, minimumAge: check.age, host: check.host };
    const call = { ...facts, kind: "call" as const, code: "accepted", agoMs: check.agoMs, reference: check.reference };
    const checkDay = Math.floor((Date.now() - check.agoMs) / DAY_MS);
    return [
      { ...call, checkDay },
      ...times.map(([code, after]) => ({
        ...call,
        ...{ kind: "step" as const, code, agoMs: check.agoMs - after, checkDay },
      })),
    ];
  });
  await insertActivity(
    database("activity"),
    events.toSorted((a, b) => b.agoMs - a.agoMs),
  );
  await generate("b", stranger);
  await flushActivity();
});

const ours = () => shop ?? expect.fail("The shop was not made");

/** All pages of a filter. */
async function rowsOf(filter: CheckFilter, max = 10): Promise<CheckRow[]> {
  const rows: (CheckRow | DroppedRow)[] = [];
  for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages += 1) {
    const page = await listChecks(viewer, ours().id, filter, cursor, max);
    if (!page.ok) expect.fail(page.reason);
    expect(page.rows.length).toBeLessThanOrEqual(max);
    rows.push(...page.rows);
    cursor = page.next;
    expect(pages).toBeLessThan(50);
  }
  return rows.filter((row) => "result" in row);
}

/** A visitor may take the whole time of the link, and then that of the eID. */
const OPEN_MS = (10 + 15) * MINUTE_MS;

function resultOf({ steps, agoMs }: (typeof made)[number]): string {
  if (steps.includes("confirmed")) return "confirmed";
  if (steps.includes("not_confirmed")) return "not_confirmed";
  const problem = ["eid_down", "other_browser", "expired"].find((one) => steps.includes(one));
  return problem ?? (agoMs < OPEN_MS ? "under_way" : "not_finished");
}

test("a check is one row, the newest first, with its result", async () => {
  const rows = await rowsOf({ mode: "live" });
  const expected = made.filter(({ key }) => key === ours().key);
  expect(rows.map(({ reference, result }) => [reference, result])).toEqual(
    expected.map((check) => [check.reference, resultOf(check)]),
  );
  expect(rows[0]).not.toHaveProperty("id");
  // Other tests here make further ones of this mode.
  const known = new Set(made.map(({ reference }) => reference));
  const tests = (await rowsOf({ mode: "test" })).filter(({ reference }) => known.has(reference));
  expect(tests).toHaveLength(made.length - expected.length);
});

test("only a confirmed live check says how long it took", async () => {
  const rows = await rowsOf({ mode: "live" });
  expect(rows.filter(({ tookMs }) => tookMs !== null).every(({ result }) => result === "confirmed")).toBe(true);
  for (const { result, tookMs, end } of rows) {
    if (result === "confirmed") expect(Math.round((tookMs ?? 0) / 1_000)).toBeOneOf([14, 50, 29 * 60]);
    expect(end).toBeNull();
  }
});

test("a filter of one part, or of several, gives exactly the checks that it is about, page by page", async () => {
  const day = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const parts: Partial<CheckFilter>[] = [
    ...CHECK_RESULTS.map((result) => ({ results: [result] })),
    { results: ["confirmed", "eid_down"] },
    { results: ["not_finished", "expired"] },
    { provider: "s" },
    { age: 16 },
    { host: "second.example" },
    { host: "absent.example" },
    { key: ours().key },
    { key: testKey },
    { from: day },
    { from: new Date(+day - DAY_MS), to: day },
  ];
  const pairs = parts.flatMap((a, n) => parts.slice(n + 1).map((b) => ({ ...a, ...b })));
  for (const part of [...parts, ...pairs.filter((_, n) => inFull(true, n % 3 === 0))]) {
    const { results, from, to } = part;
    const expected = made.filter((check) => {
      const at = Date.now() - check.agoMs;
      return (
        check.key === ours().key &&
        (!results || (results as string[]).includes(resultOf(check))) &&
        (!part.provider || check.provider === part.provider) &&
        (!part.age || check.age === part.age) &&
        (!part.host || check.host === part.host) &&
        (!part.key || check.key === part.key) &&
        (!from || at >= +from) &&
        (!to || at < +to)
      );
    });
    const rows = await rowsOf({ mode: "live", ...part });
    expect(
      rows.map(({ reference }) => reference),
      JSON.stringify(part),
    ).toEqual(expected.map(({ reference }) => reference));
  }
});

test("where events were not recorded, the list says so, and a filter by result does not", async () => {
  const other = await newOrganization();
  const drop = (agoMs: number, droppedCount: number): NewActivity => ({
    ...{ pluginKey: other.key, kind: "dropped", code: "not_recorded", ok: false, agoMs, droppedCount },
    ...{ provider: null, minimumAge: null, host: null, reference: null },
  });
  await insertActivity(database("activity"), [drop(2_000, 12)]);
  await generate("b", other);
  await flushActivity();
  const rows = async (filter: Partial<CheckFilter>) => {
    const page = await listChecks(OPERATOR, other.id, { mode: "live", ...filter });
    return page.ok ? page.rows : [];
  };
  expect(await rows({})).toMatchObject([{ result: "under_way" }, { droppedCount: 12 }]);
  expect(await rows({ results: ["under_way"] })).toHaveLength(1);
  expect(await rows({ provider: "b" })).toHaveLength(1);
});

test("a cursor that is none begins at the newest, and one of an event is none", async () => {
  const first = await listChecks(viewer, ours().id, { mode: "live" });
  expect(await listChecks(viewer, ours().id, { mode: "live" }, "'; --")).toMatchObject(first);
  const [row] = await database().execute<{ id: string }>(
    sql`SELECT id FROM activity_event WHERE organization_id = ${ours().id} ORDER BY id LIMIT 1`,
  );
  // It would tell the moment to the millisecond.
  expect(await listChecks(viewer, ours().id, { mode: "live" }, row?.id)).toMatchObject(first);
  expect(await listChecks(viewer, ours().id, { mode: "live" }, encryptId("cursor", row?.id ?? ""))).toEqual({
    ok: true,
    rows: [],
    next: null,
  });
});

test("to everybody else there is no such organization", async () => {
  const other = await memberOf(stranger?.id ?? "", "viewer");
  const unknown = { ok: false, reason: "organization_unknown" };
  expect(await listChecks(other, ours().id, { mode: "live" })).toEqual(unknown);
  expect(await checksCsv(other, ours().id, { mode: "live" }, CSV_COLUMNS, { droppedOf: String })).toEqual(unknown);
  expect(await listChecks(other, "nonsense", { mode: "live" })).toEqual(unknown);
  const own = stranger?.id ?? "";
  const theirs = await listChecks(other, own, { mode: "live" });
  expect(theirs.ok && theirs.rows).toHaveLength(1);
  // Nor by naming a key of another's.
  expect(await listChecks(other, own, { mode: "live", key: ours().key })).toEqual({ ok: true, rows: [], next: null });
});

async function csvOf(filter: CheckFilter, max?: number): Promise<string> {
  const options = { droppedOf: String, ...(max && { max }) };
  const read = await checksCsv(viewer, ours().id, filter, CSV_COLUMNS, options);
  let text = "";
  if (read.ok) for await (const part of read.csv) text += part;
  return text;
}

test("as CSV it has a line a check, with what the page shows", async () => {
  const [head, ...lines] = (await csvOf({ mode: "live" })).trimEnd().split("\r\n");
  expect(head).toBe("time,result,eid,age,host,key,label,took_seconds,reference");
  const rows = await rowsOf({ mode: "live" });
  expect(lines).toEqual(
    rows.map((row) => {
      const { at, provider, mode, minimumAge, host, key, tookMs, reference } = row;
      const took = tookMs === null ? "" : Math.round(tookMs / 100) / 10;
      const eid = eidName(provider ?? "s", mode);
      return [at.toISOString(), resultOfRow(row).word, eid, minimumAge, host, key, "", took, reference].join(",");
    }),
  );
});

test.for(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("a label %j stays text", async (label) => {
  const created = await createKey(OPERATOR, { organizationId: ours().id, mode: "test", label: "" });
  const key = created.ok ? created.key : "";
  // However it may have come there.
  await database().execute(sql`UPDATE plugin_key SET label = ${label} WHERE key = ${key}`);
  await generate("b", { ...ours(), key });
  await flushActivity();
  const text = await csvOf({ mode: "test", key });
  expect(text).toMatch(new RegExp(`,"?'${label.replace(/[+()@\\]/g, "\\$&")}"?,`));
});

test("a file that is cut says so", async () => {
  const lines = (await csvOf({ mode: "live" }, 3)).trimEnd().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[4]).toContain("Only the newest 3 checks are here");
});

test("a file whose reader was removed on the way says that, and not that it is cut", async () => {
  const busy = await newOrganization();
  const reader = await memberOf(busy.id, "viewer");
  await insertActivity(
    database("activity"),
    Array.from({ length: 1_001 }, () => accepted(busy, newReference())),
  );
  const exported = await checksCsv(reader, busy.id, { mode: "live" }, CSV_COLUMNS, { droppedOf: String });
  if (!exported.ok) expect.fail(exported.reason);
  await exported.csv.next();
  expect(await removeMember(OPERATOR, busy.id, reader.id)).toMatchObject({ ok: true });
  let text = "";
  for await (const part of exported.csv) text += part;
  expect(text.trimEnd().split("\r\n").at(-1)).toContain("You may no longer see the other checks");
});

function accepted({ key, host }: Shop, reference: string, agoMs = 0): NewActivity {
  const facts = { ok: true, pluginKey: key, provider: "b" as const, minimumAge: 18 as const, host };
  return { ...facts, kind: "call", code: "accepted", agoMs, reference };
}

const stepOf = (call: NewActivity, code: string, agoMs = 0): NewActivity => ({ ...call, kind: "step", code, agoMs });

/** The rows of a shop, as its list has them. */
async function listed({ id }: Shop, filter: Partial<CheckFilter> = {}) {
  const page = await listChecks(OPERATOR, id, { mode: "live", ...filter });
  return page.ok ? page.rows : expect.fail(page.reason);
}

test.for<[string, (events: NewActivity[]) => NewActivity[][]]>([
  ["at once", (events) => [events]],
  ["one by one", (events) => events.map((event) => [event])],
  ["the other way round, as by several processes", (events) => events.map((event) => [event]).toReversed()],
])("a check is one row, with the first of its results, whether its events are written %s", async ([, batches]) => {
  const other = await newOrganization();
  const call = accepted(other, newReference(), 30_000);
  const events = [
    call,
    stepOf(call, "opened", 28_000),
    stepOf(call, "other_browser", 20_000),
    stepOf(call, "eid_down", 15_000),
    stepOf(call, "confirmed", 10_000),
    stepOf({ ...call, host: "not-the-call.example" }, "used", 5_000),
  ];
  for (const batch of batches(events)) await insertActivity(database("activity"), batch);
  const row = { reference: call.reference, result: "confirmed", host: other.host, tookMs: expect.closeTo(20_000, -3) };
  for (const filter of [{}, { results: ["confirmed" as const] }])
    expect(await listed(other, filter)).toMatchObject([row]);
  expect(await listed(other, { results: ["eid_down", "used", "not_finished"] })).toEqual([]);
});

test("steps are no row before their call is on record", async () => {
  const other = await newOrganization();
  const call = accepted(other, newReference());
  await insertActivity(database("activity"), [stepOf(call, "opened")]);
  expect(await listed(other)).toEqual([]);
  await insertActivity(database("activity"), [call]);
  expect(await listed(other)).toMatchObject([{ reference: call.reference, result: "under_way" }]);
});

test("steps after midnight are of the row of the day before, in one batch or in several", async () => {
  const other = await newOrganization();
  const [{ sinceMidnight } = expect.fail()] = await database().execute<{ sinceMidnight: number }>(
    sql`SELECT floor(extract(epoch FROM now() - date_trunc('day', now(), 'UTC')) * 1000)::bigint AS "sinceMidnight"`,
  );
  const checks = [1, 2].map(() => accepted(other, newReference(), sinceMidnight + 60_000));
  const [one, two] = checks.map((call) => [call, stepOf(call, "opened", sinceMidnight - 1), stepOf(call, "confirmed")]);
  await insertActivity(database("activity"), one ?? []);
  for (const event of two ?? []) await insertActivity(database("activity"), [event]);
  const rows = await listed(other, { results: ["confirmed"] });
  expect(rows.map((row) => "reference" in row && row.reference).toSorted()).toEqual(
    checks.map(({ reference }) => reference).toSorted(),
  );
  const days = await database().execute(
    sql`SELECT is_opened AS "isOpened" FROM activity_check WHERE organization_id = ${other.id}`,
  );
  expect(days).toEqual([{ isOpened: true }, { isOpened: true }]);
});

test("the row of a live no holds no moment but its call's, however it is written", async () => {
  const other = await newOrganization();
  const call = accepted(other, newReference(), 30_000);
  await insertActivity(database("activity"), [call, stepOf(call, "opened"), stepOf(call, "not_confirmed")]);
  const [row] = await database().execute<{ row: Record<string, unknown> }>(
    sql`SELECT to_jsonb(c) AS row FROM activity_check c WHERE organization_id = ${other.id}`,
  );
  expect(row?.row).toMatchObject({ result_step: "not_confirmed", ended_at: null });
  const write = sql`UPDATE activity_check SET ended_at = now() WHERE organization_id = ${other.id}`;
  await expect(tamper(write)).rejects.toMatchObject({ cause: { code: "23514" } });
  await expect(database().execute(write)).rejects.toMatchObject({ cause: { code: "42501" } });
});

test("what a call and its row are both asked for is the same in both", async () => {
  const other = await newOrganization();
  await insertActivity(database("activity"), [accepted(other, newReference())]);
  const [row] = await database().execute<{ call: Record<string, unknown>; check: Record<string, unknown> }>(sql`
    SELECT to_jsonb(e) AS call, to_jsonb(c) AS check FROM activity_event e JOIN activity_check c USING (organization_id, id)
    WHERE organization_id = ${other.id}`);
  const { call, check } = row ?? expect.fail("There is no row");
  const shared = Object.keys(check).filter((name) => name in call);
  expect(shared).toContain("minimum_age");
  for (const name of shared) expect([name, check[name]]).toEqual([name, call[name]]);
});
