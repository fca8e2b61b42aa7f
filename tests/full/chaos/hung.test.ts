import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { claimDomain } from "#lib/domains/proof.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { startApp } from "#tests/support/app.ts";
import { freezer } from "#tests/support/freezer.ts";
import { check, generate, newDevice, send } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { silentDns } from "#tests/support/silent-dns.ts";
import { startSmtp } from "#tests/support/smtp.ts";
import { browser, started, tokenIn } from "#tests/support/visitor.ts";

/** How long a service hangs: it accepts, and says nothing. */
const HUNG_MS = 45_000;
const [SHOP_MS, VISITOR_MS, READY_MS, LAG_MS] = [5_000, 10_000, 1_000, 500];
/** Visitors who are at the eID when it hangs, and come back one every second. */
const AT_EID = 40;

type Shop = Awaited<ReturnType<typeof newOrganization>>;
type Freezer = Awaited<ReturnType<typeof freezer>>;

let app: Awaited<ReturnType<typeof startApp>>;
let [database, eid, smtp]: Freezer[] = [];
let shop: Shop;
let host: string;
let member: Awaited<ReturnType<typeof signedIn>>;
let metrics: number;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  await enterOwnDatabase();
  const url = new URL(process.env.DATABASE_URL ?? "");
  database = await freezer(Number(url.port));
  url.port = String(database.port);
  const eidPort = await freePort();
  eid = await freezer(eidPort);
  const sandbox = { port: eidPort, url: `http://localhost:${eid.port}`, clients: inject("clients"), slowMs: 50 };
  const eidServer = await startEid(sandbox);
  const mailServer = await startSmtp();
  smtp = await freezer(Number(new URL(mailServer.url).port));
  metrics = await freePort();
  const env = {
    ...inject("env"),
    LOG_LEVEL: "info",
    RATE_LIMIT_KEY: "1000000",
    RATE_LIMIT_ADDRESS: "1000000",
    DATABASE_URL: url.href,
    EID_S_ISSUER: `http://localhost:${eid.port}/s`,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Ageway <no-reply@age.example>",
    METRICS_PORT: String(metrics),
  };
  app = await startApp(env, await freePort());
  shop = await newOrganization();
  member = await signedIn({ of: shop.id });
  host = `wine.${shop.host}`;
  const claimed = await claimDomain(member.actor, {
    organizationId: shop.id,
    host,
    method: "dns",
    includeSubdomains: false,
  });
  if (!claimed.ok) throw new Error(claimed.reason);
  closing.push(app.kill, database.close, eid.close, smtp.close, eidServer.close, mailServer.close);
});
afterAll(() => Promise.all(closing.map((close) => close())));
afterEach(() => {
  for (const service of [database, eid, smtp]) service?.thaw();
});

test("the database hangs: all hear soon that it does, and go on when it answers again", async () => {
  process.env.SERVER_URL = app.url;
  const [links, callbacks] = [
    await Promise.all(Array.from({ length: 20 }, () => started("b", shop))),
    await atEid("b"),
  ];
  const observation = await observed(database, (load) => [
    load.every(500, "visitor", () => send(pathOf(links[0]?.url ?? ""))),
    load.every(1_000, "visitor", () => send(pathOf(`${links[load.turn() % 20]?.url}&do=confirm`), { method: "POST" })),
    load.every(1_000, "visitor", () => callbacks.pop()?.() ?? null),
    load.every(1_000, "page", () => send("/dashboard", { headers: { cookie: member.cookie } })),
  ]);
  expectInTime(observation);
  expect(observation.statusesOf("shop")).toEqual(new Set(["503 5"]));
  expect(observation.statusesOf("page")).toEqual(new Set(["503"]));
  expect(observation.statusesOf("readiness")).toEqual(new Set(["503 null"]));
}, 120_000);

