import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { activityCsv } from "#lib/activity/csv.ts";
import type { ActivityFilter } from "#lib/activity/filter.rules.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { latestCalls, listActivity } from "#lib/activity/list.ts";
import { recordCall } from "#lib/activity/record.ts";
import type { User } from "#lib/core/actor.ts";
import { database } from "#lib/core/database.ts";
import { encryptId } from "#lib/core/opaque-id.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { generate } from "#tests/support/gateway.ts";
import { memberOf } from "#tests/support/member.ts";
import { organization } from "#tests/support/organization.ts";
import { browser, completeFlow, started } from "#tests/support/visitor.ts";

const OPERATOR = { kind: "operator" } as const;
type Shop = Awaited<ReturnType<typeof organization>>;

let [shop, stranger]: Shop[] = [];
let viewer: User;
let testKey = "";

beforeAll(async () => {
  [shop, stranger] = [await organization(), await organization()];
  const created = await createKey(OPERATOR, { organizationId: shop.id, mode: "test", label: "=cmd|' /C calc'!A0" });
  testKey = created.ok ? created.key : "";
  viewer = await memberOf(shop.id, "viewer");
  for (const key of [shop.key, testKey]) {
    await completeFlow(browser(), (await started("b", { ...shop, key })).url, "adult");
    await generate("s", { ...shop, key, age: "17" });
    await generate("b", { ...shop, key, domain: "https://elsewhere.example/" });
  }
  await generate("b", stranger);
  await flushActivity();
});

const ours = () => shop ?? expect.fail("The shop was not made");

async function rowsOf(filter: ActivityFilter) {
  const page = await listActivity(viewer, ours().id, filter);
  return page.ok ? page.rows : expect.fail(page.reason);
}

