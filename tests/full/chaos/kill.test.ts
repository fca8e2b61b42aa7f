import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect, type Db } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { startApp } from "#tests/support/app.ts";
import { configure } from "#tests/support/configure.ts";
import { inFull } from "#tests/support/full.ts";
import { contradictionsIn, eventsOf, NO_CONTRADICTION } from "#tests/support/invariants.ts";
import { killablePostgres } from "#tests/support/killable-postgres.ts";
import { startLoad } from "#tests/support/load.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { prng } from "#tests/support/prng.ts";

const KILLS = Number(process.env.KILLS ?? inFull(200, 0));
const DATABASE_KILLS = Number(process.env.DATABASE_KILLS ?? inFull(20, 1));
/** The same again kills at the same moments again. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
const LATEST_MS = 2_000;
/** The driver itself would wait for 20 seconds before it connects again. What is less is the machine's in every run, and ours in full. */
const DRIVER_WAITS_MS = 20_000;
/** As long as the app waits for its database, and a little. */
const MAX_ANSWER_MS = inFull(10_000, DRIVER_WAITS_MS);
/** From the database's return to the first link. */
const MAX_RETURN_MS = inFull(3_000, DRIVER_WAITS_MS);
const ROUND_MS = 20_000;

let postgres: Awaited<ReturnType<typeof killablePostgres>>;

beforeAll(async () => {
  console.log(`SEED=${SEED}`);
  postgres = await killablePostgres();
  await migrate(databaseAt(postgres.ownerUrl));
  configure({ DATABASE_URL: postgres.url });
});
afterAll(() => postgres.remove());

if (KILLS > 0)
  test("kills of the app: what was answered is billed once, and nothing else is", lasting(KILLS), async () => {
    const { shops, heard, callUntil, settle } = await calls();
    const next = prng(SEED);
    for (let round = 0; round < KILLS; round += 1) {
      const app = await openApp();
      await callUntil(after(moment(next)).then(app.kill));
      await expectSound(heard);
    }
    const app = await openApp();
    expect(await settle()).toBe(true);
    await app.stop();
    await expectBilled(shops, heard);
  });

test("kills of the database: the same, and the app goes on", lasting(DATABASE_KILLS), async () => {
  const { shops, heard, news, callUntil, settle } = await calls();
  const next = prng(SEED);
  const app = await openApp();
  const silence = once(news, "hung up").then(() => Promise.reject(new Error(`The app is gone:\n${app.output()}`)));
  let slowestReturnMs = 0;
  const kills = async () => {
    for (let round = 0; round < DATABASE_KILLS; round += 1) {
      await once(news, "accepted");
      await after(moment(next));
      await postgres.kill(next() < 0.5 ? "all" : "head");
      await once(news, "refused");
      await after(moment(next));
      await postgres.restart();
      const began = performance.now();
      await once(news, "accepted");
      slowestReturnMs = Math.max(slowestReturnMs, Math.round(performance.now() - began));
      await expectSound(heard);
    }
  };
  await callUntil(Promise.race([kills(), silence]));
  expect(await settle()).toBe(true);
  await app.stop();
  await expectBilled(shops, heard);
  expect(heard.slowestMs).toBeLessThan(MAX_ANSWER_MS);
  console.log({ slowestReturnMs });
  expect(slowestReturnMs).toBeLessThan(MAX_RETURN_MS);
});

function lasting(rounds: number) {
  return { timeout: rounds * ROUND_MS + 60_000 };
}

type Shops = Record<"careful" | "careless", Awaited<ReturnType<typeof newOrganization>>>;
type Heard = ReturnType<typeof startLoad>["heard"];

async function expectSound({ wrong, accepted, completed }: Heard): Promise<void> {
  expect([...wrong]).toEqual([]);
  const acknowledged = [...accepted, ...completed];
  expect(await onOwnConnection((db) => contradictionsIn(db, acknowledged))).toEqual(NO_CONTRADICTION);
}

/** Every order of the careful shop was answered in the end, and is billed once; of the careless one's, none is billed twice. */
async function expectBilled({ careful, careless }: Shops, heard: Heard): Promise<void> {
  await expectSound(heard);
  const billed = {
    careful: await onOwnConnection((db) => eventsOf(db, careful.id, "b")),
    careless: await onOwnConnection((db) => eventsOf(db, careless.id, "b")),
  };
  const { accepted, completed, orders, refused, hungUp, slowestMs } = heard;
  console.log({ accepted: accepted.size, completed: completed.size, orders, billed, refused, hungUp, slowestMs });
  expect(accepted.size).toBeGreaterThan(0);
  expect(billed.careful).toBe(orders.careful);
  expect(billed.careless).toBeLessThanOrEqual(orders.careless);
  expect(accepted.size).toBeLessThanOrEqual(billed.careful + billed.careless);
}

/** Over a connection of its own, that no kill has ever touched. */
async function onOwnConnection<Found>(read: (db: Db) => Promise<Found>): Promise<Found> {
  const db = connect(databaseAt(postgres.url), { max: 1 });
  return read(db).finally(() => db.$client.end());
}

/** Early ones are the likeliest: then the app has only just begun. */
function moment(next: () => number): number {
  return LATEST_MS * next() ** 2;
}

async function openApp() {
  const limits = { RATE_LIMIT_KEY: "1000000", RATE_LIMIT_ADDRESS: "1000000", RATE_LIMIT_DEVICE: "1000000" };
  const app = await startApp({ ...inject("env"), ...limits, DATABASE_URL: postgres.url }, await freePort());
  onTestFinished(async () => void (await app.kill()));
  process.env.SERVER_URL = app.url;
  return app;
}

async function calls() {
  const [careful, careless] = [await newOrganization(), await newOrganization()];
  return { shops: { careful, careless }, ...startLoad(careful, careless) };
}