test("one eID hangs: its visitors hear so, those of the other notice nothing, nor do shops", async () => {
  const callbacks = await atEid("s");
  const observation = await observed(eid, (load) => [
    load.every(1_000, "visitor", () => callbacks.pop()?.() ?? null),
    load.every(200, "other eID", () => complete("b")),
    load.every(1_000, "page", () => send("/dashboard", { headers: { cookie: member.cookie } })),
  ]);
  expectInTime(observation);
  expectAllServed(observation);
  // After the first who waited, the others were told at once.
  expect(observation.times("visitor").toSorted((a, b) => a - b)[AT_EID / 2]).toBeLessThan(500);
  expect(app.output()).toContain('"event":"eid_away"');
  await expect.poll(() => complete("s").then(({ status }) => status)).toBe(200);
}, 120_000);

test("the mail server hangs: who asks for a link waits for no mail, and nobody else for anything", async () => {
  const observation = await observed(smtp, (load) => [
    load.every(1_000, "page", () =>
      send("/sign-in/email", {
        method: "POST",
        body: new URLSearchParams({ email: member.email, next: "/dashboard" }).toString(),
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          origin: String(process.env.BASE_URL),
        },
      }),
    ),
    load.every(200, "other eID", () => complete("b")),
  ]);
  expectInTime(observation);
  expectAllServed(observation);
}, 120_000);

test("the DNS servers hang: who checks a domain hears so, and nobody else notices", async () => {
  const servers = await Promise.all((inject("env").DNS_SERVERS ?? "").split(",").map(silentDns));
  closing.push(...servers.map(({ close }) => close));
  const observation = await observed(null, (load) => [
    load.every(1_000, "page", () =>
      send(`/dashboard/domains/${host}`, {
        method: "POST",
        body: JSON.stringify([shop.id, host]),
        headers: {
          "next-action": actionNamed("probeNow"),
          "content-type": "text/plain;charset=UTF-8",
          origin: String(process.env.BASE_URL),
          host: new URL(process.env.BASE_URL ?? "").host,
          cookie: member.cookie,
        },
      }),
    ),
    load.every(200, "other eID", () => complete("b")),
  ]);
  expectInTime(observation);
  expectAllServed(observation);
  // They were asked.
  expect(observation.slowest("page")).toBeGreaterThan(2_000);
}, 120_000);

type Kind = "shop" | "visitor" | "readiness" | "page" | "other eID";
type Answered = { status: number; headers: Headers };
type Observation = ReturnType<typeof record>;

function record() {
  const all: { kind: Kind; status: string; ms: number }[] = [];
  let lagMs = 0;
  const times = (kind: Kind) => all.filter((one) => one.kind === kind).map(({ ms }) => ms);
  return {
    async time(kind: Kind, work: () => Promise<Answered> | null): Promise<void> {
      const began = performance.now();
      const answer = await work()?.catch((fault: NodeJS.ErrnoException) => ({
        status: fault.code ?? fault.name,
        headers: new Headers(),
      }));
      if (!answer) return;
      const status =
        kind === "shop" || kind === "readiness"
          ? `${answer.status} ${answer.headers.get("retry-after")}`
          : `${answer.status}`;
      all.push({ kind, status, ms: performance.now() - began });
    },
    lag: (ms: number) => {
      lagMs = Math.max(lagMs, ms);
    },
    lagMs: () => lagMs,
    times,
    slowest: (kind: Kind) => Math.max(0, ...times(kind)),
    statusesOf: (kind: Kind) => new Set(all.filter((one) => one.kind === kind).map(({ status }) => status)),
    shareOf(kind: Kind, status: string): number {
      const of = all.filter((one) => one.kind === kind);
      return of.filter((one) => one.status === status).length / of.length;
    },
    summary() {
      const kinds = [...new Set(all.map(({ kind }) => kind))];
      return kinds
        .map(
          (kind) =>
            `${kind} ${times(kind).length}: ${[...this.statusesOf(kind)].join("/")}, slowest ${Math.round(this.slowest(kind))} ms`,
        )
        .join("; ");
    },
  };
}

type Load = {
  every: (ms: number, kind: Kind, work: () => Promise<Answered> | null) => Promise<void>;
  turn: () => number;
};

