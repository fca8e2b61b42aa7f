import { setTimeout as after } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { startApp } from "#tests/support/app.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";

const SHOPS = 20;
/** Calls of a shop come so often, at each of two processes. */
const EVERY_MS = 200;
const [LOCKED_MS, STOPPED_MS] = [20_000, 15_000];
const [SHARE, P99_MS] = [0.999, 300];

type App = Awaited<ReturnType<typeof startApp>>;
type Shop = Awaited<ReturnType<typeof newOrganization>>;
type Answered = { status: number; ms: number };

let apps: App[] = [];
beforeAll(async () => {
  await enterOwnDatabase();
  const env = { ...inject("env"), DATABASE_URL: process.env.DATABASE_URL ?? "" };
  apps = await Promise.all([await freePort(), await freePort()].map((port) => startApp(env, port)));
});
afterAll(() => Promise.all(apps.map((app) => app.kill())));

test("one organization's row is locked for 20 seconds: the others notice nothing", async () => {
  const [locked, ...others] = await shops();
  if (!locked) throw new Error("There is no shop");
  const holder = connect(databaseAt(process.env.DATABASE_URL ?? ""), { max: 1 });
  const load = startLoad(apps, [locked, ...others]);
  await holder.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
    await lockOrganization(tx, locked.id);
    load.begin();
    await after(LOCKED_MS);
  });
  const answers = await load.end();
  await holder.$client.end();
  expectServed(others.flatMap(({ id }) => answers.get(id) ?? []));
  // Its own calls are refused, but those that still wait when it is free.
  expect(answers.get(locked.id)?.filter(({ status }) => status === 503).length).toBeGreaterThan(100);
}, 90_000);

test("one of two processes stands still for 15 seconds in the midst of calls: the other answers all, but perhaps one organization", async () => {
  const [running, stopped] = apps as [App, App];
  const all = await shops();
  const meanwhile = startLoad([stopped], all);
  const load = startLoad([running], all);
  await after(2_000);
  process.kill(stopped.pid ?? 0, "SIGSTOP");
  load.begin();
  await after(STOPPED_MS);
  const answers = await load.end();
  process.kill(stopped.pid ?? 0, "SIGCONT");
  await meanwhile.end();
  // The one whose lock the process may have held when it stopped.
  const [, ...others] = [...answers.values()].toSorted((a, b) => refused(b) - refused(a));
  expectServed(others.flat());
}, 90_000);

function shops(): Promise<Shop[]> {
  return Promise.all(Array.from({ length: SHOPS }, () => newOrganization()));
}

/** Calls of all shops at each process, without waiting for answers. Those before `begin` do not count. */
function startLoad(at: readonly App[], of: readonly Shop[]) {
  const answers = new Map(of.map(({ id }) => [id, [] as Answered[]]));
  let [isCounted, isOver] = [false, false];
  const callers = at.flatMap((app) =>
    of.map(async (shop, n) => {
      const asked: Promise<unknown>[] = [];
      await after((n * EVERY_MS) / of.length);
      for (; !isOver; await after(EVERY_MS)) {
        const keep = isCounted;
        asked.push(call(app, shop).then((answer) => keep && answers.get(shop.id)?.push(answer)));
      }
      await Promise.all(asked);
    }),
  );
  return {
    begin: () => {
      isCounted = true;
    },
    async end() {
      isOver = true;
      await Promise.all(callers);
      return answers;
    },
  };
}

async function call({ url }: App, { key, domain }: Shop): Promise<Answered> {
  const began = performance.now();
  const address = `${url}/api/url_generator_b/${key}/${newDevice()}/18?domain=${encodeURIComponent(domain)}`;
  const status = await fetch(address).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
  return { status, ms: performance.now() - began };
}

function refused(answers: readonly Answered[]): number {
  return answers.filter(({ status }) => status !== 200).length;
}

function expectServed(answers: readonly Answered[]): void {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  const share = 1 - refused(answers) / answers.length;
  console.info(`${answers.length} calls of others, ${(100 * share).toFixed(2)} % answered, p99 ${Math.round(p99)} ms`);
  expect(answers.length).toBeGreaterThan(1_000);
  expect(share).toBeGreaterThanOrEqual(SHARE);
  expect(answers.filter(({ status }) => status === 503)).toEqual([]);
  expect(p99).toBeLessThan(P99_MS);
}
