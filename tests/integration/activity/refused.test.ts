import { expect, test } from "vitest";
import { eidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { insertActivity, type NewActivity } from "#db/queries/activity-event.ts";
import { explanationOf } from "#lib/activity/explanation.rules.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { type RefusedAsked, refusedOf } from "#lib/activity/refused.ts";
import { refusedCsv } from "#lib/activity/refused-csv.ts";
import { dayOf, daysAfter, daysMs } from "#lib/base/time.rules.ts";
import { createKey } from "#lib/keys/plugin-key.ts";
import { database } from "#lib/runtime/database.ts";
import { check, generate, newDevice } from "#tests/support/gateway.ts";
import { memberOf, person } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const ASKED = { days: 7, mode: "live" } as const;

function refused({ key }: { key: string }, host: string, agoMs: number): NewActivity {
  return {
    ...{ agoMs, host, pluginKey: key, kind: "call", code: "domain_not_verified", ok: false },
    ...{ provider: "b", minimumAge: 18, reference: "23456789" },
  };
}

test("refused calls and questions are grouped by reason: what can be mended first, then the most frequent, then the newest", async () => {
  const [shop, device] = [await newOrganization(), newDevice()];
  const { url } = await started("s", shop, { device });
  await check(tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "", device, shop.key);
  for (let n = 0; n < 3; n += 1) await generate("s", { ...shop, device });
  await generate("b", { ...shop, age: "17" });
  for (const host of ["one.example", "two.example"]) await generate("b", { ...shop, domain: `https://${host}/` });
  await check("x", newDevice(), shop.key);
  await flushActivity();
  const read = await refusedOf(await memberOf(shop.id, "viewer"), shop.id, ASKED);
  const { calls, groups } = read.ok ? read : expect.fail(read.reason);
  expect(calls).toBe(7);
  expect(groups.map(({ kind, code, severity, events }) => [kind, code, severity, events])).toEqual([
    ["call", "domain_not_verified", "mend", 2],
    ["check", "token_unknown", "mend", 1],
    ["call", "age_not_supported", "mend", 1],
    ["call", "already_verified", "chosen", 3],
  ]);
  const [first] = groups;
  expect(first?.latest.map(({ host }) => host)).toEqual(["two.example", "one.example"]);
  expect(first?.latest[0]).not.toHaveProperty("id");
  expect(first?.days).toEqual([0, 0, 0, 0, 0, 0, 2]);
});

test("a group says what the other mode has not, and an organization without calls has none", async () => {
  const shop = await newOrganization();
  await generate("b", { ...shop, age: "17" });
  await flushActivity();
  const of = (mode: "live" | "test") => refusedOf({ kind: "operator" }, shop.id, { days: 30, mode });
  expect(await of("test")).toEqual({ ok: true, calls: 0, groups: [] });
  expect(await of("live")).toMatchObject({ calls: 1, groups: [{ code: "age_not_supported", events: 1 }] });
});

test("of one key it counts what that key was refused", async () => {
  const shop = await newOrganization();
  const created = await createKey({ kind: "operator" }, { organizationId: shop.id, mode: "live", label: "Till" });
  const other = created.ok ? created.key : expect.fail(created.reason);
  await generate("b", { ...shop, age: "17" });
  await generate("b", { ...shop, key: other, age: "17" });
  await generate("b", { ...shop, key: other, domain: null });
  await flushActivity();
  const of = (key: string) => refusedOf({ kind: "operator" }, shop.id, { ...ASKED, key });
  const latest = [{ key: other }];
  expect(await of(other)).toMatchObject({
    calls: 2,
    groups: [
      { events: 1, latest },
      { events: 1, latest },
    ],
  });
  expect(await of(shop.key)).toMatchObject({ calls: 1, groups: [{ code: "age_not_supported", events: 1 }] });
  expect(await of("pk_live_none")).toEqual({ ok: true, calls: 0, groups: [] });
});

test("the newest of a reason are found on whichever days they came", async () => {
  const shop = await newOrganization();
  const ofYesterday = Array.from({ length: 25 }, (_, n) => refused(shop, `${n}.example`, 86_400_000 - n));
  await insertActivity(database("activity"), [...ofYesterday, refused(shop, "today.example", 0)]);
  const read = await refusedOf({ kind: "operator" }, shop.id, ASKED);
  const [group] = read.ok ? read.groups : [];
  expect(group?.days).toEqual([0, 0, 0, 0, 0, 25, 1]);
  const newest = Array.from({ length: 19 }, (_, n) => `${24 - n}.example`);
  expect(group?.latest.map(({ host }) => host)).toEqual(["today.example", ...newest]);
});

test("of earlier days it counts what was refused on them, with the newest of theirs, and as CSV", async () => {
  const shop = await newOrganization();
  const at = (host: string, daysAgo: number) => refused(shop, host, daysMs(daysAgo));
  await insertActivity(database("activity"), [at("today.example", 0), at("yesterday.example", 1)]);
  const until = dayOf(daysAfter(Date.now(), -1));
  const read = await refusedOf({ kind: "operator" }, shop.id, { ...ASKED, days: 2, until });
  const [group] = read.ok ? read.groups : [];
  expect(group).toMatchObject({ events: 1, days: [0, 1] });
  expect(group?.latest.map(({ host }) => host)).toEqual(["yesterday.example"]);
  const [, ...lines] = await csvOf(shop, { days: 2, until });
  expect(lines).toEqual([expect.stringContaining(",yesterday.example,")]);
  expect(await csvOf(shop, { days: 7, until: dayOf(daysAfter(Date.now(), -2)) })).toHaveLength(1);
});

test("to everybody else there is no such organization", async () => {
  const [shop, other] = [await newOrganization(), await person()];
  const unknown = { ok: false, reason: "organization_unknown" };
  expect(await refusedOf(other, shop.id, ASKED)).toEqual(unknown);
  expect(await refusedCsv(other, shop.id, ASKED, eidName)).toEqual(unknown);
});

async function csvOf(shop: { id: string }, asked: Partial<RefusedAsked> = {}, max?: number) {
  const written = { ...ASKED, ...asked };
  const read = await refusedCsv({ kind: "operator" }, shop.id, written, eidName, max ? { max } : {});
  let text = "";
  if (read.ok) for await (const part of read.csv) text += part;
  return text.trimEnd().split("\r\n");
}

test("as CSV it has a line for each call and question that was refused, the newest first, and no other", async () => {
  const began = Math.trunc(Date.now() / 1_000) * 1_000;
  const [shop, other] = [await newOrganization(), await newOrganization()];
  const created = await createKey({ kind: "operator" }, { organizationId: shop.id, mode: "live", label: "Till" });
  const key = created.ok ? created.key : expect.fail(created.reason);
  await completeFlow(browser(), (await started("b", shop)).url, "adult");
  await generate("b", { ...other, age: "17" });
  await generate("b", { ...shop, domain: "https://one.example/" });
  await check("x", newDevice(), shop.key);
  const refused = await generate("b", { ...shop, key, age: "17" });
  await flushActivity();
  const [head, ...lines] = await csvOf(shop);
  expect(head).toBe("time,call,reason,code,eid,age,host,key,label,reference");
  expect(lines.map((line) => line.split(",").slice(1, 4))).toEqual([
    ["check", explanationOf({ kind: "call", code: "age_not_supported", host: null }).title, "age_not_supported"],
    ["token check", explanationOf({ kind: "check", code: "token_unknown", host: null }).title, "token_unknown"],
    ["check", "Domain not verified", "domain_not_verified"],
  ]);
  const [time = "", ...newest] = lines[0]?.split(",") ?? [];
  expect(Date.parse(time)).toBeGreaterThanOrEqual(began);
  expect(newest.slice(6)).toEqual([key, "Till", refused.headers.get("ageway-reference")]);
  expect(await csvOf(shop, { key })).toEqual([head, lines[0]]);
  expect(await csvOf(shop, { mode: "test" })).toEqual([head]);
});

test("a file that is full names the newest, whichever pages they were read in, and says that others are missing", async () => {
  const shop = await newOrganization();
  for (const host of ["a", "b", "c", "d"]) await generate("b", { ...shop, domain: `https://${host}.example/` });
  await generate("b", { ...shop, age: "17" });
  await flushActivity();
  const [head, ...lines] = await csvOf(shop);
  expect(lines).toHaveLength(5);
  const told = ",,Only the newest 3 refused calls are here. Narrow the filter for the others.,,,,,,,";
  expect(await csvOf(shop, {}, 3)).toEqual([head, ...lines.slice(0, 3), told]);
});

test("a file longer than a page has each of them once", async () => {
  const shop = await newOrganization();
  const events = Array.from({ length: 1_001 }, (_, n): NewActivity => refused(shop, `${n}.example`, n));
  await insertActivity(database("activity"), events);
  const hosts = (await csvOf(shop)).slice(1).map((line) => line.split(",")[6]);
  expect(hosts).toEqual(events.map(({ host }) => host));
});
