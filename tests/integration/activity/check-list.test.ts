import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { insertActivity, type NewActivity } from "#db/queries/activity-event.ts";
import { checksCsv } from "#lib/activity/check-csv.ts";
import type { CheckFilter } from "#lib/activity/check-filter.rules.ts";
import { type CheckRow, type DroppedRow, listChecks } from "#lib/activity/check-list.ts";
import { CHECK_RESULTS } from "#lib/activity/check-result.rules.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import type { User } from "#lib/core/actor.ts";
import { config } from "#lib/core/config.ts";
import { database } from "#lib/core/database.ts";
import { decryptId, encryptId } from "#lib/core/opaque-id.ts";
import { newReference } from "#lib/core/reference.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { removeMember } from "#lib/organizations/role.ts";
import { inFull } from "#tests/support/full.ts";
import { generate } from "#tests/support/gateway.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";

const OPERATOR = { kind: "operator" } as const;
const WORDS = {
  resultOf: ({ result }: CheckRow) => result,
  eidOf: () => "Our eID",
  droppedOf: (n: number) => `${n} lost`,
};
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

const EVENT = {
  pluginKeyId: null,
  ok: true,
  billed: false,
  droppedCount: null,
  checkDay: null,
  checkReference: null,
  whyNot: null,
  isCountedOnly: false,
} as const;

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
    const facts = { ...EVENT, pluginKey: check.key, provider: check.provider, minimumAge: check.age, host: check.host };
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
    { step: "opened" },
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
    const { results, step, from, to } = part;
    const expected = made.filter((check) => {
      const at = Date.now() - check.agoMs;
      return (
        check.key === ours().key &&
        (!results || (results as string[]).includes(resultOf(check))) &&
        (!step || check.steps.includes(step)) &&
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
    ...EVENT,
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
  expect(await checksCsv(other, ours().id, { mode: "live" }, WORDS)).toEqual(unknown);
  expect(await listChecks(other, "nonsense", { mode: "live" })).toEqual(unknown);
  const own = stranger?.id ?? "";
  const theirs = await listChecks(other, own, { mode: "live" });
  expect(theirs.ok && theirs.rows).toHaveLength(1);
  // Nor by naming a key of another's.
  expect(await listChecks(other, own, { mode: "live", key: ours().key })).toEqual({ ok: true, rows: [], next: null });
});

async function csvOf(filter: CheckFilter, limits: Parameters<typeof checksCsv>[4] = {}): Promise<string> {
  const read = await checksCsv(viewer, ours().id, filter, WORDS, limits);
  let text = "";
  if (read.ok) for await (const part of read.csv) text += part;
  return text;
}

test("as CSV it has a line a check, with what the page shows", async () => {
  const [head, ...lines] = (await csvOf({ mode: "live" })).trimEnd().split("\r\n");
  expect(head).toBe("time,result,eid,age,host,key,label,took_seconds,reference");
  const rows = await rowsOf({ mode: "live" });
  expect(lines).toEqual(
    rows.map(
      ({ at, result, minimumAge, host, key, tookMs, reference }) =>
        `${at.toISOString()},${result},Our eID,${minimumAge},${host},${key},,${tookMs === null ? "" : Math.round(tookMs / 100) / 10},${reference}`,
    ),
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
  const lines = (await csvOf({ mode: "live" }, { rows: 3 })).trimEnd().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[4]).toContain("Only the newest 3 checks are here");
});

test("a file whose reader was removed on the way says that, and not that it is cut", async () => {
  const { busy, reads } = await withBusyMinute(90, "used", 6 * HOUR_MS);
  const reader = await memberOf(busy.id, "viewer");
  const filter: CheckFilter = { mode: "live", results: ["not_finished"], host: busy.host };
  const exported = await checksCsv(reader, busy.id, filter, WORDS, { reads });
  if (!exported.ok) expect.fail(exported.reason);
  await exported.csv.next();
  expect(await removeMember(OPERATOR, busy.id, reader.id)).toMatchObject({ ok: true });
  const parts: string[] = [];
  for await (const part of exported.csv) parts.push(part);
  expect(parts).toEqual([expect.stringContaining("You may no longer see the other checks")]);
});

/** A shop with so many checks in one minute, each with one step, and what a page of them may read. */
async function withBusyMinute(count: number, code: string, stepAfterMs: number) {
  const busy = await newOrganization();
  const references = Array.from({ length: count }, newReference);
  const agoMs = (n: number) => 12 * HOUR_MS + n * 100;
  const events = references.flatMap((reference, n): NewActivity[] => {
    const facts = { ...EVENT, pluginKey: busy.key, provider: "b" as const, minimumAge: 18 as const, host: busy.host };
    const checkDay = Math.floor((Date.now() - agoMs(n)) / DAY_MS);
    const call = { ...facts, kind: "call" as const, code: "accepted", agoMs: agoMs(n), reference, checkDay };
    return [call, { ...call, kind: "step", code, agoMs: agoMs(n) - stepAfterMs }];
  });
  await insertActivity(
    database("activity"),
    events.toSorted((a, b) => b.agoMs - a.agoMs),
  );
  return { busy, references, reads: { first: 5, batch: 10, page: 20 } };
}

test.for<[CheckRow["result"], number]>([
  ["confirmed", 50 * MINUTE_MS],
  ["used", 6 * HOUR_MS],
])("a page gets further than the one before, also where many checks are %s late", async ([result, lateMs]) => {
  const { busy, references, reads } = await withBusyMinute(90, result, lateMs);
  const filters: CheckFilter[] = [{ mode: "live", results: [result] }];
  // Also where the filter ends in the crowd, and there is no cursor yet.
  const half = new Date(Date.now() - 12 * HOUR_MS - 4_500);
  filters.push({ mode: "live", results: [result], to: half });
  for (const filter of filters) {
    const found: string[] = [];
    let before = "ffffffff-ffff-ffff-ffff-ffffffffffff";
    for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages += 1) {
      const page = await listChecks(OPERATOR, busy.id, filter, cursor, 7, reads);
      if (!page.ok) expect.fail(page.reason);
      found.push(...page.rows.flatMap((row) => ("reference" in row ? [row.reference] : [])));
      cursor = page.next;
      const next = cursor === null ? null : decryptId("cursor", cursor);
      expect(next === null || next < before, `page ${pages}`).toBe(true);
      before = next ?? before;
    }
    expect(found).toEqual(references.slice(references.length - found.length));
    if (filter.to) expect(found.length).toBeGreaterThan(40);
    else expect(found).toHaveLength(90);
  }
});

