import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertActivity } from "#db/queries/activity-event.ts";
import { findVerification } from "#db/queries/verification.ts";
import { wentWell } from "#lib/activity/activity.rules.ts";
import { listChecks } from "#lib/activity/check-list.ts";
import { CHECK_RESULTS } from "#lib/activity/check-result.rules.ts";
import { codesOf as codesOfKind } from "#lib/activity/explanation.rules.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { overviewOf } from "#lib/activity/overview.ts";
import { recordStep } from "#lib/activity/record-step.ts";
import { countedStep, type StepCode, storedStep } from "#lib/activity/step.rules.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { config } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { activityOf } from "#tests/support/activity.ts";
import { check } from "#tests/support/gateway.ts";
import { memberOf } from "#tests/support/member.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const NOT_CONFIRMED = ["seventeen", "cancel", "timeout", "no-birthdate", "unsigned-token"] as const;
const DAY_MS = 86_400_000;
const STEP = {
  agoMs: 0,
  kind: "step",
  provider: "s",
  minimumAge: 18,
  host: "shop.example",
} as const;

type Shop = Awaited<ReturnType<typeof newOrganization>>;

/**
 * A live check that ends without a yes, and whose token is asked about. `persona`: `null` where the visitor never goes to the
 * eID. `met`: what the visitor meets first.
 */
async function unconfirmed(
  shop: Shop,
  persona: string | null,
  met: "nothing" | "eid_down" | "other_browser" = "nothing",
) {
  const { url, device } = await started("s", shop);
  const visitor = browser();
  if (met === "eid_down") await completeFlow(visitor, url, "down");
  if (met === "other_browser") {
    await visitor.go(url);
    const eid = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
    await browser().go(await visitor.choose(eid, "adult"));
  }
  if (persona !== null) await completeFlow(visitor, url, persona);
  const home = await visitor.go(`${url}&do=leave`, "POST");
  await check(tokenIn(home.headers.get("location")) ?? "", device, shop.key);
}

test("of a live check that was not confirmed nothing on record tells why, and no event more or less", async () => {
  const shops = await Promise.all([...NOT_CONFIRMED, null].map(() => newOrganization()));
  for (const [n, persona] of [...NOT_CONFIRMED, null].entries()) await unconfirmed(shops[n] ?? expect.fail(), persona);
  const records = await Promise.all(
    shops.map(async (shop) =>
      (await activityOf(shop)).map(({ reference, host, ...event }) => ({ ...event, host: host === shop.host })),
    ),
  );
  expect(records[0]?.map(({ kind, code, ok }) => [kind, code, ok])).toEqual([
    ["call", "accepted", true],
    ["step", "not_confirmed", true],
    ["check", "answered_no", true],
  ]);
  for (const record of records) expect(record).toEqual(records[0]);
  // The counters of days, kept for longer, say no more.
  const days = await Promise.all(
    shops.map(({ id }) =>
      database().execute(
        sql`SELECT kind, code, ok, provider, mode, events FROM activity_day WHERE organization_id = ${id} ORDER BY kind, code`,
      ),
    ),
  );
  for (const day of days) expect([...day]).toEqual([...(days[0] ?? [])]);
});

test.for(["eid_down", "other_browser"] as const)(
  "%s is on record, and after it too young, cancelled and no age are as alike as before",
  async (met) => {
    const shops = await Promise.all(
      ["seventeen", "cancel", "no-birthdate"].map(async (persona) => {
        const shop = await newOrganization();
        await unconfirmed(shop, persona, met);
        return shop;
      }),
    );
    await flushActivity();
    const records = await Promise.all(
      shops.map(async ({ id, host }) => {
        const [events, days] = await Promise.all([
          database().execute<Record<string, unknown>>(sql`
            SELECT to_jsonb(e) - '{id,organization_id,plugin_key_id,reference,facet}'::text[] AS row FROM activity_event e WHERE organization_id = ${id} ORDER BY e.id`),
          database().execute<Record<string, unknown>>(sql`
            SELECT to_jsonb(d) - '{organization_id,plugin_key_id,facet}'::text[] AS row FROM activity_day d WHERE organization_id = ${id} ORDER BY kind, code`),
        ]);
        return JSON.stringify([events, days]).replaceAll(host, "host");
      }),
    );
    expect((await activityOf(shops[0] ?? expect.fail())).map(({ code }) => code)).toEqual([
      "accepted",
      met,
      "not_confirmed",
      "answered_no",
    ]);
    for (const record of records) expect(record).toBe(records[0]);
  },
);

