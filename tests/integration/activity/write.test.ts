import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { arrayOf } from "#db/prepared.ts";
import { insertActivity, type NewActivity } from "#db/queries/activity-event.ts";
import { WHY_NOT } from "#db/schema/values.rules.ts";
import { wentWell } from "#lib/activity/activity.rules.ts";
import { codesOf } from "#lib/activity/explanation.rules.ts";
import { flushActivity, writer } from "#lib/activity/flush.ts";
import { enqueue, newEvent } from "#lib/activity/queue.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { database } from "#lib/runtime/database.ts";
import { activityOf, type RecordedEvent } from "#tests/support/activity.ts";
import { newOrganization } from "#tests/support/organization.ts";

const TODAY = Math.floor(Date.now() / 86_400_000);

test("of a thousand events of any kind each is stored as it was, in order, and the day's counters agree", async () => {
  const [live, test] = [await newOrganization(), await newOrganization({ mode: "test" })];
  const ids = await database().execute<{ id: string; key: string }>(
    sql`SELECT id, key FROM plugin_key WHERE key IN (${live.key}, ${test.key})`,
  );
  const named = ids.flatMap(({ id, key }) => [
    { pluginKeyId: id, pluginKey: null },
    { pluginKeyId: null, pluginKey: key },
  ]);
  const unknown = [
    { pluginKeyId: randomUUID(), pluginKey: null },
    { pluginKeyId: null, pluginKey: "pk_live_AAAAAAAAAAAAAAAAAAAAAAAA" },
  ];
  const facts = fc.record({
    key: fc.constantFrom(...named, ...named, ...named, ...unknown),
    what: fc.oneof(
      ...(["call", "step", "check"] as const).map((kind) =>
        fc.record({
          kind: fc.constant(kind),
          code: fc.constantFrom(...codesOf(kind)),
          droppedCount: fc.constant(null),
        }),
      ),
      fc.record({
        kind: fc.constant("dropped" as const),
        code: fc.constant("not_recorded"),
        droppedCount: fc.integer({ min: 1, max: 3 }),
      }),
    ),
    provider: fc.constantFrom("s", "b", null),
    minimumAge: fc.constantFrom(16, 18, null),
    host: fc.constantFrom(null, "null", "shop.example", "[::1]"),
    billed: fc.boolean(),
    reference: fc.constantFrom(null, newReference(), newReference()),
    // A check that was made yesterday counts there.
    checkDay: fc.constantFrom(null, TODAY - 1),
    checkReference: fc.constantFrom(null, newReference()),
    whyNot: fc.constantFrom(null, null, ...WHY_NOT),
    isCountedOnly: fc.constantFrom(false, false, false, true),
  });
  const events = fc.sample(facts, 1_000).map(({ key, what, ...others }, n): Required<NewActivity> => {
    const ok = what.kind !== "dropped" && wentWell(what.kind, what.code);
    return { agoMs: Math.floor((1_000 - n) / 3), ok, ...key, ...what, ...others };
  });
  await insertActivity(database("activity"), events);
  for (const shop of [live, test]) {
    const keys = new Set(ids.flatMap(({ id, key }) => (key === shop.key ? [id, key] : [])));
    const own = events.filter(({ pluginKeyId, pluginKey }) => keys.has(pluginKeyId ?? pluginKey ?? ""));
    const stored = own.flatMap((event) => storedOf(event, shop === live ? "live" : "test"));
    expect(stored.length).toBeGreaterThan(200);
    expect(await activityOf(shop)).toEqual(stored);
    const counted = own.flatMap((event) => countedOf(event, shop === live ? "live" : "test"));
    expect(await countersOf(shop)).toEqual(
      tally(
        counted.map(
          ({ checkDay, kind, code, ok, provider, age }) =>
            `${checkDay ?? TODAY} ${kind} ${code} ${ok} ${provider} ${age}`,
        ),
      ),
    );
    const whys = await database().execute<{ why: string; checks: number }>(
      sql`SELECT concat_ws(' ', day - date '1970-01-01', why) AS why, checks FROM why_not_day WHERE organization_id = ${shop.id}`,
    );
    const unconfirmed =
      shop === live
        ? own
            .filter((event) => event.whyNot !== null && storedOf(event, "live").length > 0)
            .map(({ checkDay, whyNot }) => `${checkDay ?? TODAY} ${whyNot}`)
        : [];
    expect(Object.fromEntries(whys.map(({ why, checks }) => [why, checks]))).toEqual(tally(unconfirmed));
  }
});

