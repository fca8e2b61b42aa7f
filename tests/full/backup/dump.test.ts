import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { unreadiness } from "#lib/runtime/health.ts";
import { readEpoch } from "#lib/runtime/read-epoch.ts";
import { commandsUnder } from "#tests/support/backup-document.ts";
import {
  type Cluster,
  folderOfServer,
  makeCluster,
  prepareForAgeway,
  serveCluster,
  shell,
  temporaryFolder,
} from "#tests/support/cluster.ts";
import { ageway } from "#tests/support/command.ts";
import { configure } from "#tests/support/configure.ts";
import { check, generate } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const { folder, remove } = temporaryFolder();
let cluster: Cluster;
let restored: Awaited<ReturnType<typeof dumpAndRestore>>;

beforeAll(async () => {
  restored = await dumpAndRestore();
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await cluster.stop();
  remove();
});

/** A shop and its check in a server, and the same after a dump, in a server that was empty, at the same address. */
async function dumpAndRestore() {
  const [first, second, files] = ["first", "second", "files"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const port = await freePort();
  await makeCluster(folderOfServer(first));
  await shell(`cp -a ${first}/. ${folderOfServer(second)}`, { port });
  cluster = await serveCluster(first, port);
  await prepareForAgeway(cluster);
  configure({ DATABASE_URL: cluster.urlOf("ageway_login"), DATABASE_OWNER_URL: cluster.urlOf("ageway_owner") });
  await migrate(databaseAt(cluster.urlOf("ageway_owner")), "ageway_login");
  const shop = await newOrganization();
  const link = await started("b", shop);
  const token = tokenIn((await completeFlow(browser(), link.url, "adult")).headers.get("location")) ?? "";
  const schema = await schemaOf(port);
  await shell(commandsUnder("## A dump"), { port, cwd: folderOfServer(files) });
  await closeDatabase();
  await cluster.stop();
  cluster = await serveCluster(second, port);
  await shell(commandsUnder("### Restore a dump into an empty server"), { port, cwd: files });
  return { shop, token, device: link.device, schema, port };
}

/** Everything that makes a database anew, without its rows. Newer versions write a random word in lines of their own. */
async function schemaOf(port: number): Promise<string[]> {
  const schema = await shell("pg_dump --schema-only ageway", { port });
  expect(schema).toMatch(/^GRANT SELECT,INSERT ON TABLE public.billing_event TO ageway_app;$/m);
  return schema.split("\n").filter((line) => !/^\\(un)?restrict /.test(line));
}

test("the two commands bring back every table, constraint, function and right", async () => {
  expect(await schemaOf(restored.port)).toEqual(restored.schema);
});

test("after ageway restored it serves, the old token is unknown, and the ledger verifies", async () => {
  const { shop, token, device } = restored;
  expect((await check(token, device, shop.key)).status).toBe(200);
  // The question is still to be recorded, which opens a connection again; beside that, `restored` refuses to run.
  await flushActivity();
  await closeDatabase();
  expect(await ageway(["restored"])).toMatchObject({ status: 0, out: expect.stringContaining("Next:") });
  await readEpoch();
  expect((await check(token, device, shop.key)).status).toBe(404);
  expect(await unreadiness()).toBeNull();
  expect((await generate("b", shop)).status).toBe(200);
  expect((await ageway(["ledger", "verify"])).status).toBe(0);
});

test("the app's login may do what it may, and no more", async () => {
  await expect(database().execute(sql`DELETE FROM billing_event`)).rejects.toMatchObject({ cause: { code: "42501" } });
  // A start of the next version migrates.
  await migrate(databaseAt(cluster.urlOf("ageway_owner")), "ageway_login");
});
