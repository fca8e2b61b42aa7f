import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { databaseAt } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { startApp } from "#tests/support/app.ts";
import { configure } from "#tests/support/configure.ts";
import { freePort } from "#tests/support/ports.ts";
import { environment } from "#tests/support/world.ts";

/** While four connections send hostile bodies without a pause, 32 honest callers wait three times as long at most (p99). */
const [PROMISE, CALLERS, HOSTILE_CONNECTIONS] = [3, 32, 4];
const SECONDS = Number(process.env.SECONDS ?? 4);

const { node: actions } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8"));
const actionNamed = (name: string) => Object.keys(actions).find((id) => actions[id].exportedName === name) ?? "";
const ACTION = actionNamed("saveVisitorPage");

const directory = mkdtempSync(join(tmpdir(), "ageway-bench-"));
makeTraversable(directory);
const postgres = await startPostgres({ directory });
const port = await freePort();
const base = `http://localhost:${port}`;
const { env } = environment(postgres.url, directory, port);
// Nobody gets as far as the eID.
for (const name of ["EID_S", "EID_B", "EID_TEST_S", "EID_TEST_B"]) env[`${name}_ISSUER`] = "http://localhost:1/none";
// The limits are not what is measured.
const limits = {
  RATE_LIMIT_KEY: "1000000",
  RATE_LIMIT_ADDRESS: "1000000",
  RATE_LIMIT_DEVICE: "1000000",
  DATABASE_POOL: "15",
};
configure({ ...env, ...limits });
const { newOrganization: organization } = await import("#tests/support/organization.ts");
const { closeDatabase } = await import("#lib/runtime/database.ts");
let app: Awaited<ReturnType<typeof startApp>> | null = null;
try {
  await migrate(databaseAt(postgres.ownerUrl));
  app = await startApp({ ...env, ...limits }, port);
  const shop = await organization();
  const honest = `/api/url_generator_b/${shop.key}`;
  const domain = encodeURIComponent(shop.domain);
  await p99Of(honest, domain, 2);
  const rows = [];
  let worst = 0;
  for (const [name, body] of Object.entries(bodies())) {
    const without = await p99Of(honest, domain, SECONDS);
    const stop = hostile(body);
    const withTimeout = await p99Of(honest, domain, SECONDS);
    const sent = await stop();
    const ratio = withTimeout.p99 / without.p99;
    worst = Math.max(worst, ratio);
    rows.push({
      "hostile body": name,
      sent,
      "p50 without": without.p50,
      "p99 without": without.p99,
      "p50 with": withTimeout.p50,
      "p99 with": withTimeout.p99,
      ratio: Math.round(ratio * 100) / 100,
    });
  }
  console.table(rows);
  console.log(`worst: ${worst.toFixed(2)} times as long; ${worst <= PROMISE ? "within" : "NOT within"} ${PROMISE}`);
  process.exitCode = worst <= PROMISE ? 0 : 1;
} finally {
  await closeDatabase();
  await app?.stop();
  await postgres.stop();
  for (const left of [directory, postgres.directory]) rmSync(left, { recursive: true, force: true });
}

type Body = { path: string; headers: Record<string, string>; body: string };

