import "./require-node.mjs";
import { rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { checkPorts } from "./check-ports.mjs";
import { runChild, startChild } from "./child.mjs";
import { demoFile, hasSandbox, hostOf, sandboxEnvironment, shopEnvironment } from "./demo.mjs";
import { composeEnvironment, isProduction, wantsSandboxEid } from "./environment.mjs";
import { lock, makePrivate, makeTraversable, writeFileAtomically } from "./files.mjs";
import { heapFlags, MALLOC } from "./heap.mjs";
import { startPreparation } from "./preparation.mjs";

const ROOT = dirname(import.meta.dirname);
// Keeps compiled sources for the next start.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, "node_modules", ".cache", "ageway");
const preparation = startPreparation();
const given = await preparation.ask("environment", ROOT).catch((fault) => {
  process.stderr.write(`\n${fault.message}\n`);
  process.exit(1);
});
const DATA = resolve(given.DATA_DIR ?? join(ROOT, ".data"));
const DEMO_FILE = join(DATA, "demo.json");
const LOGS = join(DATA, "logs");
/** `npm start -- --fresh` begins the demo anew, with an empty database. */
const IS_FRESH = process.argv.includes("--fresh");

/** Lists what was started, in this order. It is stopped from the last to the first. */
const running = [];
let stopping = null;
let stoppingSince = 0;
/** Ctrl-C reaches this process twice: by itself, and through npm. */
const SAME_SIGNAL_MS = 1_000;
/** The servers of a killed start notice that, and close their ports, in this time also on a busy machine. */
const CLOSING_MS = 15_000;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    if (stopping === null) stoppingSince = performance.now();
    else if (performance.now() - stoppingSince > SAME_SIGNAL_MS) for (const { hurry } of running) hurry?.();
    void end(0);
  });

try {
  await start();
} catch (error) {
  if (stopping === null) process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  await end(1);
}

async function start() {
  process.chdir(ROOT);
  // What is no port is among the problems below, and hides none of the others.
  const wanted = Number(given.PORT?.trim());
  const port = wanted > 0 && wanted <= 65_533 ? Math.trunc(wanted) : 3000;
  const inProduction = isProduction(given);
  makeTraversable(DATA);
  const { release, wasKilled } = lock(join(DATA, "running.pid"));
  running.push({ name: "lock", stop: async () => release() });
  // A killed start may have left one whose servers no longer run.
  rmSync(DEMO_FILE, { force: true });
  const env = composeEnvironment(given, { port, data: DATA });
  if (IS_FRESH && (inProduction || env.DATABASE_URL))
    throw new Error(
      "--fresh deletes the data of a demo, and only that. Leave it out, or unset the settings of an instance.",
    );
  const wantsSandbox = !inProduction || wantsSandboxEid(given);
  // Names every problem before anything starts. The database of a demo has no address yet.
  const problems = [
    ...(await preparation.ask(
      "configurationProblems",
      inProduction || env.DATABASE_URL ? env : { ...env, DATABASE_URL: "postgres://to-come" },
    )),
    ...(wantsSandbox && !hasSandbox()
      ? [
          "SANDBOX_EID_URL asks for the sandbox eID, which a production install does not hold: leave it out, or set EID_TEST_S_… or EID_TEST_B_…",
        ]
      : []),
  ];
  if (problems.length > 0)
    throw new Error(
      [
        "Ageway cannot start with this configuration:",
        ...problems.map((p) => `  - ${p}`),
        "",
        "See .env.example. For a demo on this machine, unset all of these and run npm start.",
      ].join("\n"),
    );
  const host = hostOf(env);
  // In a demo a browser comes by name, and must not meet another program at another address of this machine.
  const at = inProduction ? { host } : {};
  const ports = [
    { setting: "PORT", port, ...at },
    ...(inProduction ? [] : [{ setting: "PORT + 1 (the shop)", port: port + 1 }]),
    ...(wantsSandbox ? [{ setting: "PORT + 2 (the sandbox eID)", port: port + 2, ...at }] : []),
    ...(env.METRICS_PORT?.trim()
      ? [{ setting: "METRICS_PORT", port: Number(env.METRICS_PORT), host: env.METRICS_HOST?.trim() || "127.0.0.1" }]
      : []),
  ];
  await checkPorts(ports, wasKilled ? CLOSING_MS : 0);
  makePrivate(LOGS);
  if (env.DATABASE_URL)
    await step("Reaching the database", () =>
      preparation.ask("checkDatabase", env.DATABASE_URL, "DATABASE_URL", env.DATABASE_POOLER?.trim() === "transaction"),
    );
  else Object.assign(env, await step("Starting PostgreSQL", startEmbeddedDatabase));
  const ownerUrl = env.DATABASE_OWNER_URL?.trim() || env.DATABASE_URL;
  if (ownerUrl !== env.DATABASE_URL) await preparation.ask("checkDatabase", ownerUrl, "DATABASE_OWNER_URL");
  await step("Bringing the database up to date", () => preparation.ask("migrate", env));
  preparation.end();
  // It copies rows of the past, for whose days the app's login can make no partitions.
  const demo = inProduction
    ? null
    : await step("Preparing the demo shop", () =>
        runChild("seed", "scripts/seed-demo.ts", { ...env, DATABASE_OWNER_URL: ownerUrl }, LOGS),
      );
  // No program below gets the owner's login.
  delete env.DATABASE_OWNER_URL;
  if (wantsSandbox)
    await step("Starting the sandbox eID", () =>
      child("eid", "sandbox/eid/main.ts", sandboxEnvironment(env, port, { hasShop: demo !== null })),
    );
  if (demo)
    await step("Starting the wine shop", () => child("shop", "sandbox/shop/main.ts", shopEnvironment(env, port, demo)));
  await step("Starting Ageway", () =>
    child(
      "app",
      ".next/server.mjs",
      {
        ...MALLOC,
        ...env,
        DATA_DIR: DATA,
        NODE_ENV: "production",
        // Its own standard output is a pipe to this process.
        AGEWAY_TERMINAL: process.stdout.isTTY ? "1" : "0",
      },
      {
        flags: heapFlags(env.NODE_OPTIONS),
        // Operators read the log on standard output. In a demo that shows the links, and the log goes to a file.
        toStandardOutput: inProduction,
        delayMs: 1000 * (Number(env.SHUTDOWN_DELAY_SECONDS) || 0),
      },
    ),
  );
  await step("Checking its health", () =>
    ready(`http://${host.includes(":") ? `[${host}]` : host}:${port}/api/health/ready`, inProduction),
  );
  if (demo) writeFileAtomically(DEMO_FILE, JSON.stringify(demoFile(env, port, demo, ownerUrl), null, 2), 0o600);
  running.push({ name: "demo.json", stop: async () => rmSync(DEMO_FILE, { force: true }) });
  announce(env, port, demo);
}

