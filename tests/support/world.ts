import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "#db/migrate.ts";
import type { Clients } from "#sandbox/eid/clients.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { makeTraversable, startPostgres } from "#scripts/postgres.mjs";
import { startApp } from "./app.ts";
import { freePort, freePorts } from "./ports.ts";

declare module "vitest" {
  export interface ProvidedContext {
    env: Record<string, string>;
    /** Where a test may start servers of its own: an entry a worker. */
    places: Record<"DNS_SERVERS" | "SIGN_IN_ISSUER", string>[];
    clients: Clients;
    dataDirectory: string;
    ownerUrl: string;
    servers: { server: string; next: string };
  }
}

/** The outside world of the tests: a real PostgreSQL, a real OpenID provider, and the built app behind both its doors. */
export default async function world(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), "ageway-test-"));
  makeTraversable(directory);
  const database = await startPostgres({ directory, fsync: false });
  await migrate(database.ownerUrl);
  const [port, serverPort, nextPort] = [await freePort(), await freePort(), await freePort()];
  const { env, clients } = environment(database.url, directory, port);
  const eid = await startEid({ port: 0, clients, slowMs: 50 });
  const places = await placesFor(MAX_WORKERS);
  Object.assign(env, places[0]);
  for (const prefix of ["EID", "EID_TEST"]) {
    env[`${prefix}_S_ISSUER`] = `${eid.url}/s`;
    env[`${prefix}_B_ISSUER`] = `${eid.url}/b`;
  }
  const door = await openDoor(project.name, env, serverPort, nextPort);
  project.provide("env", env);
  project.provide("ownerUrl", database.ownerUrl);
  project.provide("places", places);
  project.provide("clients", clients);
  project.provide("dataDirectory", join(database.directory, "data"));
  project.provide("servers", { server: `http://localhost:${serverPort}`, next: `http://localhost:${nextPort}` });
  return async () => {
    await door?.stop();
    await eid.close();
    await database.stop();
    for (const left of [directory, database.directory]) rmSync(left, { recursive: true, force: true });
  };
}

/** More than there are cores on the machines that run this. */
const MAX_WORKERS = 16;

async function placesFor(workers: number) {
  const ports = await freePorts(3 * workers);
  return Array.from({ length: workers }, (_, n) => {
    const [dns, otherDns, issuer] = ports.slice(3 * n);
    return { DNS_SERVERS: `127.0.0.1:${dns},127.0.0.1:${otherDns}`, SIGN_IN_ISSUER: `http://localhost:${issuer}` };
  });
}

function openDoor(name: string, env: Record<string, string>, serverPort: number, nextPort: number) {
  if (name === "server") return startApp(env, serverPort);
  if (name === "next") return startApp(env, nextPort, ["node_modules/next/dist/bin/next", "start", "-p"]);
  return null;
}

export function environment(databaseUrl: string, directory: string, port: number) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const [secret, baseUrl] = [randomBytes(24).toString("base64url"), `http://localhost:${port}`];
  const env: Record<string, string> = {
    PORT: String(port),
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: "4",
    AGEWAY_KEYS: randomBytes(32).toString("base64url"),
    MAIL_DIR: join(directory, "mail"),
    INVOICE_SELLER: "Test operator\nMain Street 1\n1000 Testville",
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
    s: { clientId: "ageway", clientSecret: secret, redirectUris: [`${baseUrl}/verify/s/callback`] },
    b: {
      clientId: "ageway",
      jwk: { ...publicKey.export({ format: "jwk" }), alg: "ES256", kid: "test" },
      redirectUris: [`${baseUrl}/verify/b/callback`],
    },
  };
  return { env, clients };
}