/** The table's own rule of live steps; `outcome.test.ts` compares it with the rules. */
function storedOf(
  {
    kind,
    code,
    ok,
    billed,
    minimumAge: age,
    provider,
    host,
    reference,
    droppedCount,
    isCountedOnly,
  }: Required<NewActivity>,
  mode: string,
): RecordedEvent[] {
  if (isCountedOnly) return [];
  const event = { kind, code, ok, provider, mode, age, host, billed, reference, droppedCount };
  if (mode === "test" || kind !== "step") return [event];
  if (["too_young", "went_back", "gave_up"].includes(code))
    return [{ ...event, code: "not_confirmed", ok: true, billed: false }];
  const isStored = !/^(claimed|tried_again|cancelled|eid_(timeout|no_age|refused))$/.test(code);
  return isStored ? [event] : [];
}

/** A live check that went to the eID is counted as such, though no event says so. */
function countedOf(given: Required<NewActivity>, mode: string): (RecordedEvent & { checkDay: number | null })[] {
  const event = { ...given, isCountedOnly: false };
  const { checkDay } = event;
  if (event.code === "claimed") return storedOf(event, "test").map((counted) => ({ ...counted, checkDay }));
  return storedOf(event, mode).map((counted) => ({ ...counted, checkDay }));
}

async function countersOf({ id }: { id: string }): Promise<Record<string, number>> {
  const rows = await database().execute<{ name: string; events: number }>(sql`
    SELECT concat_ws(' ', day - date '1970-01-01', kind, code, ok::text, coalesce(provider, 'null'), coalesce(minimum_age::text, 'null')) AS name, events FROM activity_day WHERE organization_id = ${id}`);
  return Object.fromEntries(rows.map(({ name, events }) => [name, events]));
}

function tally(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

test.for(["live", "test"] as const)(
  "another statement stores of a %s check's steps what this one does",
  async (mode) => {
    const shop = await newOrganization({ mode });
    const codes = codesOf("step");
    await database().execute(sql`
    INSERT INTO activity_event (id, organization_id, plugin_key_id, kind, code, ok, mode, billed)
    SELECT uuidv7(), organization_id, id, 'step', code, false, mode, true
    FROM plugin_key, unnest(${arrayOf(codes)}::text[]) code WHERE key = ${shop.key}`);
    const none = { provider: null, minimumAge: null, host: null, reference: null, droppedCount: null };
    const unsaid = { pluginKeyId: null, checkDay: null, checkReference: null, whyNot: null, isCountedOnly: false };
    const event = { ...none, ...unsaid, pluginKey: shop.key, agoMs: 0, kind: "step", ok: false, billed: true } as const;
    const expected = codes.flatMap((code) => storedOf({ ...event, code }, mode));
    expect(await activityOf(shop)).toEqual(expected.map((stored) => ({ ...stored, mode })));
  },
);

test("everybody who asks for a flush waits for it, also for events that another one of them takes out to write", async () => {
  const shop = await newOrganization();
  const enqueueCall = () => {
    enqueue(newEvent("call", "accepted", { pluginKey: shop.key }));
  };
  const underWayAfter = async () => {
    await flushActivity();
    return writer.flushing;
  };
  enqueueCall();
  const first = flushActivity();
  enqueueCall();
  expect(await Promise.all([underWayAfter(), underWayAfter(), underWayAfter()])).toEqual([null, null, null]);
  await first;
  expect(await activityOf(shop)).toHaveLength(2);
});

test("events that are written together stay in order, also where the process waits for a processor between them", async () => {
  const shop = await newOrganization({ mode: "test" });
  const codes = ["opened", "claimed", "too_young"];
  for (const code of codes) enqueue(newEvent("step", code, { pluginKey: shop.key }));
  // As in a process that has written nothing yet: otherwise the events come after the last that was written, and so in order.
  writer.newest = null;
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += 50;
    return now;
  });
  expect((await activityOf(shop)).map(({ code }) => code)).toEqual(codes);
});
