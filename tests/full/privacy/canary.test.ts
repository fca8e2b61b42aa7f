import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect, type Database } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { addKeySecret, lockKey } from "#lib/keys/key-secret.ts";
import { invite } from "#lib/organizations/invitation.ts";
import { closeDatabase } from "#lib/runtime/database.ts";
import { PERSONAS, todayIn } from "#sandbox/eid/persona.ts";
import { startEid } from "#sandbox/eid/server.ts";
import { makeTraversable } from "#scripts/files.mjs";
import { startPostgres } from "#scripts/postgres.mjs";
import { startApp } from "#tests/support/app.ts";
import { configure } from "#tests/support/configure.ts";
import { DIALECTS } from "#tests/support/dialects/dialects.ts";
import { isFull } from "#tests/support/full.ts";
import { check, generate, NAVIGATION, newDevice, send } from "#tests/support/gateway.ts";
import { mailTo } from "#tests/support/mailbox.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { freePort } from "#tests/support/ports.ts";
import { type PresetName, settingsFor } from "#tests/support/preset-eid.ts";
import { sightings } from "#tests/support/sightings.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { browser, tokenIn } from "#tests/support/visitor.ts";

/** The eIDs whose answers the visitors bring: `CANARY_DIALECTS=freja-idura,itsme-direct npm run canary` tries two others. */
const [s = "sandbox-s", b = "sandbox-b"] = (process.env.CANARY_DIALECTS?.split(",") ?? []) as PresetName[];

/** One of each way in which a check ends; the others differ in what the eID does wrong. */
const USUAL = ["adult", "seventeen", "cancel", "no-birthdate", "wrong-nonce", "down"];
const personas = PERSONAS.filter(({ id }) => isFull || USUAL.includes(id));

type Shop = Awaited<ReturnType<typeof newOrganization>>;

const canaries = sightings();
/** What visitors' browsers were sent, and what members read and were mailed. */
const shown = { visitors: "", members: "", mails: "", metrics: "" };
/** At which eIDs somebody was old enough: at the others nobody got far. */
const verifiedAt = new Set<string>();
let shops: { one: Shop; other: Shop; control: Shop };
let app: Awaited<ReturnType<typeof startApp>>;
let eid: Awaited<ReturnType<typeof startEid>>;
let owner: Database;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let directory: string;

/** A made-up person for each sign-in, of whom the eID says more than anybody asked. No number of theirs exists. */
function identityOf(accountId: string): Record<string, string> {
  const digits = BigInt(`0x${createHash("sha256").update(accountId).digest("hex").slice(0, 24)}`).toString();
  const mark = accountId.slice(0, 8);
  return {
    name: `Kanarie ${mark} Vogelsång`,
    given_name: `Kanarie-${mark}`,
    family_name: `Vogelsång-${mark}`,
    national_number: digits.slice(0, 12),
    phone_number: `+00${digits.slice(4, 16)}`,
  };
}