/** Hangs a service, and says how all fared meanwhile. What was asked in that time is waited for. */
async function observed(
  service: Freezer | null | undefined,
  more: (load: Load) => Promise<void>[],
): Promise<Observation> {
  process.env.SERVER_URL = app.url;
  const observation = record();
  let [turns, isOver] = [0, false];
  const load: Load = {
    turn: () => turns++,
    async every(ms, kind, work) {
      const asked: Promise<void>[] = [];
      for (; !isOver; await after(ms)) asked.push(observation.time(kind, work));
      await Promise.all(asked);
    },
  };
  await send("/api/health/ready");
  // What the preparations cost the event loop is no part of this.
  await readLags();
  service?.freeze();
  const all = [
    load.every(50, "shop", () => generate("b", shop)),
    load.every(100, "shop", () => generate("s", shop)),
    load.every(100, "shop", () => check(randomBytes(32).toString("base64url"), newDevice()).then(knownUnknown)),
    load.every(200, "readiness", () => send("/api/health/ready")),
    ...more(load),
    readLag(observation, () => isOver),
  ];
  await after(HUNG_MS);
  isOver = true;
  await Promise.all(all);
  service?.thaw();
  const thawed = performance.now();
  await expect.poll(async () => (await generate("b", shop)).status).toBe(200);
  const backMs = Math.round(performance.now() - thawed);
  // Each process finds its own way back, and the next test begins with all of them.
  for (const path of ["/api/health/ready", "/dashboard"])
    await expect.poll(async () => (await send(path, { headers: { cookie: member.cookie } })).status).toBe(200);
  console.info(
    `${observation.summary()}; event loop lag ${Math.round(observation.lagMs())} ms; calls again after ${backMs} ms`,
  );
  return observation;
}

/** A token that nobody was given is a question that was answered. */
function knownUnknown({ status, headers }: Answered): Answered {
  return { status: status === 404 ? 200 : status, headers };
}

async function readLag(observation: Observation, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await after(1_000)) for (const seconds of await readLags()) observation.lag(seconds * 1_000);
}

/** The longest of each thread since they were read last. */
async function readLags(): Promise<number[]> {
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  return [...text.matchAll(/^nodejs_eventloop_lag_max_seconds (.+)$/gm)].map(([, seconds]) => Number(seconds));
}

function expectInTime(observation: Observation): void {
  expect(observation.slowest("shop")).toBeLessThan(SHOP_MS);
  expect(observation.slowest("visitor")).toBeLessThan(VISITOR_MS);
  expect(observation.slowest("page")).toBeLessThan(VISITOR_MS);
  expect(observation.slowest("readiness")).toBeLessThan(READY_MS);
  expect(observation.lagMs()).toBeLessThan(LAG_MS);
}

function expectAllServed(observation: Observation): void {
  expect(observation.shareOf("other eID", "200")).toBeGreaterThanOrEqual(0.99);
  expect(observation.statusesOf("shop")).toEqual(new Set(["200 null"]));
  expect(observation.statusesOf("readiness")).toEqual(new Set(["200 null"]));
}

/** A whole check by somebody old enough. 200: it ended at home with a proof. */
async function complete(provider: "s" | "b"): Promise<Answered> {
  const back = await callbackOf(provider);
  const { headers } = await back();
  return { status: tokenIn(headers.get("location")) === null ? 500 : 200, headers };
}

/** Visitors who are about to come back from the eID. */
function atEid(provider: "s" | "b") {
  process.env.SERVER_URL = app.url;
  return Promise.all(Array.from({ length: AT_EID }, () => callbackOf(provider)));
}

async function callbackOf(provider: "s" | "b") {
  const [visitor, { url }] = [browser(), await started(provider, shop)];
  await visitor.go(url);
  const posted = await visitor.go(`${url}&do=confirm`, "POST");
  const callback = await visitor.choose(posted.headers.get("location") ?? "", "adult");
  return () => visitor.go(callback);
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function actionNamed(name: string): string {
  const { node } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8"));
  const [id = ""] =
    Object.entries<{ exportedName: string }>(node).find(([, { exportedName }]) => exportedName === name) ?? [];
  return id;
}
