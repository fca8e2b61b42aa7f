import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { connect, type Db } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { startApp } from "#tests/support/app.ts";
import { commandsUnder } from "#tests/support/backup-document.ts";
import {
  type Cluster,
  folderOfServer,
  makeCluster,
  prepareForAgeway,
  run,
  serveCluster,
  settingsOf,
  shell,
  temporaryFolder,
} from "#tests/support/cluster.ts";
import { ageway } from "#tests/support/command.ts";
import { generate } from "#tests/support/gateway.ts";
import { contradictionsIn, eventsOf, NO_CONTRADICTION } from "#tests/support/invariants.ts";
import { startLoad } from "#tests/support/load.ts";
import { startMovingAddress } from "#tests/support/moving-address.ts";
import { organization } from "#tests/support/organization.ts";
import { freePort, quietPort } from "#tests/support/ports.ts";
import { prng } from "#tests/support/prng.ts";

const PROMOTIONS = Number(process.env.PROMOTIONS ?? 10);
/** The same again promotes at the same moments again. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
/** From the death of the primary to the first accepted call. */
const MAX_OUTAGE_MS = 10_000;
const LATEST_MS = 2_000;
const ROUND_MS = 60_000;
const PATIENCE = { timeout: 60_000, interval: 50 };

const NAMES = ["one", "two"] as const;
type Name = (typeof NAMES)[number];

const { folder, remove } = temporaryFolder();
const places = {} as Record<Name, { data: string; port: number }>;
let primary: Cluster & { name: Name };
let standby: Cluster & { name: Name };
let address: Awaited<ReturnType<typeof startMovingAddress>>;

beforeAll(async () => {
  console.log(`SEED=${SEED}`);
  for (const name of NAMES) places[name] = { data: join(folder, name), port: await quietPort() };
  await makeCluster(folderOfServer(places.one.data));
  primary = await serve("one");
  await configure(primary, OF_ANY);
  await prepareForAgeway(primary);
  await migrate(primary.urlOf("ageway_owner"), "ageway_login");
  standby = await follow("two", "base backup");
  address = await startMovingAddress(primary.port);
  process.env.DATABASE_URL = `postgres://ageway_login@127.0.0.1:${address.port}/ageway`;
}, 120_000);

afterAll(async () => {
  address.close();
  await Promise.all([primary.stop(), standby.stop()]);
  remove();
});

async function serve(name: Name) {
  const { data, port } = places[name];
  return { ...(await serveCluster(data, port)), name };
}

/** Makes this server a standby of the primary, and waits until a commit waits for it. */
async function follow(name: Name, by: "base backup" | "rewind") {
  const { data } = places[name];
  const source = `host=127.0.0.1 port=${primary.port} user=postgres dbname=postgres application_name=${name}`;
  if (by === "rewind")
    await run("pg_rewind", ["--target-pgdata", data, "--source-server", source, "--write-recovery-conf", "--no-sync"]);
  else {
    rmSync(data, { recursive: true, force: true });
    const told = { db1: "127.0.0.1", "/var/lib/postgresql/17/main": folderOfServer(data), two: name };
    await shell(commandsUnder("## A standby", told), { port: primary.port });
  }
  const made = await serve(name);
  // It would wait for the one that is dead, once it is promoted.
  await sql(made, "ALTER SYSTEM RESET synchronous_standby_names");
  await sql(made, "SELECT pg_reload_conf()");
  await configure(primary, STANDBY_SETTINGS);
  const isSynchronous = () =>
    sql(primary, `SELECT 1 FROM pg_stat_replication WHERE application_name = '${name}' AND sync_state = 'quorum'`);
  await vi.waitFor(async () => expect(await isSynchronous()).toContain("1"), PATIENCE);
  return made;
}

const { synchronous_standby_names, ...OF_ANY } = settingsOf(commandsUnder("## A standby", {}, "ini"));
/** Of a primary that has a standby. */
const STANDBY_SETTINGS = { synchronous_standby_names: String(synchronous_standby_names) };

async function configure(server: Cluster, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await sql(server, `ALTER SYSTEM SET ${name} = '${value}'`);
  await sql(server, "SELECT pg_reload_conf()");
}

function sql({ port }: Cluster, statement: string): Promise<string> {
  return shell(`psql --no-psqlrc --tuples-only --no-align --dbname=postgres --command="${statement}"`, { port });
}

/** What an operator does when the primary is dead: the standby takes over, and commits wait for nobody until it has its own. */
async function promote(): Promise<void> {
  await shell(commandsUnder("## A standby", { "/var/lib/postgresql/17/main": standby.data }, "sh", 2), {
    port: standby.port,
  });
  address.moveTo(standby.port);
}

test("promotions of a synchronous standby under load: no acknowledged write is lost, and the outage is short", {
  timeout: PROMOTIONS * ROUND_MS + 120_000,
}, async () => {
  const [careful, careless, probe] = [await organization(), await organization(), await organization()];
  const { heard, news, callUntil, settle } = startLoad(careful, careless);
  const next = prng(SEED);
  const limits = { RATE_LIMIT_KEY: "1000000", RATE_LIMIT_DEVICE: "1000000" };
  const app = await startApp(
    { ...inject("env"), ...limits, DATABASE_URL: process.env.DATABASE_URL ?? "" },
    await freePort(),
  );
  process.env.SERVER_URL = app.url;
  const outagesMs: number[] = [];
  const promotions = async () => {
    for (let round = 0; round < PROMOTIONS; round += 1) {
      await once(news, "accepted");
      await after(LATEST_MS * next());
      const diedAt = performance.now();
      await primary.kill();
      await promote();
      await acceptedCall(probe);
      outagesMs.push(Math.round(performance.now() - diedAt));
      const { name: old } = primary;
      primary = standby;
      await expectSound();
      standby = await follow(old, round % 2 === 0 ? "rewind" : "base backup");
    }
  };
  const expectSound = async () => {
    const told = [...heard.accepted, ...heard.completed];
    expect([...heard.wrong]).toEqual([]);
    expect(await onPrimary((db) => contradictionsIn(db, told))).toEqual(NO_CONTRADICTION);
  };
  await callUntil(promotions());
  expect(await settle()).toBe(true);
  await app.stop();
  await expectSound();
  const billed = {
    careful: await onPrimary((db) => eventsOf(db, careful.id, "b")),
    careless: await onPrimary((db) => eventsOf(db, careless.id, "b")),
  };
  const { accepted, completed, orders, refused, hungUp, slowestMs } = heard;
  console.log({
    accepted: accepted.size,
    completed: completed.size,
    orders,
    billed,
    refused,
    hungUp,
    slowestMs,
    outagesMs,
  });
  expect(billed.careful).toBe(orders.careful);
  expect(billed.careless).toBeLessThanOrEqual(orders.careless);
  expect(Math.max(...outagesMs)).toBeLessThanOrEqual(MAX_OUTAGE_MS);
  expect((await ageway(["ledger", "verify"])).status).toBe(0);
});

/** A call that begins now, or the first after it that is accepted. */
async function acceptedCall(shop: { key: string; domain: string }): Promise<void> {
  while ((await generate("b", shop)).status !== 200) await after(10);
}

/** Over a connection of its own, straight to the server that was promoted. */
async function onPrimary<Found>(read: (db: Db) => Promise<Found>): Promise<Found> {
  const db = connect(primary.urlOf("ageway_login"), { max: 1 });
  return read(db).finally(() => db.$client.end());
}