test("why a check was not confirmed is not counted any more when its day was already disclosed", async () => {
  const shop = await newOrganization();
  const { id } = await started("b", shop);
  const subject = (await findVerification(database("link"), id)) ?? expect.fail();
  for (const daysAgo of [0, 2]) recordStep({ ...subject, id: uuidV7(Date.now() - daysAgo * DAY_MS) }, "too_young");
  await flushActivity();
  const rows = await database().execute<{ ago: number; checks: number }>(sql`
    SELECT (now() AT TIME ZONE 'UTC')::date - day AS ago, checks FROM why_not_day WHERE organization_id = ${shop.id}`);
  expect([...rows]).toEqual([{ ago: 0, checks: 1 }]);
  // Both checks ended.
  expect((await activityOf(shop)).map(({ code }) => code)).toEqual(["accepted", "not_confirmed", "not_confirmed"]);
});

test("a visitor who tried again before a yes is on record as any other who was confirmed", async () => {
  const shop = await newOrganization();
  const [{ url }, visitor] = [await started("s", shop), browser()];
  await completeFlow(visitor, url, "cancel");
  await completeFlow(visitor, url, "adult");
  expect((await activityOf(shop)).map(({ code }) => code)).toEqual(["accepted", "confirmed"]);
});

test("no filter finds out why a live check was not confirmed", async () => {
  const shop = await newOrganization();
  for (const persona of ["seventeen", "cancel", null, "no-birthdate"]) await unconfirmed(shop, persona);
  await flushActivity();
  const viewer = await memberOf(shop.id, "viewer");
  for (const result of CHECK_RESULTS) {
    const page = await listChecks(viewer, shop.id, { mode: "live", results: [result] });
    expect(page.ok && page.rows.length, result).toBe(result === "not_confirmed" ? 4 : 0);
  }
});

test.for(["live", "test"] as const)(
  "of a %s check the database stores no step that the rules keep back, whichever version writes it",
  async (mode) => {
    const shop = await newOrganization({ mode });
    const steps = codesOfKind("step") as StepCode[];
    const written = steps.map((code) => ({ ...STEP, pluginKey: shop.key, code, ok: wentWell("step", code) }));
    await insertActivity(database(), written);
    const stored = steps.flatMap((step) => storedStep(step, mode) ?? []);
    const counted = steps.flatMap((step) => countedStep(step, mode) ?? []);
    for (const [table, codes] of [
      [sql`activity_event`, stored],
      [sql`activity_day CROSS JOIN generate_series(1, events)`, counted],
    ] as const) {
      const rows = await database().execute<{ code: string }>(
        sql`SELECT code FROM ${table} WHERE organization_id = ${shop.id}`,
      );
      expect(rows.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
    }
  },
);

test("why is counted by organization and day, and told of ten or more when the day is over", async () => {
  const shop = await newOrganization();
  for (const persona of ["seventeen", "cancel", null, "no-birthdate", "timeout"]) await unconfirmed(shop, persona);
  await flushActivity();
  const rows = await database().execute<{ why: string; checks: number; day: string }>(
    sql`SELECT why, checks, day FROM why_not_day WHERE organization_id = ${shop.id} ORDER BY why`,
  );
  expect(rows.map(({ why, checks }) => [why, checks])).toEqual([
    ["cancelled", 2],
    ["failed", 1],
    ["no_age", 1],
    ["too_young", 1],
  ]);
  const [{ day } = expect.fail()] = rows;
  const viewer = await memberOf(shop.id, "viewer");
  const reported = async (now: Date) => {
    const read = await overviewOf(viewer, shop.id, { days: 30, mode: "live" }, now);
    return read.ok ? read.whyNot : expect.fail(read.reason);
  };
  // The last check of the day may end so much later, and an hour later it is written.
  const { linkMs, flowMs } = config().ttl;
  const dayAfter = new Date(+new Date(day) + DAY_MS + linkMs + flowMs + 3_600_000);
  expect(await reported(dayAfter)).toEqual([]);
  await database().execute(
    sql`UPDATE why_not_day SET checks = checks * 10 WHERE organization_id = ${shop.id} AND why IN ('too_young', 'cancelled')`,
  );
  // Two others could be counted by subtraction, so they take the smaller group with them.
  expect(await reported(dayAfter)).toEqual([{ day, cancelled: 20, other: 12 }]);
  expect(await reported(new Date(+dayAfter - 1))).toEqual([]);
});

test("a test check says everything, and is counted with no live one", async () => {
  const shop = await newOrganization({ mode: "test" });
  await unconfirmed(shop, "seventeen");
  expect((await activityOf(shop)).map(({ code }) => code)).toEqual(["accepted", "claimed", "too_young", "answered_no"]);
  const counted = await database().execute(sql`SELECT 1 FROM why_not_day WHERE organization_id = ${shop.id}`);
  expect([...counted]).toEqual([]);
});