test("without a filter everything is there, the newest first", async () => {
  const rows = await rowsOf({});
  expect(rows).toHaveLength(9);
  expect(rows.map(({ id }) => id)).toEqual(
    rows
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  expect(rows[0]).toMatchObject({ kind: "call", code: "domain_not_verified", host: "elsewhere.example", key: testKey });
  for (const { at } of rows) expect(Math.abs(Date.now() - +at)).toBeLessThan(60_000);
});

test("a filter of one part, or of several, gives exactly the events that it is about", async () => {
  const all = await rowsOf({});
  const reference = all.find(({ code }) => code === "confirmed")?.reference ?? "";
  const filters: ActivityFilter[] = [
    { kind: "call" },
    { kind: "dropped" },
    { ok: true },
    { ok: false },
    { code: "claimed" },
    { code: "nothing_of_the_kind" },
    { provider: "s" },
    { mode: "test" },
    { key: testKey },
    { key: "pk_live_nobodys" },
    { host: ours().host },
    { host: "absent.example" },
    { reference },
    { reference: "22222222" },
  ];
  const pairs = filters.flatMap((a, n) => filters.slice(n + 1).map((b) => ({ ...a, ...b })));
  for (const filter of [...filters, ...pairs]) {
    const expected = all.filter((row) =>
      Object.entries(filter).every(([name, value]) => row[name as keyof typeof row] === value),
    );
    expect(await rowsOf(filter), JSON.stringify(filter)).toEqual(expected);
  }
});

test("a span of time has its first moment in it, and its last out", async () => {
  const all = await rowsOf({});
  const [last, first] = [all[0]?.at ?? new Date(), all.at(-1)?.at ?? new Date()];
  const hasAll = { from: first, to: new Date(+last + 1) };
  expect(await rowsOf(hasAll)).toEqual(all);
  expect(await rowsOf({ ...hasAll, mode: "live" })).toEqual(all.filter(({ mode }) => mode === "live"));
  expect((await rowsOf({ to: last })).some(({ at }) => +at === +last)).toBe(false);
  expect(await rowsOf({ from: new Date(+last + 1) })).toEqual([]);
  expect(await rowsOf({ to: first, kind: "call" })).toEqual([]);
});

test("page after page nothing is missing and nothing comes twice, while events arrive", async () => {
  const busy = await organization();
  const arrive = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      recordCall({
        pluginKey: busy.key,
        code: n % 3 ? "accepted" : "rate_limited",
        provider: n % 2 ? "s" : "b",
        minimumAge: 18,
        host: busy.host,
        reference: "22222222",
      });
    await flushActivity();
  };
  await arrive(180);
  const before = await database().execute<{ id: string }>(
    sql`SELECT id FROM activity_event WHERE organization_id = ${busy.id} ORDER BY id DESC`,
  );
  for (const filter of [{}, { kind: "call" }, { host: busy.host }] as const) {
    const seen: string[] = [];
    let cursor: string | null = null;
    const sizes: number[] = [];
    do {
      const page = await listActivity(OPERATOR, busy.id, { ...filter, to: new Date(Date.now() + 60_000) }, cursor);
      if (!page.ok) expect.fail(page.reason);
      seen.push(...page.rows.map(({ id }) => id));
      sizes.push(page.rows.length);
      cursor = page.next;
      await arrive(7);
    } while (cursor !== null);
    const known = new Set(before.map(({ id }) => id));
    expect(seen.filter((id) => known.has(id))).toEqual(before.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(sizes.slice(0, -1).every((size) => size === 50)).toBe(true);
  }
});

test("a cursor that is none begins at the newest, and one at the end says so", async () => {
  const all = await rowsOf({});
  expect(await listActivity(viewer, ours().id, {}, "'; --")).toMatchObject({ ok: true, rows: all, next: null });
  expect(await listActivity(viewer, ours().id, {}, encryptId("cursor", all.at(-1)?.id ?? ""))).toEqual({
    ok: true,
    rows: [],
    next: null,
  });
  // An id of an event is none: it would tell the moment to the millisecond.
  expect(await listActivity(viewer, ours().id, {}, all.at(-1)?.id)).toMatchObject({ ok: true, rows: all });
});

test("to everybody else there is no such organization", async () => {
  const other = await memberOf(stranger?.id ?? "", "viewer");
  const unknown = { ok: false, reason: "organization_unknown" };
  expect(await listActivity(other, ours().id, {})).toEqual(unknown);
  expect(await latestCalls(other, ours().id, new Date(0))).toEqual(unknown);
  expect(await activityCsv(other, ours().id, {})).toEqual(unknown);
  expect(await listActivity(other, "nonsense", {})).toEqual(unknown);
  const theirs = await listActivity(other, stranger?.id ?? "", {});
  expect(theirs.ok && theirs.rows).toHaveLength(1);
  // Nor by naming a key or a reference of another's.
  const own = stranger?.id ?? "";
  const reference = (await rowsOf({ code: "confirmed" }))[0]?.reference ?? "";
  for (const filter of [{ key: testKey }, { reference }])
    expect(await listActivity(other, own, filter)).toEqual({ ok: true, rows: [], next: null });
});

test("the latest calls are the ones since a moment, refused ones too", async () => {
  const since = new Date();
  expect(await latestCalls(viewer, ours().id, new Date(+since + 60_000))).toEqual({ ok: true, rows: [] });
  await generate("b", { ...ours(), key: testKey, age: "17" });
  await flushActivity();
  expect(await latestCalls(viewer, ours().id, since)).toMatchObject({
    ok: true,
    rows: [{ kind: "call", code: "age_not_supported", ok: false }],
  });
});

async function csvOf(filter: ActivityFilter, most?: number): Promise<string> {
  const read = await activityCsv(viewer, ours().id, filter, most);
  let text = "";
  if (read.ok) for await (const part of read.csv) text += part;
  return text;
}

test("as CSV it has a line an event, and no cell that a spreadsheet would take for a formula", async () => {
  const [head, ...lines] = (await csvOf({})).trimEnd().split("\r\n");
  expect(head).toBe("time,kind,result,code,meaning,fix,provider,mode,age,host,key,label,billed,reference");
  expect(lines).toHaveLength((await rowsOf({})).length);
  expect(lines.join("\n")).toContain(`,'=cmd|' /C calc'!A0,`);
  expect((await csvOf({ code: "nothing_of_the_kind" })).trimEnd()).toBe(head);
});

test.for(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("a label %j stays text", async (label) => {
  const created = await createKey(OPERATOR, { organizationId: ours().id, mode: "test", label: "" });
  const key = created.ok ? created.key : "";
  // However it may have come there.
  await database().execute(sql`UPDATE plugin_key SET label = ${label} WHERE key = ${key}`);
  await generate("b", { ...ours(), key });
  await flushActivity();
  const text = await csvOf({ key });
  expect(text).toMatch(new RegExp(`,"?'${label.replace(/[+()@\\]/g, "\\$&")}"?,`));
});

test("a file that is cut says so", async () => {
  const lines = (await csvOf({}, 3)).trimEnd().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines.at(-1)).toContain("Only the newest 3 events are here");
});
