import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect, type Db } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import journal from "#db/migrations/meta/_journal.json" with { type: "json" };
import { insertActivity, type NewActivity } from "#db/queries/activity-event.ts";
import { selectChecks } from "#db/queries/check-list.ts";
import { listOlderChecks } from "#db/queries/partition.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { newReference } from "#lib/crypto/reference.ts";
import { newPluginKey } from "#lib/keys/plugin-key.ts";
import { databaseOf, folderOf } from "#tests/support/migrations.ts";
import { ownerUrl } from "#tests/support/owner.ts";

const HOUR_MS = 3_600_000;

test("checks of before the list are in it, hour by hour, with what was recorded of them before the upgrade and after it", async () => {
  const url = await databaseOf(folderOf(journal.entries.findIndex(({ tag }) => tag === "0009_checks_list")));
  const db = connect(databaseAt(url), { max: 1 });
  onTestFinished(() => db.$client.end());
  const [shop, key] = [uuidV7(), newPluginKey("live")];
  await db.execute(sql`INSERT INTO organization (id, name) VALUES (${shop}, 'Shop')`);
  await db.execute(
    sql`INSERT INTO plugin_key (id, organization_id, key, mode) VALUES (${uuidV7()}, ${shop}, ${key}, 'live')`,
  );
  const told = (
    code: string,
    agoMs: number,
    reference: string | null,
    more: Partial<NewActivity> = {},
  ): NewActivity => ({
    ...{ pluginKey: key, kind: "step", code, ok: true, agoMs },
    ...{ provider: "b", minimumAge: 18, host: "shop.example", reference, ...more },
  });
  const call = { kind: "call" } as const;
  // The partitions begin yesterday.
  const [old, over, open] = [newReference(), newReference(), newReference()];
  await writeAsBefore(db, shop, [
    told("accepted", 20 * HOUR_MS, old, call),
    told("confirmed", 20 * HOUR_MS - 14_000, old),
    told("accepted", 5 * HOUR_MS, over, call),
    told("opened", 5 * HOUR_MS - 1_000, over),
    told("age_not_supported", 5 * HOUR_MS, newReference(), { ...call, ok: false }),
    told("not_recorded", 4 * HOUR_MS, null, {
      kind: "dropped",
      provider: null,
      minimumAge: null,
      host: null,
      droppedCount: 3,
    }),
    told("accepted", 60_000, open, call),
    told("opened", 50_000, open),
  ]);
  await migrate(databaseAt(ownerUrl(url)));
  const listed = async () => {
    const rows = await selectChecks(db, shop, { mode: "live" }, null, 50);
    return rows.map(({ reference, resultStep, droppedCount }) => droppedCount ?? [reference, resultStep]);
  };
  // An older version, which knows no list, still serves.
  await insertActivity(db, [told("not_confirmed", 0, open)]);
  expect(await listed()).toEqual([]);
  const all = [[open, "not_confirmed"], 3, [over, null], [old, "confirmed"]];
  // The newest come first.
  while (await listOlderChecks(db)) {
    const rows = await listed();
    expect(rows).toEqual(all.slice(0, rows.length));
  }
  expect(await listed()).toEqual(all);
  const isOpened = sql`SELECT reference FROM activity_check WHERE organization_id = ${shop} AND is_opened ORDER BY id DESC`;
  expect(await db.execute(isOpened)).toEqual([{ reference: open }, { reference: over }]);
  expect(await listOlderChecks(db)).toBe(false);
  const [row] = await selectChecks(db, shop, { mode: "live" }, null, 50).then((rows) => rows.slice(-1));
  expect(Number(row?.endedAt) - Number(row?.at)).toBeCloseTo(14_000, -3);
});

test("a database without events has none to list", async () => {
  const db = connect(databaseAt(await databaseOf()), { max: 1 });
  onTestFinished(() => db.$client.end());
  expect(await listOlderChecks(db)).toBe(false);
});

/** Stores events as the version before the list did, with the columns that there were. */
async function writeAsBefore(db: Db, shop: string, events: readonly NewActivity[]): Promise<void> {
  for (const { agoMs, kind, code, ok, provider, minimumAge, host, reference, droppedCount } of events)
    await db.execute(sql`
      WITH event AS (
        INSERT INTO activity_event
          (id, organization_id, plugin_key_id, kind, code, ok, mode, provider, minimum_age, host, billed, reference, dropped_count)
        SELECT uuid_v7_from(now() - ${agoMs} * interval '1 millisecond'), organization_id, id, ${kind}, ${code}, ${ok}, mode,
          ${provider ?? null}, ${minimumAge ?? null}::smallint, ${host ?? null}, false, ${reference ?? null}, ${droppedCount ?? null}::int
        FROM plugin_key WHERE organization_id = ${shop} RETURNING *
      )
      INSERT INTO activity_day (organization_id, day, plugin_key_id, kind, code, ok, provider, mode, minimum_age, events)
      SELECT organization_id, (uuid_v7_moment(id) AT TIME ZONE 'UTC')::date, plugin_key_id, kind, code, ok, provider, mode, minimum_age, 1
      FROM event ON CONFLICT (organization_id, day, facet) DO UPDATE SET events = activity_day.events + 1`);
}