// Every persona walks through the built app at both providers, at its most talkative log level.
beforeAll(async () => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const baseUrl = `http://localhost:${port}`;
  const clients = structuredClone(inject("clients"));
  for (const name of ["s", "b"] as const) clients[name].redirectUris = [`${baseUrl}/verify/${name}/callback`];
  const [ofS, ofB] = [await settingsFor(s), await settingsFor(b)];
  clients.b.encryptionJwk = ofB.encryptionJwk;
  eid = await startEid({ port: 0, clients, slowMs: 10, identityOf, dialects: { s: DIALECTS[s], b: DIALECTS[b] } });
  for (const { name, provider } of eid.issuers)
    provider.on("authorization.success", ({ oidc }) => {
      const id = oidc.session?.accountId;
      canaries.remember("person", `a subject of ${name}`, id);
      for (const [claim, value] of Object.entries(id ? identityOf(id) : {})) canaries.remember("person", claim, value);
    });
  // A server of its own: every file of its data is read, and must hold nobody else's rows.
  directory = mkdtempSync(join(tmpdir(), "ageway-canary-"));
  makeTraversable(directory);
  postgres = await startPostgres({ directory, fsync: false });
  await migrate(databaseAt(postgres.ownerUrl));
  const env: Record<string, string> = {
    ...inject("env"),
    DATABASE_URL: postgres.url,
    BASE_URL: baseUrl,
    LOG_LEVEL: "trace",
    TRUSTED_PROXIES: "loopback",
    METRICS_PORT: String(metricsPort),
  };
  for (const [names, settings, issuer] of [
    [["EID_S", "EID_TEST_S"], ofS.settings, `${eid.url}/s`],
    [["EID_B", "EID_TEST_B"], ofB.settings, `${eid.url}/b`],
  ] as const)
    for (const name of names)
      for (const [setting, value] of Object.entries({ ...settings, ISSUER: issuer })) env[`${name}_${setting}`] = value;
  for (const name of [
    "AGEWAY_KEYS",
    "EID_S_CLIENT_SECRET",
    "EID_B_PRIVATE_KEY",
    "EID_B_DECRYPTION_KEYS",
    "SIGN_IN_CLIENT_SECRET",
  ])
    canaries.remember("instance", "a setting", env[name]);
  app = await startApp(env, port);
  configure({ BASE_URL: baseUrl, SERVER_URL: baseUrl, DATABASE_URL: postgres.url });
  owner = connect(databaseAt(postgres.ownerUrl), { max: 1, role: "ageway" });
  shops = { one: await newOrganization(), other: await newOrganization(), control: await newOrganization() };
  await completeAll();
  await useDashboard(shops.one);
  shown.metrics = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
}, 240_000);

afterAll(async () => {
  await app.stop();
  await eid.close();
  await owner.$client.end();
  await closeDatabase();
  await postgres.stop();
  for (const left of [directory, postgres.directory]) rmSync(left, { recursive: true, force: true });
});

async function completeAll(): Promise<void> {
  for (const provider of ["s", "b"] as const)
    for (const { id, claims } of personas) {
      const { birthdate } = claims(todayIn("Europe/Stockholm"));
      canaries.remember("person", "a birth date", birthdate);
      canaries.remember("person", "a birth date", birthdate?.replaceAll("-", ""));
      // The same browser at two shops, and another one at a third.
      const device = newDevice();
      await complete(provider, shops.one, id, device);
      if (isFull || id === "adult" || id === "seventeen") {
        await complete(provider, shops.other, id, device);
        await complete(provider, shops.control, id, newDevice());
      }
    }
  // Some that never end: a link that nobody opens, and a visitor who stays at the eID.
  for (const provider of ["s", "b"] as const) {
    await complete(provider, shops.one, null, newDevice());
    await complete(provider, shops.one, undefined, newDevice());
  }
}

/** `persona`: null, never opened; undefined, still at the eID. */
async function complete(provider: "s" | "b", shop: Shop, persona: string | null | undefined, device: string) {
  const mark = randomBytes(8).toString("hex");
  const [address, agent] = [`2001:db8:${mark.slice(0, 4)}:${mark.slice(4, 8)}::${mark.slice(8, 12)}`, `Agent-${mark}`];
  const headers = { ...NAVIGATION, "User-Agent": agent, "X-Forwarded-For": address };
  const domain = `https://${shop.host}/page-${mark}?basket=${mark}`;
  for (const [what, value] of [
    ["an address", address.slice(0, 19)],
    ["a user agent", agent],
  ] as const)
    canaries.remember("person", what, value);
  canaries.remember("check", "a device id", device);
  const visitor = browser();
  const go = async (url: string, method = "GET") => {
    const answer = await visitor.go(url, method, headers);
    shown.visitors += `${JSON.stringify([...answer.headers])}\n${answer.text}\n`;
    return answer;
  };

  const started = await generate(provider, { key: shop.key, domain, device, headers: { "X-Forwarded-For": address } });
  const { url } = started.body as { url: string };
  canaries.remember("check", "a session", new URL(url).searchParams.get("session"));
  if (persona === null) return;
  canaries.remember("check", "a page", `page-${mark}`);
  await go(url);
  const eidUrl = (await go(`${url}&do=confirm`, "POST")).headers.get("location") ?? "";
  for (const name of ["state", "nonce"])
    canaries.remember("check", `a ${name}`, new URL(eidUrl).searchParams.get(name));
  for (const cookie of visitor.cookies(new URL(url)).split("; "))
    canaries.remember("check", "a cookie", cookie.split("=")[1]);
  if (persona === undefined) return;
  const callback = await visitor.choose(eidUrl, persona);
  canaries.remember("person", "a code", new URL(callback).searchParams.get("code"));
  await go(callback);
  const token = tokenIn((await go(`${url}&do=leave`, "POST")).headers.get("location"));
  canaries.remember("check", "a token", token);
  if (token && JSON.parse((await check(token, device)).text).verified === true) verifiedAt.add(provider);
}

