import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "#db/client.ts";
import { insertActivity } from "#db/queries/activity-event.ts";
import { countUnderWay, selectMade, selectStepped } from "#db/queries/check-list.ts";
import { database } from "#lib/core/database.ts";
import { newReference } from "#lib/core/reference.ts";
import { newOrganization } from "#tests/support/organization.ts";

const SINCE = new Date(Date.now() - 60_000);
const [MODE, HOST] = ["live", "shop.example"] as const;

let shop: Awaited<ReturnType<typeof newOrganization>>;

beforeAll(async () => {
  shop = await newOrganization();
  const none = { pluginKeyId: null, droppedCount: null, checkDay: null, checkReference: null, whyNot: null };
  const facts = { provider: "b", minimumAge: 18, host: HOST, billed: false, reference: newReference() } as const;
  const event = { ...none, ...facts, pluginKey: shop.key, agoMs: 0, ok: true, isCountedOnly: false };
  await insertActivity(database("activity"), [
    { ...event, kind: "call", code: "accepted" },
    { ...event, kind: "step", code: "opened" },
  ]);
});

/** The first columns of the record's indexes that were searched, and `events` where they were read from end to end. */
async function searchedBy(read: (tx: Db) => Promise<unknown>): Promise<string[]> {
  return database().transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`);
    const count = async () => {
      const rows = await tx.execute<{ name: string; scans: number }>(sql`
        SELECT coalesce(substring(pg_get_indexdef(c.oid) FROM '\\((\\w+)'), 'events') AS name,
          sum(pg_stat_get_xact_numscans(c.oid))::int AS scans
        FROM pg_class c WHERE c.relname LIKE 'activity_event_%' AND c.relkind IN ('i', 'r') GROUP BY 1 ORDER BY 1`);
      return rows.map(({ name, scans }) => [name, scans] as const);
    };
    const before = new Map(await count());
    await read(tx);
    return (await count()).filter(([name, scans]) => scans > (before.get(name) ?? 0)).map(([name]) => name);
  });
}

test.for<[string, string[], (tx: Db) => Promise<unknown>]>([
  ["links", ["facet"], (tx) => selectMade(tx, shop.id, { mode: MODE, from: SINCE }, {}, 9)],
  [
    "links for a host",
    ["facet", "hashtextextended"],
    (tx) => selectMade(tx, shop.id, { mode: MODE, host: HOST, from: SINCE }, {}, 9),
  ],
  [
    "steps for a host",
    ["hashtextextended"],
    (tx) => selectStepped(tx, shop.id, { mode: MODE, host: HOST, from: SINCE }, ["opened"], {}, 9),
  ],
  [
    "checks under way",
    ["facet"],
    (tx) => countUnderWay(tx, shop.id, { mode: MODE, since: SINCE, codes: ["opened"], max: 9 }),
  ],
])("%s are found by the indexes of what is asked for", async ([, indexes, read]) => {
  expect(await searchedBy(read)).toEqual(indexes);
});
