import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { databaseAt } from "#db/address.ts";
import { migrate } from "#db/migrate.ts";
import type { Clients } from "#sandbox/eid/clients.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { startApp } from "./app.ts";
import { copyDatabase } from "./copy-database.ts";
import { isFull } from "./full.ts";
import { startOnDemand } from "./on-demand.ts";
import { freePort, freePorts } from "./ports.ts";
import { untestedAnswers } from "./tested-answers.ts";

declare module "vitest" {
  export interface ProvidedContext {
    env: Record<string, string>;
    /** Where a test may start servers of its own: an entry a worker. */
    places: Record<"DNS_SERVERS" | "SIGN_IN_ISSUER", string>[];
    clients: Clients;
    ownerUrl: string;
    servers: { server: string; next: string };
    appOnDemand: string;
  }
}

/** What every project of a run shares: one PostgreSQL with a migrated database that is only copied, and one OpenID provider. */
type World = Awaited<ReturnType<typeof openWorld>>;

/** Vitest loads this file anew for each project, so the one world of the process hangs on its global object. */
const shared = globalThis as { agewayWorld?: { world: Promise<World>; projects: number } };

/**
 * The outside world of a project's tests: a database of its own, a copy of the migrated one, and for the contract's
 * projects the built app. The first project that runs starts the rest, and the last one stops it.
 */
export default async function enterWorld(project: TestProject): Promise<() => Promise<void>> {
  shared.agewayWorld ??= { world: openWorld(), projects: 0 };
  shared.agewayWorld.projects += 1;
  const { env: common, pace, clients, database, ports, places, close } = await shared.agewayWorld.world;
  const port = ports.shift();
  const env: Record<string, string> = {
    ...common,
    DATABASE_URL: await copyDatabase(database.ownerUrl, database.url),
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
  };
  // Floods and long runs come from one address, as no shop's visitors do; a test of that limit sets it.
  if (project.name === "full") env.RATE_LIMIT_ADDRESS = "1000000";
  else env.TEST_PACE = String(pace);
  const [serverPort, nextPort] = await freePorts(2);
  const answers = join(mkdtempSync(join(tmpdir(), "ageway-seen-")), "answers");
  env.TESTED_ANSWERS = answers;
  const onDemand = await startOnDemand(() => startApp(env, Number(env.PORT)));
  let app: Awaited<ReturnType<typeof startApp>> | null = null;
  const leave = async () => {
    await Promise.all([app?.stop(), onDemand.stop()]);
    if (!shared.agewayWorld) return;
    shared.agewayWorld.projects -= 1;
    if (shared.agewayWorld.projects > 0) return;
    delete shared.agewayWorld;
    await close();
  };
  try {
    app = await startServer(project.name, env, serverPort ?? 0, nextPort ?? 0);
  } catch (fault) {
    await leave();
    throw fault;
  }
  project.provide("env", env);
  project.provide("ownerUrl", database.ownerUrl);
  project.provide("places", places);
  project.provide("clients", clients);
  project.provide("servers", { server: `http://localhost:${serverPort}`, next: `http://localhost:${nextPort}` });
  project.provide("appOnDemand", onDemand.url);
  return async () => {
    await leave();
    const unseen = project.name === "server" && isFull ? await untestedAnswers(project, answers) : [];
    rmSync(dirname(answers), { recursive: true, force: true });
    if (unseen.length === 0) return;
    process.exitCode = 1;
    throw new Error(`The document says what the contract’s tests do not show:\n${unseen.join("\n")}`);
  };
}

/** How long the set-up below takes on a quiet machine with two cores. */
const SET_UP_MS = 1_500;
/** A machine may get busier after its set-up was timed. */
const RESERVE = 3;

/** What the deadlines of the app are multiplied by: what was measured of this machine. `tests/full` holds the deadlines themselves. */
function paceOf(tookMs: number): number {
  return Math.ceil(RESERVE * Math.max(1, tookMs / SET_UP_MS));
}