/** What members are given and must not be readable in a copy: a sign-in, a link, an invitation, a key's secret. */
async function useDashboard(shop: Shop): Promise<void> {
  const { email, cookie, actor } = await signedIn({ of: shop.id, role: "owner" });
  canaries.remember("member", "a sign-in", cookie.split("=")[1]);
  const invited = `canary-${randomBytes(6).toString("hex")}@people.example`;
  await invite(actor, shop.id, invited, "viewer");
  const origin = { Origin: String(process.env.BASE_URL), "Content-Type": "application/x-www-form-urlencoded" };
  await send("/sign-in/email", { method: "POST", body: `email=${encodeURIComponent(email)}`, headers: origin });
  for (const address of [email, invited]) {
    const { text } = await mailTo(address);
    shown.mails += text;
    canaries.remember("member", "the link of a mail", /token=([\w-]+)/.exec(text)?.[1]);
  }
  const made = await addKeySecret(actor, shop.key);
  await lockKey(actor, shop.key);
  if (made.ok) canaries.remember("member", "a key's secret", made.secret);
  const exports = ["/checks", "/checks/refused", "/audit", "/billing/events"];
  for (const path of ["", "/keys", ...exports, ...exports.map((one) => `${one}/export`)]) {
    const page = await send(`/dashboard${path}`, { headers: { cookie } });
    expect(page.status, path).toBe(200);
    shown.members += page.text;
  }
  shown.members += (await send("/dashboard/checks/nothing?key=%00", { headers: { cookie } })).text;
}

const ONLY_IN_USE = ["person", "instance"] as const;

test("the walks left something to look for", () => {
  const counts = canaries.counts();
  for (const what of [
    "session",
    "state",
    "nonce",
    "code",
    "token",
    "cookie",
    "device id",
    "birth date",
    "address",
    "page",
  ])
    expect([what, counts[`a ${what}`] ?? counts[`an ${what}`]]).toEqual([what, expect.any(Number)]);
  expect([...verifiedAt].toSorted()).toEqual(["b", "s"]);
  for (const what of ["name", "national_number", "phone_number", "a subject of s", "a subject of b"])
    expect([what, (counts[what] ?? 0) > 4]).toEqual([what, true]);
  for (const what of ["a sign-in", "the link of a mail", "a key's secret", "a setting"])
    expect([what, counts[what] ?? 0]).toEqual([what, expect.any(Number)]);
  // A failing test prints what it compares, so it compares no text that holds tokens.
  expect(shown.mails.includes("token=")).toBe(true);
  expect(shown.members.includes(shops.one.host)).toBe(true);
  expect(shown.visitors.includes(shops.one.host)).toBe(true);
});

