import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { lockOrganizationIfAny } from "#db/queries/organization-lock.ts";
import { log } from "#lib/observe/log.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { warnOfConnections } from "#lib/runtime/database-warnings.ts";
import { startApp } from "#tests/support/app.ts";
import { inFull } from "#tests/support/full.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { asOwner } from "#tests/support/owner.ts";
import { freePort } from "#tests/support/ports.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { started } from "#tests/support/visitor.ts";

const POOL = 15;
/** How often each caller calls. */
const ROUNDS = inFull(12, 2);

// More than PostgreSQL allows: for the warning alone. The servers have their own.
await enterOwnDatabase({ DATABASE_POOL: "200" });
const server = asOwner();
afterAll(() => server.$client.end());

test("a process takes no more than 1.2 × DATABASE_POOL connections, whatever it does at once", async () => {
  const [port, metrics] = [await freePort(), await freePort()];
  const env = { ...inject("env"), DATABASE_URL: process.env.DATABASE_URL ?? "", METRICS_PORT: String(metrics) };
  const app = await startApp({ ...env, DATABASE_POOL: String(POOL) }, port);
  onTestFinished(async () => void (await app.kill()));
  const shops = await Promise.all(Array.from({ length: 8 }, () => newOrganization()));
  const locked = await newOrganization();
  const [shop = locked] = shops;
  const [{ cookie }, { url }] = [await signedIn({ of: shop.id }), await started("b", shop)];
  const call = ({ key, domain }: typeof shop) =>
    get(`${app.url}/api/url_generator_b/${key}/${newDevice()}/18?domain=${encodeURIComponent(domain)}`);
  const pages = ["", "/keys", "/domains", "/checks", "/billing", "/team", "/audit"];
  let peak = 0;
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const counting = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await connectionsOf(app.pid ?? 0));
      // A connection stays once it is open.
      await rest(100);
    }
  })();
  const everything = () =>
    Promise.all([
      ...Array.from({ length: 4 }, () => shops.map(call)).flat(),
      ...Array.from({ length: 16 }, () => get(`${app.url}/api/auth_check/${"A".repeat(43)}/${newDevice()}`)),
      ...Array.from({ length: 16 }, () => get(app.url + new URL(url).pathname + new URL(url).search)),
      ...pages.map((page) => get(`${app.url}/dashboard${page}`, cookie)),
      get(`${app.url}/api/health/ready`),
      get(`http://127.0.0.1:${metrics}/metrics`),
    ]);
  for (let round = 0; round < ROUNDS; round += 1)
    await database().transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
      await lockOrganizationIfAny(tx, locked.id);
      await Promise.all([everything(), ...(round % 3 === 0 ? [call(locked), call(locked)] : [])]);
    });
  isOver = true;
  await counting;
  console.info(`connections: ${peak}`);
  // All kinds of work were seen at once.
  expect(peak).toBeGreaterThan(POOL / 2);
  expect(peak).toBeLessThanOrEqual(1.2 * POOL);
});

test("the log says at a start that it may open more connections than the database allows", async () => {
  const warn = vi.spyOn(log, "warn");
  await warnOfConnections();
  const [[line] = []] = warn.mock.calls;
  expect(line).toMatchObject({ event: "database_connections_short", ours: 202, limit: 197 });
  expect(line).toHaveProperty("others", expect.any(Number));
});

test("that the database is away at a start is a line of the log a minute, however often a process starts", async () => {
  const error = vi.spyOn(log, "error");
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const limit = (max: number) => server.execute(sql.raw(`ALTER DATABASE ${name} CONNECTION LIMIT ${max}`));
  await closeDatabase();
  await limit(0);
  onTestFinished(async () => void (await limit(-1)));
  await warnOfConnections();
  await warnOfConnections();
  expect(error.mock.calls).toEqual([[expect.objectContaining({ event: "database_away", times: 1 })]]);
});

async function get(url: string, cookie = ""): Promise<number> {
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status;
}

/** How many connections PostgreSQL has of a process. */
async function connectionsOf(pid: number): Promise<number> {
  const rows = await server.execute<{ port: number }>(
    sql`SELECT client_port AS port FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  const portOf = localPorts();
  const open = new Set(rows.map(({ port }) => port));
  return socketsOf(pid).filter((inode) => open.has(portOf.get(inode) ?? 0)).length;
}

function socketsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
}

/** The local port of each TCP connection of this machine, by its inode. */
function localPorts(): Map<string, number> {
  const lines = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  return new Map(
    lines.map((line) => {
      const [, local = "", , , , , , , , inode = ""] = line.trim().split(/\s+/);
      return [inode, Number.parseInt(local.split(":")[1] ?? "", 16)];
    }),
  );
}