async function startEmbeddedDatabase() {
  if (IS_FRESH) rmSync(join(DATA, "mail"), { recursive: true, force: true });
  const { startPostgres } = await import("./postgres.mjs");
  const server = await startPostgres({
    directory: join(DATA, "postgres"),
    isFresh: IS_FRESH,
    print: (line) => process.stdout.write(`\n    ${line}\n`),
  });
  running.push({ name: "PostgreSQL", stop: server.stop });
  void server.exited.then((lastLines) => failed(`PostgreSQL ended:\n${lastLines}`));
  return { DATABASE_URL: server.url, DATABASE_OWNER_URL: server.ownerUrl };
}

async function child(name, program, env, options = {}) {
  const started = startChild(name, program, env, LOGS, options);
  running.push({ name, stop: started.stop, hurry: started.hurry });
  void started.exited.then((lastLines) =>
    failed(`${program} ended:\n${lastLines}\n\nAll of its log: ${join(LOGS, `${name}.log`)}`),
  );
  await started.ready;
}

/** A server of an operator stays, so that somebody can put right what it waits for, such as a clock. */
async function ready(url, mayWait) {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && stopping === null) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 250));
  }
  if (stopping !== null) throw new Error("A signal stopped the start");
  const message = `Ageway runs but is not ready. Its log says why, and so does ${url}`;
  if (!mayWait) throw new Error(message);
  process.stderr.write(`\n${message}\n`);
}

/** Prints a line with the name of a step and how long it took. After a signal no further step begins. */
async function step(name, work) {
  if (stopping !== null) throw new Error("A signal stopped the start");
  const began = Date.now();
  const took = () => `${((Date.now() - began) / 1000).toFixed(1)} s\n`;
  // In production the server's log is written beside this, and each of its lines must be one.
  if (isProduction(given)) {
    const result = await work();
    process.stdout.write(`  ${name}: ${took()}`);
    return result;
  }
  process.stdout.write(`  ${name}…`);
  const result = await work();
  process.stdout.write(` ${took()}`);
  return result;
}

function failed(message) {
  if (stopping !== null) return;
  process.stderr.write(`\n${message}\n`);
  void end(1);
}

/** Stops everything, the app before its database, and ends with the worst status. A second call waits for the first. */
function end(code) {
  stopping ??= (async () => {
    preparation.end();
    let status = code;
    for (const { stop } of running.reverse()) status = Math.max(status, (await stop()) ?? 0);
    process.exit(status);
  })();
  return stopping;
}

function announce(env, port, demo) {
  const links = demo
    ? [
        ["1. Buy a bottle in the demo shop", `http://localhost:${port + 1}`],
        ["2. See that check in the dashboard", `${env.BASE_URL}/sign-in as ${demo.member.email}`],
        ["3. See a shop with 60 days of checks", `${env.BASE_URL}/dashboard?show=${demo.exampleId}`],
        ["Mail, none of which is sent", `${env.BASE_URL}/inbox`],
        ["Sandbox eID", env.EID_S_ISSUER.replace(/\/s$/, "")],
      ]
    : [["Ageway", env.BASE_URL]];
  const widest = Math.max(...links.map(([name]) => name.length));
  const lines = links.map(([name, url]) => `  ${name.padEnd(widest)}   ${url}`);
  process.stdout.write(`\n${lines.join("\n")}\n\n  Press Ctrl-C to stop.\n`);
}
