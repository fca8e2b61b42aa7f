import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { sql } from "drizzle-orm";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import type { Transaction } from "#db/client.ts";
import { lockOrganization } from "#db/queries/organization-lock.ts";
import { database } from "#lib/runtime/database.ts";
import { recordedCodes } from "#tests/support/activity.ts";
import { startApp } from "#tests/support/app.ts";
import { copyDatabase } from "#tests/support/copy-database.ts";
import { openedRun, orderedToken } from "#tests/support/gate-test.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { countRows, newOrganization } from "#tests/support/organization.ts";
import { somebodyWaitsFor } from "#tests/support/organization-lock.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner } from "#tests/support/owner.ts";
import { freePort } from "#tests/support/ports.ts";
import { isAlive } from "#tests/support/process-tree.ts";
import { signedIn } from "#tests/support/signed-in.ts";

/** More than a server accepts before it looks at a signal. */
const WAITING = 50;

beforeAll(() => enterOwnDatabase());

test("an idle server ends at once, whatever connections are open", async () => {
  const empty = await copyDatabase(inject("ownerUrl"), process.env.DATABASE_URL ?? "");
  const { app, ended } = await started({ LOG_LEVEL: "warn", DATABASE_URL: empty });
  // The last thing that the jobs do at their start, where nobody has signed in yet.
  await expect.poll(app.output).toContain("first_owner_wanted");
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  expect((await send(app, "/api/health/ready", agent)).status).toBe(200);
  for (const sent of ["", "GET / HTTP/1.1\r\nHo"]) {
    const socket = connect(Number(new URL(app.url).port), "localhost");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(sent);
  }
  const began = performance.now();
  // As Ctrl-C does, which reaches a program through npm, too.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.kill(app.pid ?? 0, signal);
  expect(await ended).toBe(0);
  // It takes a fifth of a second where the machine does nothing else. A body that is on its way would have five, and Node itself
  // leaves the silent ones open for 40.
  expect(performance.now() - began).toBeLessThan(4_500);
});

test("a server that stops says so first, and answers meanwhile", async () => {
  const { app, ended } = await started({ SHUTDOWN_DELAY_SECONDS: "2" });
  const shop = await newOrganization();
  process.kill(app.pid ?? 0, "SIGTERM");
  await expect
    .poll(async () => (await send(app, "/api/health/ready")).text)
    .toBe('{"status":"not ready","reason":"stopping"}');
  const answers = await Promise.all(
    ["/api/health/ready", "/api/health/live", callOf(shop), "/device_id.js"].map((path) => send(app, path)),
  );
  expect(answers).toMatchObject([
    { status: 503, headers: { connection: "close", "cache-control": "no-store" } },
    { status: 200, headers: { connection: "close" } },
    { status: 200, headers: { connection: "close" } },
    { status: 200, headers: { connection: "close" } },
  ]);
  expect(await ended).toBe(0);
  expect(await recordedCodes(shop)).toEqual(["call accepted"]);
});

test("a call that waits when the server stops is answered, and an answer that hangs on order delays nothing", async () => {
  const { app, ended } = await started();
  const shop = await newOrganization();
  const run = await openedRun();
  const { token, id } = await orderedToken(run, "hang");
  const hung = send(app, `${run.path}/api/auth_check/${token}/${id}`);
  const called = await database().transaction(async (tx) => {
    await lockOrganization(tx, shop.id);
    const answer = send(app, callOf(shop));
    await somebodyWaitsFor(tx);
    process.kill(app.pid ?? 0, "SIGTERM");
    // The call waits for the lock at most 1.4 seconds.
    await expect.poll(() => isListening(app), { interval: 10 }).toBe(false);
    return { answer };
  });
  const began = performance.now();
  expect(await called.answer).toMatchObject({ status: 200 });
  expect(await hung).toMatchObject({ status: 503 });
  expect(await ended).toBe(0);
  // It would hang for 20 seconds.
  expect(performance.now() - began).toBeLessThan(12_000);
  expect(await shop.billed()).toBe(1);
});