function bodies(): Record<string, Body> {
  const multipart = "multipart/form-data; boundary=x";
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = (parts: string[]) => `${parts.join("")}--x--\r\n`;
  const many = form([
    part(`$ACTION_ID_${ACTION}`, ""),
    ...Array.from({ length: 15_000 }, (_, n) => part(`f${n}`, "1")),
  ]);
  // As much as the entry lets through: 64 fields, each with as many references to all of them as fit.
  const references = form([
    ...Array.from({ length: 60 }, (_, n) => part(`_1_${n}`, "x".repeat(100))),
    part("0", `[${Array.from({ length: 12_000 }, () => '"$K1"').join()}]`),
  ]);
  const inForm = { Origin: base, "Content-Type": multipart };
  const member = { ...inForm, Cookie: "ageway-session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" };
  const fields = "application/x-www-form-urlencoded";
  return {
    "15,000 fields at the front page": { path: "/", headers: inForm, body: many },
    "15,000 fields with an action at sign-in": {
      path: "/sign-in",
      headers: { ...inForm, "Next-Action": ACTION },
      body: many,
    },
    "15,000 fields at the dashboard": { path: "/dashboard/settings", headers: member, body: many },
    "1,300 fields in 96 KB at the dashboard": {
      path: "/dashboard/settings",
      headers: member,
      body: form([part(`$ACTION_ID_${ACTION}`, ""), ...Array.from({ length: 1_300 }, (_, n) => part(`f${n}`, "1"))]),
    },
    "an action with 12,000 references": {
      path: "/dashboard/settings",
      headers: { ...member, "Next-Action": ACTION },
      body: references,
    },
    "a form without script, let through": {
      path: "/dashboard/settings",
      headers: member,
      body: form([
        part(`$ACTION_ID_${actionNamed("chooseTheme")}`, ""),
        ...Array.from({ length: 60 }, (_, n) => part(`f${n}`, "x".repeat(1_400))),
      ]),
    },
    "brackets in a plain value": {
      path: "/dashboard/settings",
      headers: { ...member, "Content-Type": "text/plain", "Next-Action": ACTION },
      body: "[".repeat(2_000) + "]".repeat(2_000),
    },
    "a sign-in form of 4 KB": {
      path: "/sign-in/email",
      headers: { Origin: base, "Content-Type": fields },
      body: `email=${"%20=;".repeat(800)}`,
    },
    "a visitor's button with 1 KB": {
      path: "/verify/b?session=x&do=confirm",
      headers: { "Content-Type": fields },
      body: "a".repeat(1_000),
    },
    "a generator with a body": { path: "/api/url_generator_b/x/y/18?domain=x", headers: inForm, body: many },
    "an unsigned event of 1 MB": {
      path: "/api/stripe/webhook",
      headers: { "Stripe-Signature": "t=1,v1=x" },
      body: "[".repeat(1_000_000),
    },
    "an address that is not there": { path: "/nothing", headers: inForm, body: many },
  };
}

/** Sends the same over and over, from a thread of its own; stopping it says how often. */
function hostile({ path, headers, body }: Body): () => Promise<number> {
  const program = `
    const { workerData, parentPort } = require("node:worker_threads");
    const { Agent, request } = require("node:http");
    const { url, headers, body, connections } = workerData;
    let [sent, isOver] = [0, false];
    parentPort.once("message", () => { isOver = true; parentPort.postMessage(sent); process.exit(); });
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const next = () => {
      if (isOver) return;
      sent += 1;
      const one = request(url, { method: "POST", agent, headers: { ...headers, "Content-Length": Buffer.byteLength(body) } }, (answer) => answer.resume().once("close", next));
      one.once("error", () => setImmediate(next)).end(body);
    };
    for (let n = 0; n < connections; n += 1) next();`;
  const workerData = { url: base + path, headers, body, connections: HOSTILE_CONNECTIONS };
  const worker = new Worker(program, { eval: true, workerData });
  return () =>
    new Promise((done) => {
      worker.once("message", done);
      worker.postMessage("stop");
    });
}

/** Each caller asks again as soon as it is answered, each time for another device. In milliseconds. */
async function p99Of(path: string, domain: string, seconds: number): Promise<{ p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let n = 0; performance.now() < until; n += 1) {
        const began = performance.now();
        const status = await statusOf(`${path}/device-${caller}-${n}-${Math.round(began)}/18?domain=${domain}`, agent);
        if (status !== 200) throw new Error(`An honest caller got ${status}`);
        times.push(performance.now() - began);
      }
    }),
  );
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (q: number) => Math.round((sorted[Math.floor(q * sorted.length)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}

function statusOf(path: string, agent: Agent): Promise<number> {
  return new Promise((done, fail) => {
    request(base + path, { agent }, (answer) => {
      answer.resume().once("end", () => done(answer.statusCode ?? 0));
    })
      .once("error", fail)
      .end();
  });
}
