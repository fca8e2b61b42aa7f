import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { startApp } from "#tests/support/app.ts";
import { inFull } from "#tests/support/full.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { mailsTo, mailTo } from "#tests/support/mailbox.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePorts } from "#tests/support/ports.ts";
import { startRedis } from "#tests/support/redis.ts";
import { signedIn } from "#tests/support/signed-in.ts";

type App = Awaited<ReturnType<typeof startApp>>;

const BASE_URL = "http://localhost:3000";
/** Processes with one Redis. */
const PROCESSES = 3;
/** How many meet a Redis that is away, or back. */
const CALLS = inFull(60, 24);
const PER_MINUTE = inFull(60, 30);

let redis: Awaited<ReturnType<typeof startRedis>>;
let machines: App[];

beforeAll(async () => {
  await enterOwnDatabase();
  redis = await startRedis({ tls: true });
  const env = {
    ...inject("env"),
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    BASE_URL,
    REDIS_URL: redis.url,
    NODE_EXTRA_CA_CERTS: redis.certificateFile,
    LOG_LEVEL: "info",
    RATE_LIMIT_ADDRESS: "1000000",
  };
  const ports = await freePorts(PROCESSES);
  machines = await Promise.all(ports.map((port) => startApp(env, port)));
  await allAreConnected();
});
afterAll(async () => {
  await Promise.all((machines ?? []).map((machine) => machine.kill()));
  await redis?.remove();
});

const allAreConnected = () =>
  vi.waitFor(async () => expect(await redis.connections()).toBe(PROCESSES), { timeout: 40_000 });

test("limits count for all processes of all machines: questions, accepted calls, refused calls", async () => {
  const [accepting, refusing] = [
    // One address gets half of it.
    await newOrganization({ callsPerMinute: 2 * PER_MINUTE }),
    await newOrganization({ callsPerMinute: PER_MINUTE, domain: "unverified" }),
  ];
  for (const [ask, passed, quota] of [
    [(at: App) => send(at, `/api/auth_check/${"A".repeat(43)}/device`), 404, 60],
    [(at: App) => call(at, accepting), 200, PER_MINUTE],
    [(at: App) => call(at, refusing), 403, PER_MINUTE],
  ] as const) {
    const began = performance.now();
    const statuses: number[] = [];
    for (let n = 0; n < quota + PER_MINUTE; n += 1) statuses.push(await ask(machineOf(n)));
    const secondsSince = (performance.now() - began) / 1_000;
    expect(statuses.slice(0, quota)).toEqual(Array.from({ length: quota }, () => passed));
    const over = statuses.filter((status) => status === passed).length - quota;
    // On a busy machine, an answer of Redis may come after the 50 ms that a call waits for it. A refused call waits for none:
    // with its first one, a process learns the key's limit, and with each what the others refused.
    expect(over, `${passed}`).toBeLessThanOrEqual(secondsSince + 2 * PROCESSES);
    expect(statuses).toContain(429);
  }
});

test("callers who call all machines at once get together what the limit allows, give or take one call each", async () => {
  const [quota, refusals, callers] = inFull([600, 300, 32], [100, 50, 24]);
  const shop = await newOrganization({ callsPerMinute: 2 * quota });
  const began = performance.now();
  let [accepted, refused] = [0, 0];
  const callWithoutPause = async (n: number) => {
    while (refused < refusals) {
      if ((await call(machineOf(n), shop)) === 200) accepted += 1;
      else refused += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, n) => callWithoutPause(n)));
  const allowed = quota + (quota / 60_000) * (performance.now() - began);
  expect(accepted).toBeGreaterThanOrEqual(quota);
  expect(accepted).toBeLessThanOrEqual(allowed + callers);
});

test("an address gets five links to sign in with, whichever machine is asked", async () => {
  const [asked, later] = [await signedIn(), await signedIn()];
  for (let n = 0; n < 8; n += 1) {
    await requestLink(machineOf(n), asked.email);
    // The answer does not wait for the mail.
    if (n < 5) await mailTo(asked.email, n + 1);
  }
  for (const machine of machines) await requestLink(machine, later.email);
  await mailTo(later.email, 2);
  expect(await mailsTo(asked.email)).toHaveLength(5);
});

test.for(["stands still", "is gone"] as const)(
  "a Redis that %s fails no call; each process says once that it went, and once that it is back",
  async (how) => {
    const shop = await newOrganization();
    const [before, silent] = [eventsOf("redis_away").length, silences()];
    await (how === "is gone" ? redis.kill() : redis.freeze());
    const callAll = async () => {
      const statuses = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(machineOf(n), shop)));
      expect(new Set(statuses)).toEqual(new Set([200]));
    };
    await callAll();
    await expect.poll(() => eventsOf("redis_away").length - before).toBe(PROCESSES);
    await callAll();
    await (how === "is gone" ? redis.restart() : redis.thaw());
    await expect.poll(() => eventsOf("redis_back").length - before).toBe(PROCESSES);
    await callAll();
    expect(eventsOf("redis_away").length - before).toBe(PROCESSES);
    expect(silences() - silent).toBe(how === "is gone" ? 0 : PROCESSES);
  },
);

function machineOf(n: number): App {
  const machine = machines[n % machines.length];
  if (!machine) throw new Error("No machine");
  return machine;
}

function call(at: App, { key, domain }: { key: string; domain: string }): Promise<number> {
  return send(at, `/api/url_generator_b/${key}/${newDevice()}/18?domain=${encodeURIComponent(domain)}`);
}

async function requestLink(at: App, email: string): Promise<void> {
  const headers = { origin: BASE_URL, "content-type": "application/x-www-form-urlencoded" };
  expect(await send(at, "/sign-in/email", { method: "POST", headers }, `email=${encodeURIComponent(email)}`)).toBe(303);
}

/** The status. Each call is a connection of its own. */
function send({ url }: App, path: string, options: object = {}, body = ""): Promise<number> {
  return new Promise((done, fail) => {
    const sent = request(new URL(path, url), { agent: new Agent(), ...options }, (response) => {
      response.resume().once("end", () => done(response.statusCode ?? 0));
    });
    sent.once("error", fail).end(body);
  });
}

const silences = () => eventsOf("redis_away").filter(({ code }) => code === "DEADLINE").length;

function eventsOf(event: string): Record<string, unknown>[] {
  const lines = machines.flatMap((machine) => machine.output().trim().split("\n"));
  return lines.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}