async function openWorld() {
  const directory = mkdtempSync(join(tmpdir(), "ageway-test-"));
  makeTraversable(directory);
  const began = performance.now();
  const database = await startPostgres({ directory, fsync: false });
  await migrate(databaseAt(database.ownerUrl));
  const pace = paceOf(performance.now() - began);
  // An app of each project, to whose address the eID sends visitors back.
  const ports = await freePorts(MAX_PROJECTS);
  const { env, clients } = environment(database.url, directory, ...ports);
  const eid = await startEid({ port: 0, clients, slowMs: 50 });
  const places = await placesFor(MAX_WORKERS);
  Object.assign(env, places[0]);
  for (const prefix of ["EID", "EID_TEST"]) {
    env[`${prefix}_S_ISSUER`] = `${eid.url}/s`;
    env[`${prefix}_B_ISSUER`] = `${eid.url}/b`;
  }
  const close = async () => {
    await eid.close();
    await database.stop();
    for (const left of [directory, database.directory]) rmSync(left, { recursive: true, force: true });
  };
  return { env, pace, clients, database, ports, places, close };
}

/** More than there are in vitest.config.ts. */
const MAX_PROJECTS = 8;
/** More than there are cores on the machines that run this. */
const MAX_WORKERS = 16;

/** Their ports wait for minutes until a test listens there, and no connection may be given one of them meanwhile. */
async function placesFor(workers: number) {
  const unlike = new Set<number>();
  while (unlike.size < 3 * workers) unlike.add(await freePort());
  const ports = [...unlike];
  return Array.from({ length: workers }, (_, n) => {
    const [dns, otherDns, issuer] = ports.slice(3 * n);
    return { DNS_SERVERS: `127.0.0.1:${dns},127.0.0.1:${otherDns}`, SIGN_IN_ISSUER: `http://localhost:${issuer}` };
  });
}

function startServer(name: string, env: Record<string, string>, serverPort: number, nextPort: number) {
  if (name === "server") return startApp(env, serverPort);
  if (name === "next") return startApp(env, nextPort, ["node_modules/next/dist/bin/next", "start", "-p"]);
  return null;
}

/** What configures an app at the first of these ports; the eID's clients know all of them. */
export function environment(databaseUrl: string, directory: string, ...ports: number[]) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const secret = randomBytes(24).toString("base64url");
  const origins = ports.map((port) => `http://localhost:${port}`);
  const env: Record<string, string> = {
    PORT: String(ports[0]),
    BASE_URL: String(origins[0]),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: "15",
    AGEWAY_KEYS: randomBytes(32).toString("base64url"),
    DATA_DIR: directory,
    MAIL_DIR: join(directory, "mail"),
    INVOICE_SELLER: "Test operator\nMain Street 1\n1000 Testville",
    INVOICE_ACCOUNT: "XX00 0000 0000 0000",
    SIGN_IN_CLIENT_ID: "ageway",
    SIGN_IN_CLIENT_SECRET: secret,
    LOG_LEVEL: "silent",
    AGEWAY_DEMO: "0",
  };
  for (const prefix of ["EID", "EID_TEST"]) {
    Object.assign(env, {
      [`${prefix}_S_PRESET`]: "sandbox-s",
      [`${prefix}_S_CLIENT_ID`]: "ageway",
      [`${prefix}_S_CLIENT_SECRET`]: secret,
      [`${prefix}_B_PRESET`]: "sandbox-b",
      [`${prefix}_B_CLIENT_ID`]: "ageway",
      [`${prefix}_B_PRIVATE_KEY`]: JSON.stringify({
        ...privateKey.export({ format: "jwk" }),
        alg: "ES256",
        kid: "test",
      }),
    });
  }
  const clients = {
    s: {
      clientId: "ageway",
      clientSecret: secret,
      redirectUris: origins.map((origin) => `${origin}/verify/s/callback`),
    },
    b: {
      clientId: "ageway",
      jwk: { ...publicKey.export({ format: "jwk" }), alg: "ES256", kid: "test" },
      redirectUris: origins.map((origin) => `${origin}/verify/b/callback`),
    },
  };
  return { env, clients };
}
