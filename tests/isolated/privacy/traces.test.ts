import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect, type Database } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { closeDatabase } from "#lib/core/database.ts";
import { PERSONAS, todayIn } from "#sandbox/eid/persona.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { startApp } from "#tests/support/app.ts";
import { check, newDevice } from "#tests/support/gateway.ts";
import { organization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { searchFor } from "#tests/support/search.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

/** What must be found nowhere afterwards, by what it is. */
const secrets = new Map<string, string>();
/** What must be found, or the search itself is blind. */
const witness = { database: "", log: '"event":"answered"' };
let app: Awaited<ReturnType<typeof startApp>>;
let eid: Awaited<ReturnType<typeof startEid>>;
let owner: Database;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let directory: string;

// Every persona walks through the built app at both providers, at its most talkative log level.
beforeAll(async () => {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const clients = structuredClone(inject("clients"));
  for (const name of ["s", "b"] as const) clients[name].redirectUris = [`${baseUrl}/verify/${name}/callback`];
  eid = await startEid({ port: 0, clients, slowMs: 10 });
  for (const { name, provider } of eid.issuers)
    provider.on("authorization.success", ({ oidc }) => remember(`a subject of ${name}`, oidc.session?.accountId));
  // A server of its own: every file of its data is read, and must hold nobody else's rows.
  directory = mkdtempSync(join(tmpdir(), "ageway-traces-"));
  makeTraversable(directory);
  postgres = await startPostgres({ directory, fsync: false });
  await migrate(postgres.ownerUrl);
  const env: Record<string, string> = {
    ...inject("env"),
    DATABASE_URL: postgres.url,
    BASE_URL: baseUrl,
    LOG_LEVEL: "trace",
  };
  for (const name of ["EID_S", "EID_TEST_S"]) env[`${name}_ISSUER`] = `${eid.url}/s`;
  for (const name of ["EID_B", "EID_TEST_B"]) env[`${name}_ISSUER`] = `${eid.url}/b`;
  app = await startApp(env, port);
  Object.assign(process.env, { BASE_URL: baseUrl, SERVER_URL: baseUrl, DATABASE_URL: postgres.url });
  owner = connect(postgres.ownerUrl, { max: 1, role: "ageway" });
  await walkAll();
}, 120_000);

afterAll(async () => {
  await app.stop();
  await eid.close();
  await owner.$client.end();
  await closeDatabase();
  await postgres.stop();
  for (const left of [directory, postgres.directory]) rmSync(left, { recursive: true, force: true });
});

async function walkAll(): Promise<void> {
  const shop = await organization();
  witness.database = shop.host;
  for (const provider of ["s", "b"] as const) {
    for (const persona of PERSONAS) {
      const [visitor, device] = [browser(), newDevice()];
      const { url } = await started(provider, shop, { device });
      remember("a device id", device);
      remember("a session", new URL(url).searchParams.get("session"));
      await visitor.go(url);
      const eidUrl = (await visitor.go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
      for (const name of ["state", "nonce"]) remember(`a ${name}`, new URL(eidUrl).searchParams.get(name));
      const callback = await visitor.choose(eidUrl, persona.id);
      remember("a code", new URL(callback).searchParams.get("code"));
      await visitor.go(callback);
      const home = await visitor.go(`${url}&do=leave`, "POST");
      const token = tokenIn(home.headers.get("location"));
      remember("a token", token);
      if (token) await check(token, device);
      for (const cookie of visitor.cookies(new URL(url)).split("; ")) remember("a cookie", cookie.split("=")[1]);
      const { birthdate } = persona.claims(todayIn("Europe/Stockholm"));
      remember("a birth date", birthdate);
      remember("a birth date", birthdate?.replaceAll("-", ""));
    }
    // And some that never end: a link nobody opened, and a visitor still at the eID.
    const waiting = await started(provider, shop);
    remember("a session", new URL(waiting.url).searchParams.get("session"));
    const under = await started(provider, shop);
    const visitor = browser();
    await visitor.go(under.url);
    const eidUrl = (await visitor.go(`${under.url}&do=confirm`, "POST")).headers.get("location") ?? "";
    remember("a state", new URL(eidUrl).searchParams.get("state"));
    await completeFlow(browser(), `${waiting.url}&x=${shop.host}`, "adult");
  }
}

function remember(what: string, value: string | null | undefined): void {
  if (value) secrets.set(value, what);
}

/** What stands in a text, named but not repeated. */
function foundIn(text: Buffer): string[] {
  search ??= searchFor(
    [...secrets].flatMap(([value, what]) => spellings(value).map((bytes) => ({ what, bytes: Buffer.from(bytes) }))),
  );
  return search(text);
}

/** Made when all secrets are known. */
let search: ReturnType<typeof searchFor> | undefined;

/** As it is, and as its bytes would lie in a table or print in hexadecimal. */
function spellings(value: string): (string | Buffer)[] {
  const raw = Buffer.from(value, "base64url");
  return raw.length >= 16 && raw.toString("base64url") === value ? [value, raw, raw.toString("hex")] : [value];
}

test("the walks left something to look for", () => {
  const kinds = new Set(secrets.values());
  for (const kind of [
    "session",
    "state",
    "nonce",
    "code",
    "token",
    "cookie",
    "device id",
    "birth date",
    "subject of s",
    "subject of b",
  ])
    expect([...kinds]).toContain(`a ${kind}`);
  expect(secrets.size).toBeGreaterThan(300);
});

test("a dump of every table opens nothing and identifies nobody", async () => {
  const tables = await owner.execute<{ name: string }>(sql`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
  expect(tables.length).toBeGreaterThan(20);
  let dump = "";
  for (const { name } of tables) {
    const rows = await owner.execute<{ row: string }>(sql`SELECT t::text AS row FROM ${sql.raw(name)} t`);
    dump += rows.map(({ row }) => row).join("\n");
  }
  expect(dump).toContain(witness.database);
  expect(foundIn(Buffer.from(dump))).toEqual([]);
});

test("nor do the raw files of the database, its write-ahead log included", async () => {
  await owner.execute(sql`CHECKPOINT`);
  const files = readdirSync(join(postgres.directory, "data"), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  let hasWitness = false;
  const found = new Set<string>();
  for (const file of files) {
    const bytes = readFileSync(join(file.parentPath, file.name));
    hasWitness ||= bytes.includes(witness.database);
    for (const what of foundIn(bytes)) found.add(what);
  }
  expect(files.length).toBeGreaterThan(500);
  expect([hasWitness, [...found]]).toEqual([true, []]);
});

test("nor does the app's log, at its most talkative", () => {
  expect(app.output()).toContain(witness.log);
  expect(foundIn(Buffer.from(app.output()))).toEqual([]);
});