test("a CSV of a filter that nothing fits ends, and stops where its reader goes away", async () => {
  const { busy, reads } = await withBusyMinute(90, "used", 6 * HOUR_MS);
  const filter: CheckFilter = { mode: "live", results: ["not_finished"], host: busy.host };
  const read = async (pages?: number) => {
    const exported = await checksCsv(OPERATOR, busy.id, filter, WORDS, { reads, ...(pages && { pages }) });
    return exported.ok ? exported.csv : expect.fail(exported.reason);
  };
  const partsOf = async (pages?: number) => {
    const parts: string[] = [];
    for await (const part of await read(pages)) parts.push(part);
    return parts.slice(1);
  };
  expect(await partsOf()).toEqual(["", "", ""]);
  expect((await partsOf(2)).at(-1)).toContain("Only the newest 0 checks are here");
  const left = await read();
  await left.next();
  // After one page, not after the last.
  expect(await left.next()).toEqual({ done: false, value: "" });
  await left.return(undefined);
  expect(await left.next()).toEqual({ done: true, value: undefined });
});

test("a check that ends as late as a link can be set to last is found by its result", async () => {
  const { ttl } = config();
  const given = { ...ttl };
  Object.assign(ttl, { linkMs: HOUR_MS, flowMs: HOUR_MS });
  try {
    const { busy, references, reads } = await withBusyMinute(20, "confirmed", 110 * MINUTE_MS);
    const page = await listChecks(OPERATOR, busy.id, { mode: "live", results: ["confirmed"] }, null, 50, reads);
    expect(page.ok && page.rows.map((row) => "reference" in row && row.reference)).toEqual(references);
  } finally {
    Object.assign(ttl, given);
  }
});
