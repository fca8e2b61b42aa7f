import { renameSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { databaseAt } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import type { Restored } from "#lib/retention/restored.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { readEpoch } from "#lib/runtime/read-epoch.ts";
import { commandsUnder } from "#tests/support/backup-document.ts";
import {
  type Cluster,
  folderOfServer,
  makeCluster,
  prepareForAgeway,
  serveCluster,
  settingsOf,
  shell,
  temporaryFolder,
} from "#tests/support/cluster.ts";
import { ageway, agewayJson } from "#tests/support/command.ts";
import { configure } from "#tests/support/configure.ts";
import { check, generate } from "#tests/support/gateway.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const GO_BACK = "### Go back to a moment";
const CHAPTER = "## A base backup and the log of changes";

const PATIENCE = { timeout: 60_000, interval: 50 };

const { folder, remove } = temporaryFolder();
let cluster: Cluster;
let there: Awaited<ReturnType<typeof goBack>>;

beforeAll(async () => {
  there = await goBack();
}, 240_000);
afterAll(async () => {
  await closeDatabase();
  await cluster.stop();
  remove();
});

/** The server is gone, with all that happened since a moment, and it comes back as of that moment. */
async function goBack() {
  const place = folderOfServer(join(folder, "postgresql"));
  const [data, backup, port] = [join(place, "main"), folderOfServer(join(folder, "backup")), await freePort()];
  const places = { "/srv/backup": backup };
  folderOfServer(join(backup, "wal"));
  await makeCluster(folderOfServer(data));
  const archiving = settingsOf(commandsUnder(CHAPTER, places, "ini"));
  cluster = await serveCluster(data, port, archiving);
  await prepareForAgeway(cluster);
  configure({ DATABASE_URL: cluster.urlOf("ageway_login"), DATABASE_OWNER_URL: cluster.urlOf("ageway_owner") });
  await migrate(databaseAt(cluster.urlOf("ageway_owner")), "ageway_login");
  const shop = await newOrganization();
  await shell(commandsUnder(CHAPTER, places), { port });
  // After the base backup, so these come from the archive.
  const link = await started("b", shop);
  const token = tokenIn((await completeFlow(browser(), link.url, "adult")).headers.get("location")) ?? "";
  const billed = await eventsOf(shop.id);
  const [row] = await database().execute<{ moment: Date }>(sql`SELECT clock_timestamp() AS moment`);
  const moment = row?.moment ?? new Date(0);
  // After the moment, so they are lost.
  expect((await check(token, link.device, shop.key, { once: "1" })).status).toBe(200);
  await generate("b", shop);
  await agewayJson("key", "revoke", shop.key);
  const archived = () => shell("psql -Atc 'SELECT last_archived_wal FROM pg_stat_archiver' postgres", { port });
  const last = await shell("psql -Atc 'SELECT pg_walfile_name(pg_switch_wal())' postgres", { port });
  await vi.waitFor(async () => expect((await archived()) >= last).toBe(true), PATIENCE);
  await closeDatabase();
  await cluster.kill();
  renameSync(data, `${data}.lost`);
  await shell(commandsUnder(GO_BACK, { "/srv/backup": backup, "/var/lib/postgresql/17/main": data }), { port });
  const target = moment.toISOString().replace("T", " ").replace("Z", "+00");
  const recovery = commandsUnder(GO_BACK, { "/srv/backup": backup, "2026-11-22 12:00:00+00": target }, "ini");
  cluster = await serveCluster(data, port, settingsOf(recovery));
  await vi.waitFor(() => expect(cluster.output()).toContain("archive recovery complete"), PATIENCE);
  return { shop, token, device: link.device, billed, moment };
}

const eventsOf = (id: string) =>
  countRows(sql`SELECT count(*)::int AS n FROM billing_event WHERE organization_id = ${id}`);

test("a server comes back as of a moment: with what was written before it, and without what came after", async () => {
  const { shop, billed } = there;
  expect([await eventsOf(shop.id), billed]).toEqual([1, 1]);
  expect((await generate("b", shop)).status).toBe(200);
});

test("a token that was redeemed once after the moment answers again, until ageway restored; a revoked key is listed", async () => {
  const { shop, token, device, moment } = there;
  expect((await check(token, device, shop.key)).status).toBe(200);
  // Its event would be written a moment later, on a connection that the command does not allow.
  await flushActivity();
  await closeDatabase();
  const { status, out } = await ageway(["restored", "--json"]);
  expect(status).toBe(0);
  const { keys, lastWriteAt } = JSON.parse(out) as Restored;
  expect(keys).toContainEqual(expect.objectContaining({ key: shop.key }));
  // The test itself has called since.
  expect(+new Date(lastWriteAt ?? 0)).toBeGreaterThan(+moment);
  await readEpoch();
  expect((await check(token, device, shop.key)).status).toBe(404);
});

test("the ledger verifies, and calls are accepted", async () => {
  expect((await ageway(["ledger", "verify"])).status).toBe(0);
  expect((await generate("b", there.shop)).status).toBe(200);
});