test("a page that waits for its first statement when the server stops gets the others, too", async () => {
  const { app, ended } = await started();
  const shop = await newOrganization();
  const { cookie } = await signedIn({ of: shop.id });
  await send(app, callOf(shop));
  const days = sql`SELECT count(*)::int AS n FROM activity_day WHERE organization_id = ${shop.id}`;
  await expect.poll(() => countRows(days)).toBeGreaterThan(0);
  const idle = connect(Number(new URL(app.url).port), "localhost");
  onTestFinished(() => void idle.destroy());
  await once(idle, "connect");
  const owner = asOwner();
  onTestFinished(() => owner.$client.end());
  const exported = await owner.transaction(async (tx) => {
    // It asks on which days there are checks, and then for the checks.
    await tx.execute(sql`LOCK TABLE activity_day IN ACCESS EXCLUSIVE MODE`);
    const answer = fetch(`${app.url}/dashboard/checks/export`, { headers: { cookie } });
    await expect.poll(() => waitingExports(tx), { interval: 10 }).toBe(1);
    process.kill(app.pid ?? 0, "SIGTERM");
    // The server ends it 0.3 seconds after it was told to stop.
    await once(idle, "close");
    return { answer };
  });
  expect((await exported.answer).status).toBe(200);
  expect(await ended).toBe(0);
});

test("each caller that is connected when the server stops is answered", async () => {
  const { app, ended } = await started();
  // Meanwhile the kernel opens the connections and takes what is sent, and nobody accepts them.
  process.kill(app.pid ?? 0, "SIGSTOP");
  const answers = Array.from({ length: WAITING }, async () => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1").setEncoding("utf8");
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    socket.write("POST /sign-out HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    const text = socket.toArray().then(
      (texts) => texts.join(""),
      (fault) => String(fault.code),
    );
    return { text };
  });
  const connected = await Promise.all(answers);
  for (const signal of ["SIGTERM", "SIGCONT"] as const) process.kill(app.pid ?? 0, signal);
  const texts = await Promise.all(connected.map(({ text }) => text));
  expect(texts.filter((text) => !/^HTTP\/1\.1 \d{3} /.test(text))).toEqual([]);
  expect(await ended).toBe(0);
});

test("a second signal ends the server at once", async () => {
  const { app, ended } = await started({ SHUTDOWN_DELAY_SECONDS: "600" });
  const again = setInterval(() => isAlive(app.pid ?? 0) && process.kill(app.pid ?? 0, "SIGINT"), 100);
  onTestFinished(() => clearInterval(again));
  expect(await ended).toBe(1);
  clearInterval(again);
});

/** `ended`: resolves to its status. */
async function started(settings: Record<string, string> = {}) {
  const env = { ...inject("env"), DATABASE_URL: process.env.DATABASE_URL ?? "", ...settings };
  const app = await startApp(env, await freePort());
  onTestFinished(async () => void (await app.kill()));
  return { app, ended: app.ended };
}

/** Statements of the export that wait for what this transaction holds. Jobs may wait for the same table. */
async function waitingExports(tx: Transaction): Promise<number> {
  await tx.execute(sql`SELECT pg_stat_clear_snapshot()`);
  const rows = await tx.execute(sql`
    SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)) AND query LIKE '%activity_day%'`);
  return rows.length;
}

type Shop = { key: string; domain: string };

function callOf({ key, domain }: Shop): string {
  return `/api/url_generator_b/${key}/${newDevice()}/18?domain=${encodeURIComponent(domain)}`;
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** With its own agent, which keeps connections open, a server cannot take a connection's end for the caller's wish. */
function send({ url }: { url: string }, path: string, agent = new Agent({ keepAlive: true })): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(new URL(path, url), { agent }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      done({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() });
    });
    sent.once("error", fail).end();
  });
}

async function isListening({ url }: { url: string }): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), "localhost");
  onTestFinished(() => void socket.destroy());
  socket.once("connect", () => socket.destroy());
  return once(socket, "connect").then(
    () => true,
    () => false,
  );
}