test("a dump of every table opens nothing and identifies nobody", async () => {
  const dump = Object.values(await rowsByTable())
    .flat()
    .join("\n");
  expect(dump.includes(shops.one.host)).toBe(true);
  // Links that are still open must lead their visitors back: the page is there, encrypted.
  const [open] = await owner.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM verification WHERE return_url IS NOT NULL`,
  );
  expect(open).toEqual({ n: 4 });
  expect(canaries.in(dump)).toEqual([]);
});

test("nor do the raw files of the database, its write-ahead log included", async () => {
  await owner.execute(sql`CHECKPOINT`);
  const files = readdirSync(join(postgres.directory, "data"), { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  let [bytes, hasWitness] = [0, false];
  const found = new Set<string>();
  for (const file of files) {
    const content = readFileSync(join(file.parentPath, file.name));
    bytes += content.length;
    hasWitness ||= content.includes(shops.one.host);
    for (const what of canaries.in(content)) found.add(what);
  }
  expect(files.length).toBeGreaterThan(500);
  expect([hasWitness, [...found]]).toEqual([true, []]);
  if (isFull) report(files.length, bytes);
});

test("nor does the app's log, at its most talkative", () => {
  expect(app.output().includes('"event":"answered"')).toBe(true);
  expect(canaries.in(app.output())).toEqual([]);
});

test("nor do the metrics", () => {
  expect(shown.metrics.includes("ageway_requests_total")).toBe(true);
  expect(canaries.in(shown.metrics)).toEqual([]);
});

test("no page, no answer's header, no mail and no page of the dashboard tells who a visitor is", () => {
  expect(canaries.in(shown.visitors, ONLY_IN_USE)).toEqual([]);
  for (const text of [shown.members, shown.mails])
    expect(canaries.in(text, ["person", "check", "instance"])).toEqual([]);
});

test("no value joins the rows of one browser at two shops", async () => {
  const values = await valuesByShop();
  const [one, other, control] = [shops.one, shops.other, shops.control].map(({ id }) => values.get(id) ?? new Set());
  const shared = [...(one as Set<string>)].filter((value) => other?.has(value));
  // Constants, such as the provider's letter, are in everybody's rows.
  expect(shared.length).toBeGreaterThan(5);
  expect(shared.filter((value) => !control?.has(value))).toEqual([]);
});

/** Every row of every table, as text. */
async function rowsByTable(): Promise<Record<string, string[]>> {
  const tables = await owner.execute<{ name: string }>(sql`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
  expect(tables.length).toBeGreaterThan(20);
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await owner.execute<{ row: string }>(sql`SELECT t::text AS row FROM ${sql.raw(name)} t`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

/** Of a page key, one for everything that a process stores within five seconds. */
const TIMES = new Set(["events", "page_key_id"]);

/** The values of all columns in the rows of an organization: no times, which the database's clock gives. */
async function valuesByShop(): Promise<Map<string, Set<string>>> {
  const values = new Map<string, Set<string>>();
  for (const table of [
    "verification",
    "activity_event",
    "activity_check",
    "billing_event",
    "activity_day",
    "why_not_day",
  ]) {
    const rows = await owner.execute<{ row: Record<string, unknown> }>(
      sql`SELECT to_jsonb(t) AS row FROM ${sql.raw(table)} t`,
    );
    for (const { row } of rows) {
      const own = values.get(String(row.organization_id)) ?? new Set();
      values.set(String(row.organization_id), own);
      for (const [column, value] of Object.entries(row))
        if (value !== null && !column.endsWith("_at") && !TIMES.has(column)) own.add(`${column} ${String(value)}`);
    }
  }
  return values;
}

function report(files: number, bytes: number): void {
  const values = Object.values(canaries.counts()).reduce((sum, count) => sum + count, 0);
  const texts = Object.values(shown).join("").length + app.output().length;
  process.stdout.write(
    `canary: ${values} values, each plain, in Base64, in hexadecimal and as in a URL; looked for in ${files} files of the database (${Math.round(bytes / 1e6)} MB) and ${Math.round(texts / 1e3)} kB of log, pages, mails and metrics\n`,
  );
}
