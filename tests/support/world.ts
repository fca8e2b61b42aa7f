import { spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "#bin/postgres.mjs";
import { migrate } from "#db/migrate.ts";
import { startEid } from "#sandbox/eid/server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    env: Record<string, string>;
    doors: { server: string; next: string };
  }
}

/** The outside world of the tests: a real PostgreSQL, a real OpenID provider, and the built app behind both its doors. */
export default async function world(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), "ageway-test-"));
  const database = await startPostgres({ directory, fsync: false });
  await migrate(database.url);
  const [port, serverPort, nextPort] = [await freePort(), await freePort(), await freePort()];
  const { env, clients } = environment(database.url, port);
  const eid = await startEid({ port: 0, clients, slowMs: 50 });
  for (const prefix of ["EID", "EID_TEST"]) {
    env[`${prefix}_S_ISSUER`] = `${eid.url}/s`;
    env[`${prefix}_B_ISSUER`] = `${eid.url}/b`;
  }
  const door = await openDoor(project.name, env, serverPort, nextPort);
  project.provide("env", env);
  project.provide("doors", { server: `http://localhost:${serverPort}`, next: `http://localhost:${nextPort}` });
  return async () => {
    await door?.stop();
    await eid.close();
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}

function openDoor(name: string, env: Record<string, string>, serverPort: number, nextPort: number) {
  if (name === "front door") return open([".next/server.mjs"], { ...env, PORT: String(serverPort) }, serverPort);
  if (name === "next door")
    return open(["node_modules/next/dist/bin/next", "start", "-p", String(nextPort)], env, nextPort);
  return null;
}

function environment(databaseUrl: string, port: number) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const [secret, baseUrl] = [randomBytes(24).toString("base64url"), `http://localhost:${port}`];
  const env: Record<string, string> = {
    PORT: String(port),
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: "4",
    AGEWAY_KEYS: randomBytes(32).toString("base64url"),
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
    s: { clientId: "ageway", clientSecret: secret, redirectUris: [`${baseUrl}/verify/s/callback`] },
    b: {
      clientId: "ageway",
      jwk: { ...publicKey.export({ format: "jwk" }), alg: "ES256", kid: "test" },
      redirectUris: [`${baseUrl}/verify/b/callback`],
    },
  };
  return { env, clients };
}

/** Starts the built app and waits until it is healthy. */
async function open(args: string[], env: Record<string, string>, port: number) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env, NODE_ENV: "production" } as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = new Promise<void>((done) => child.once("close", () => done()));
  const deadline = Date.now() + 30_000;
  while (!(await isHealthy(port))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`${args.join(" ")} does not get healthy`);
    await new Promise((next) => setTimeout(next, 100));
  }
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function isHealthy(port: number): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}/api/health/ready`).catch(() => null);
  return answer?.ok === true;
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
