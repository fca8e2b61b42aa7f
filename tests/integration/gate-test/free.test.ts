import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { flushActivity } from "#lib/activity/flush.ts";
import { ORDER_NAMES } from "#lib/gate-test/orders.rules.ts";
import { database } from "#lib/runtime/database.ts";
import { askRun, callRun, openedRun, orderedToken } from "#tests/support/gate-test.ts";
import { generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";

/** Every row that tells of checks, calls, costs or records of an organization, in full. */
async function rowsOf(organizationId: string): Promise<unknown> {
  await flushActivity();
  const ofOrganization = [
    "verification",
    "billing_event",
    "usage_counter",
    "activity_event",
    "activity_check",
    "activity_day",
  ];
  const ofKey = ["idempotency_key", "key_hour"];
  const tables = [
    ...ofOrganization.map((table) =>
      sql.raw(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE organization_id = '${organizationId}'`),
    ),
    ...["plugin_key", "organization", "domain"].map((table) =>
      sql.raw(
        `SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${table === "organization" ? "id" : "organization_id"} = '${organizationId}'`,
      ),
    ),
    ...ofKey.map((table) =>
      sql.raw(
        `SELECT to_jsonb(t) AS row FROM ${table} t JOIN plugin_key k ON k.id = t.plugin_key_id WHERE k.organization_id = '${organizationId}'`,
      ),
    ),
  ];
  const all = await Promise.all(tables.map((query) => database().execute<{ row: unknown }>(query)));
  return all.map((rows) => rows.map(({ row }) => JSON.stringify(row)).toSorted());
}

test("0 live checks, 0 bills, 0 records: a run of every case leaves each row of its organization as it was", async () => {
  const run = await openedRun({ shop: "verified" });
  const { shop } = run;
  // So that there is something to change.
  expect((await generate("b", { key: shop.key, domain: shop.domain })).status).toBe(200);
  const before = await rowsOf(shop.id);
  expect(JSON.stringify(before)).toContain(shop.host);
  for (const order of ORDER_NAMES.filter((name) => name !== "hang"))
    for (const provider of ["s", "b"] as const) {
      const { token, id } = await orderedToken(run, order, { provider });
      // One of them breaks off.
      for (const key of [shop.key, undefined]) await askRun(run, token, id, key).catch(() => null);
      await askRun(run, token, newDevice(), shop.key);
    }
  await callRun(run, { headers: { ...NAVIGATION, "Idempotency-Key": "order 1" } });
  for (const called of [
    { age: "17" },
    { device: "undefined" },
    { domain: "https://elsewhere.example/" },
    { method: "POST" },
  ])
    for (const headers of [{}, NAVIGATION]) await callRun(run, { ...called, headers });
  await askRun(run, "x", newDevice(), shop.key);
  for (const path of ["", "/verify/s", "/verify/b?session=x"]) await send(`${run.path}${path}`);
  expect(await rowsOf(shop.id)).toEqual(before);
});
