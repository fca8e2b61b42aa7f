import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect, type Database } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { sealLedger } from "#lib/billing/ledger-seal.ts";
import { closeDatabase } from "#lib/runtime/database.ts";
import {
  folderOfServer,
  makeCluster,
  prepareForAgeway,
  serveCluster,
  temporaryFolder,
} from "#tests/support/cluster.ts";
import { configure } from "#tests/support/configure.ts";
import { check } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const { folder, remove } = temporaryFolder();
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  await closeDatabase();
  for (const stop of stops.reverse()) await stop();
  remove();
});

/** A migrated server of its own. */
async function server(name: string) {
  const data = folderOfServer(join(folder, name));
  await makeCluster(data);
  const cluster = await serveCluster(data, await freePort(), { wal_level: "logical" });
  stops.push(cluster.stop);
  await prepareForAgeway(cluster);
  await migrate(databaseAt(cluster.urlOf("ageway_owner")), "ageway_login");
  const superuser = connect(databaseAt(cluster.urlOf("postgres")), {
    max: 1,
    role: "none",
    settings: { statement_timeout: "0" },
  });
  stops.push(() => superuser.$client.end());
  return { ...cluster, superuser };
}

/** All rows of each table, as text. */
async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const tables = await db.execute<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    ORDER BY 1`);
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await db.execute<{ row: string }>(
      sql`SELECT t::text AS row FROM ${sql.identifier(name)} t ORDER BY 1`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

test("every table follows to a second server by logical replication while the product works", async () => {
  const [first, second] = [await server("first"), await server("second")];
  configure({ DATABASE_URL: first.urlOf("ageway_login") });
  await first.superuser.execute(
    sql.raw("CREATE PUBLICATION ageway FOR TABLES IN SCHEMA public WITH (publish_via_partition_root)"),
  );
  // What the migrations wrote is there already.
  await second.superuser.execute(sql.raw("TRUNCATE document_number"));
  await second.superuser.execute(
    sql.raw(`CREATE SUBSCRIPTION ageway CONNECTION '${first.urlOf("postgres")}' PUBLICATION ageway`),
  );
  const shop = await newOrganization();
  for (const provider of ["s", "b", "b"] as const) {
    const { url, device } = await started(provider, shop);
    const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "";
    for (let n = 0; n < 2; n += 1) expect((await check(token, device, shop.key)).status).toBe(200);
    await flushActivity();
  }
  await sealLedger();
  const rows = await rowsOf(first.superuser);
  expect(rows.activity_day?.length).toBeGreaterThan(3);
  await expect.poll(() => rowsOf(second.superuser)).toEqual(rows);
});
