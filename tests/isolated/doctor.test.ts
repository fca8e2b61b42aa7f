import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, createServer as createListener, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { GET } from "#app/api/health/doctor/route.ts";
import { type DatabaseAddress, databaseAt } from "#db/address.ts";
import { connect, type Database } from "#db/client.ts";
import { sealOrganization } from "#lib/billing/ledger-seal.ts";
import { checkConfiguration } from "#lib/doctor/check-configuration.ts";
import { checkEid } from "#lib/doctor/check-eid.ts";
import { checkMail } from "#lib/doctor/check-mail.ts";
import { checkPages } from "#lib/doctor/check-pages.ts";
import { checkPostgres } from "#lib/doctor/check-postgres.ts";
import { checkProxy } from "#lib/doctor/check-proxy.ts";
import { checkRedis } from "#lib/doctor/check-redis.ts";
import { checkBacklogs, checkJobs, checkMetrics } from "#lib/doctor/check-work.ts";
import { checkDns } from "#lib/doctor/doctor.ts";
import { type Found, ok, runChecks } from "#lib/doctor/finding.ts";
import { PROBE, PROBE_PATH, probeHeader } from "#lib/limits/doctor-probe.ts";
import { asRequest } from "#lib/observe/request-context.ts";
import { readBacklog } from "#lib/runtime/backlog.ts";
import { adminConfig, config } from "#lib/runtime/config.ts";
import { ignoredVariables } from "#lib/runtime/ignored-variables.rules.ts";
import { readMailServer } from "#lib/runtime/mail-server.rules.ts";
import { readTrustedProxies } from "#lib/runtime/trusted-proxies.ts";
import { fastRouteOf } from "#server/fast-routes.ts";
import { certificateOf } from "#tests/support/certificate.ts";
import { ageway, spawnAgeway } from "#tests/support/command.ts";
import { startDns } from "#tests/support/dns.ts";
import { past } from "#tests/support/ledger.ts";
import { muffler } from "#tests/support/muffler.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { enterOwnDatabase } from "#tests/support/own-database.ts";
import { freePort } from "#tests/support/ports.ts";
import { startRedis } from "#tests/support/redis.ts";
import { startScriptedEid } from "#tests/support/scripted-eid.ts";
import { startSmtp } from "#tests/support/smtp.ts";

let owner: Database;
let ownerUrl: string;

beforeAll(async () => {
  await enterOwnDatabase();
  ownerUrl = at(inject("ownerUrl"), { pathname: new URL(process.env.DATABASE_URL ?? "").pathname });
  owner = connect(databaseAt(ownerUrl), { max: 1, role: "none" });
});
afterAll(() => owner.$client.end());

const at = (url: string, change: Partial<Pick<URL, "pathname" | "port" | "username" | "password">>) =>
  Object.assign(new URL(url), change).href;
const database = (change: Partial<DatabaseAddress> = {}) => ({
  ...adminConfig(),
  databaseAddress: { ...adminConfig().databaseAddress, ...change },
  ownerAddress: databaseAt(ownerUrl),
});
/** What is not right, in words; and what to do. */
const amiss = (found: readonly Found[]) =>
  found.filter(({ state }) => state !== "ok").map(({ state, found, advice }) => `${state}: ${found}. ${advice}`);
const only = (words: RegExp) => [expect.stringMatching(words)];

test("a sound database: nothing is amiss", async () => {
  const found = await checkPostgres(database());
  expect(amiss(found)).toEqual([]);
  expect(found.map(({ found }) => found)).toEqual([
    expect.stringMatching(/^PostgreSQL \d+\.\d+ answers/),
    expect.stringContaining("clocks"),
    "All migrations ran",
    expect.stringContaining("has the rights of the app"),
    expect.stringMatching(/opens up to \d+ connections, and the server allows \d+/),
  ]);
});

test.for([
  ["a wrong password", { password: "wrong" }, /28P01 invalid_password.*The password in DATABASE_URL/],
  ["an unknown database", { database: "nowhere" }, /3D000 invalid_catalog_name/],
  ["a stopped database", { hosts: [{ host: "127.0.0.1", port: 1 }] }, /ECONNREFUSED.*Does PostgreSQL run/],
] as [string, Partial<DatabaseAddress>, RegExp][])("%s", async ([, change, words]) => {
  expect(amiss(await checkPostgres(database(change)))).toEqual(only(words));
});

test("a wrong password of the owner is said of its own setting", async () => {
  const found = await checkPostgres({ ...database(), ownerAddress: databaseAt(at(ownerUrl, { password: "wrong" })) });
  expect(amiss(found)).toEqual(only(/at DATABASE_OWNER_URL .*28P01.* The password in DATABASE_OWNER_URL is wrong/));
});

test("somebody else's table is called foreign, and is nothing wrong", async () => {
  await owner.execute(sql`CREATE TABLE spatial_ref_sys (id int)`);
  const found = await checkPostgres(database());
  await owner.execute(sql`DROP TABLE spatial_ref_sys`);
  expect(amiss(found)).toEqual([]);
  expect(found).toContainEqual(ok("Foreign tables, which are not ours and are left alone: spatial_ref_sys"));
});

test("a login that may not work as the app", async () => {
  await owner.execute(sql.raw("CREATE ROLE doctor_test LOGIN PASSWORD 'x'"));
  onTestFinished(async () => void (await owner.execute(sql.raw("DROP ROLE doctor_test"))));
  const found = await checkPostgres(database({ user: "doctor_test", password: "x" }));
  expect(amiss(found)).toEqual(only(/42501 insufficient_privilege.*DATABASE_OWNER_URL/));
});

test("a database without our tables", async () => {
  await owner.execute(sql.raw("CREATE DATABASE doctor_test"));
  onTestFinished(async () => void (await owner.execute(sql.raw("DROP DATABASE doctor_test WITH (FORCE)"))));
  const found = await checkPostgres(database({ database: "doctor_test" }));
  expect(amiss(found)).toEqual(only(/^wrong: There are no tables of ours/));
});

test("a migration that did not run, a right that is missing, a database without writes, the owner's login", async () => {
  const newest = sql`(SELECT max(created_at) FROM drizzle.__drizzle_migrations)`;
  const rows = await owner.execute(
    sql`DELETE FROM drizzle.__drizzle_migrations WHERE created_at = ${newest} RETURNING *`,
  );
  await owner.execute(sql`REVOKE SELECT ON ledger_signing FROM ageway_app`);
  const name = new URL(ownerUrl).pathname.slice(1);
  await owner.execute(sql.raw(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`));
  const found = await checkPostgres(database());
  await owner.execute(sql`SET default_transaction_read_only = off`);
  await owner.execute(sql.raw(`ALTER DATABASE "${name}" RESET default_transaction_read_only`));
  await owner.execute(sql`GRANT SELECT ON ledger_signing TO ageway_app`);
  for (const { hash, created_at } of rows)
    await owner.execute(
      sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${created_at})`,
    );
  expect(amiss(found)).toEqual([
    expect.stringMatching(/takes no writes.*Lead it to the primary/),
    expect.stringMatching(/^wrong: The tables are of an older version/),
    expect.stringMatching(/may not read ledger_signing/),
  ]);
  const asOwner = await checkPostgres({ ...database(), databaseAddress: databaseAt(ownerUrl) });
  expect(amiss(asOwner)).toEqual(only(/^warn: The app logs in as .*, which owns the tables/));
});

test("a clock that is wrong, and more connections than the database allows", async () => {
  expect(amiss(await checkPostgres(database(), () => Date.now() + 60_000))).toEqual(
    only(/clock here is (59|60) s ahead of the database's.*NTP/),
  );
  const many = { ...database(), poolSize: 200 };
  expect(amiss(await checkPostgres(many))).toEqual(only(/opens up to \d+ connections.*Lower DATABASE_POOL/));
});

test("jobs that nobody ran, that are late, and that failed", async () => {
  expect(amiss(await checkJobs())).toEqual(only(/No process has run jobs/));
  const boss = new PgBoss({ connectionString: ownerUrl, schema: "jobs", schedule: false, supervise: false });
  await boss.start();
  for (const name of ["seal-ledger", "send-mail"]) {
    await boss.createQueue(name, { retryLimit: 0 });
    await boss.schedule(name, "* * * * *");
  }
  await owner.execute(sql`GRANT SELECT ON ALL TABLES IN SCHEMA jobs TO ageway_app`);
  expect(amiss(await checkJobs())).toEqual([]);
  await owner.execute(sql`UPDATE jobs.schedule SET created_on = now() - interval '2 hours' WHERE name = 'seal-ledger'`);
  await boss.send("send-mail", {});
  const [job] = await boss.fetch("send-mail");
  await boss.fail("send-mail", job?.id ?? "");
  await boss.stop({ graceful: false });
  expect(amiss(await checkJobs())).toEqual([
    expect.stringMatching(/^wrong: seal-ledger is 7\d\d\d s late, never done.*job_failed/),
    expect.stringMatching(/^warn: send-mail failed at 2.*"job":"send-mail"/),
  ]);
});

test("partitions that end, an e-mail that waits, usage that waits", async () => {
  expect(amiss(await checkBacklogs())).toEqual([]);
  await owner.execute(
    sql.raw(`DO $$ DECLARE one regclass; BEGIN
    FOR one IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'verification'::regclass LOOP
      EXECUTE 'DROP TABLE ' || one;
    END LOOP; END $$`),
  );
  await owner.execute(sql`INSERT INTO mail_outbox (id, key, recipient, subject, body, created_at)
    VALUES (gen_random_uuid(), 'doctor', 'a@b.example', 's', 'b', now() - interval '1 hour')`);
  expect(amiss(await checkBacklogs())).toEqual([
    expect.stringMatching(/^wrong: New rows of verification find partitions for 0 hours.*SELECT make_partitions/),
    expect.stringMatching(/^wrong: 1 e-mails wait, the oldest for 36\d\d s/),
  ]);
  await owner.execute(sql`SELECT make_partitions()`);
  await owner.execute(
    sql.raw(`DO $$ BEGIN
    EXECUTE 'DROP TABLE ledger_seal_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMM'); END $$`),
  );
  expect(amiss(await checkBacklogs())).toContainEqual(
    expect.stringMatching(/^wrong: New rows of billing_event find partitions for 0 hours.*SELECT make_partitions/),
  );
  await owner.execute(sql`SELECT make_partitions()`);
});

test("a ledger whose youngest rows have no seal, and one whose rows are sealed", async () => {
  const shop = await newOrganization();
  const unsealed = async () => (await readBacklog(5_000))?.unsealedLedgers;
  const minutesAgo = (n: number) => ({ at: new Date(Date.now() - n * 60_000), priceMinor: 10 });
  await past(shop, [minutesAgo(10)]);
  expect(await unsealed()).toBe(0);
  await past(shop, [minutesAgo(20)]);
  expect(await unsealed()).toBe(1);
  await sealOrganization(shop.id);
  expect(await unsealed()).toBe(0);
});

test("a mail server: sound, gone, silent, with another password, without TLS, with a certificate of its own", async () => {
  const smtp = await startSmtp();
  onTestFinished(smtp.close);
  const mail = async (url: string) => {
    const read = readMailServer(url);
    return read.ok ? amiss(await checkMail({ mail: read })) : [read.flaw];
  };
  expect(await mail(smtp.url)).toEqual([]);
  expect(await mail("smtp://127.0.0.1:1")).toEqual(only(/does not let us send \(ECONNREFUSED\).*Nothing answers/));
  expect(await mail(`smtp://127.0.0.1:${await silentPort()}`)).toEqual(only(/\(ETIMEDOUT\).*says nothing/));
  const strict = await startSmtpServer({ allowInsecureAuth: true, disabledCommands: ["STARTTLS"], onAuth: refuse });
  expect(await mail(`smtp://user:wrong@127.0.0.1:${strict}`)).toEqual(only(/\(EAUTH\).*password in SMTP_URL/));
  // 127.0.0.2 stands for another machine.
  const bare = `smtp://127.0.0.2:${await startSmtpServer({ authOptional: true, disabledCommands: ["STARTTLS"] }, "127.0.0.2")}`;
  expect(await mail(bare)).toEqual(only(/^wrong: .*\(ETLS\).*offers no STARTTLS.*\?tls=none/));
  expect(await mail(`${bare}?tls=none`)).toEqual(only(/^warn: .*without TLS/));
  expect(await mail(bare.replace("smtp:", "smtps:"))).toEqual(only(/^wrong: .*begins without TLS.*right port/));
  const { certificate: cert, privateKey: key } = certificateOf("mail.example");
  const own = { cert, key, authOptional: true };
  expect(await mail(`smtp://127.0.0.1:${await startSmtpServer(own)}`)).toEqual([]);
  expect(await mail(`smtp://127.0.0.2:${await startSmtpServer(own, "127.0.0.2")}`)).toEqual(
    only(/\(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/),
  );
  expect(amiss(await checkMail({ mail: { directory: ".data/mail" } }))).toEqual(only(/^warn: Nobody gets our e-mail/));
});

test("DNS servers: one that answers, one that fails, one that is silent", async () => {
  const ports = [await freePort(), await freePort()];
  const [sound, broken] = ports.map((port) => `127.0.0.1:${port}`) as [string, string];
  const servers = [await startDns(sound), await startDns(broken, { "age.example": "SERVFAIL" })];
  onTestFinished(() => {
    for (const { close } of servers) close();
  });
  expect(amiss(await checkDns([sound, broken, `127.0.0.1:${await freePort()}`], "age.example"))).toEqual([
    expect.stringMatching(new RegExp(`^wrong: ${broken} of DNS_SERVERS does not answer \\(ESERVFAIL\\)`)),
    expect.stringMatching(/does not answer \((ECONNREFUSED|ETIMEOUT)\)/),
  ]);
});

test("an eID: sound, with another issuer, algorithm, keys or time, unreadable, gone", async () => {
  const eid = await startScriptedEid();
  onTestFinished(eid.close);
  const examined = (settings: Record<string, string> = {}) => checkEid("EID_S", eid.provider(settings)).then(amiss);
  expect(await examined()).toEqual([]);
  eid.describe(200, {
    ...eid.soundDocument(),
    issuer: "https://other.example",
    code_challenge_methods_supported: ["plain"],
  });
  expect(await examined()).toEqual([
    expect.stringMatching(/issuer is https:\/\/other.example, not http.*Set EID_S_ISSUER/),
    expect.stringMatching(/^warn: EID_S does not offer PKCE/),
  ]);
  eid.describe(200, { ...eid.soundDocument(), id_token_signing_alg_values_supported: ["RS256"] });
  expect(await examined({ ID_TOKEN_ALG: "ES256" })).toEqual([
    expect.stringMatching(/does not sign with ES256, but RS256.*EID_S_ID_TOKEN_ALG/),
    expect.stringMatching(/shows no key for ES256/),
  ]);
  eid.describe(200, { issuer: eid.issuer });
  expect(await examined()).toEqual(only(/names no authorization_endpoint, token_endpoint, jwks_uri/));
  eid.describe(503, {});
  expect(await examined()).toEqual(only(/: status 503 at .*status page/));
  const late = createServer((_, answer) => {
    const Date_ = new Date(Date.now() - 120_000).toUTCString();
    answer.writeHead(200, { Date: Date_ }).end(JSON.stringify({ ...eid.soundDocument(), issuer: url }));
  });
  const url = await listen(late);
  expect(await examined({ ISSUER: url })).toEqual(only(/clock of EID_S is 1[12]\d s behind ours/));
  const html = createServer((_, answer) => answer.end("<!doctype html>"));
  expect(await examined({ ISSUER: await listen(html) })).toEqual(only(/: no JSON object at /));
  expect(await examined({ ISSUER: `http://localhost:${await freePort()}` })).toEqual(only(/\(ECONNREFUSED\)/));
});

test("a Redis whose user has the rights that scale.md names, and each right that is missing", async () => {
  const redis = await startRedis();
  onTestFinished(redis.remove);
  const [, rights = ""] =
    /ACL SETUSER ageway on ([^`\n]+?) '>…'/.exec(readFileSync("docs/operate/scale.md", "utf8")) ?? [];
  const url = redis.url.replace("//:", "//ageway:");
  const examined = async (given: readonly string[]) => {
    await redis.ask((client) => client.aclSetUser("ageway", ["reset", "on", `>${redis.password}`, ...given]));
    return amiss(await checkRedis({ redisUrl: url }));
  };
  const words = rights.split(" ");
  expect(words.length).toBeGreaterThan(4);
  expect(await examined(words)).toEqual([]);
  for (const missing of words)
    expect(await examined(words.filter((word) => word !== missing)), missing).toEqual(
      only(/^wrong: Redis does not let us work \(NOPERM\).*scale.md/),
    );
});

test("what answers for Redis and runs no scripts", async () => {
  const sentinel = createListener((socket) => {
    socket
      .on("error", () => {})
      .on("data", (asked) => {
        const isEval = asked.toString().includes("EVAL");
        // Both questions of the client's beginning, and every other.
        socket.write(
          isEval ? "-ERR unknown command 'EVAL'\r\n" : "+OK\r\n".repeat(asked.toString().split("*").length - 1),
        );
      });
  });
  const port = new URL(await listen(sentinel)).port;
  expect(amiss(await checkRedis({ redisUrl: `redis://localhost:${port}` }))).toEqual(only(/\(NO_EVAL\).*Sentinel/));
});

test("a Redis: sound, with another password, gone, standing still", async () => {
  const redis = await startRedis();
  onTestFinished(redis.remove);
  const examined = (redisUrl: string) => checkRedis({ redisUrl }).then(amiss);
  expect(await examined(redis.url)).toEqual([]);
  expect(await examined(redis.url.replace("not%2Bpublic", "wrong"))).toEqual(
    only(/\(WRONGPASS\).*password in REDIS_URL/),
  );
  expect(await examined("redis://127.0.0.1:1")).toEqual(only(/\(ECONNREFUSED\)/));
  // As it is built, the command has most of its packages inside.
  const { out } = await spawnAgeway(["doctor"], { ...process.env, REDIS_URL: redis.url });
  expect(out).toMatch(/^ok +redis +Redis counts/m);
  redis.freeze();
  expect(await examined(redis.url)).toEqual(only(/does not let us work \(DEADLINE\)/));
  redis.thaw();
});

/** What a proxy makes of a request before it reaches us. */
type Proxy = (headers: Record<string, string>) => Record<string, string>;

/** The server behind a proxy, as far as the doctor sees it. */
const behind = (proxy: Proxy, peer: string) => async (request: IncomingMessage, response: ServerResponse) => {
  const headers = proxy(request.headers as Record<string, string>);
  const answer = await asRequest({ peer }, () => GET(new Request(`http://localhost${request.url}`, { headers })));
  response.writeHead(answer.status).end(await answer.text());
};
const proxies = (trusted: string) => readTrustedProxies(trusted) ?? [];
/** The server believes whom the doctor's settings name; `peer`: where the proxy calls it from. */
const findingsThrough = async (proxy: Proxy, trusted: string, peer = "127.0.0.1") => {
  const baseUrl = await listen(createServer(behind(proxy, peer)));
  const before = config().trustedProxies;
  config().trustedProxies = proxies(trusted);
  const found = await checkProxy({ ...config(), baseUrl, isHttps: false });
  config().trustedProxies = before;
  return amiss(found).filter((line) => !line.includes("may open"));
};
/** The doctor comes to it from 198.51.100.7. */
const adding: Proxy = (headers) => ({ ...headers, "x-forwarded-for": `${headers["x-forwarded-for"]}, 198.51.100.7` });
const second: Proxy = (headers) => ({ ...headers, "x-forwarded-for": `${headers["x-forwarded-for"]}, 10.0.0.2` });

test("a proxy: sound, and each header that it gets wrong", async () => {
  expect(await findingsThrough((headers) => headers, "")).toEqual([]);
  expect(await findingsThrough(adding, "loopback")).toEqual([]);
  expect(await findingsThrough(adding, "10.0.0.1", "10.0.0.1")).toEqual([]);
  expect(await findingsThrough((headers) => second(adding(headers)), "10.0.0.0/24", "10.0.0.1")).toEqual([]);
  // The doctor and the proxy are on this machine.
  const beside =
    (given: string): Proxy =>
    (headers) => ({ ...headers, "x-forwarded-for": given });
  expect(await findingsThrough(beside("127.0.0.1"), "loopback")).toEqual([]);
  expect(await findingsThrough(beside("192.0.2.1, 127.0.0.1"), "loopback")).toEqual([]);
  expect(await findingsThrough(adding, "")).toEqual(only(/at 127.0.0.1 .*Set TRUSTED_PROXIES=loopback, .*share one/));
  expect(await findingsThrough(adding, "loopback", "10.0.0.1")).toEqual(only(/Set TRUSTED_PROXIES=10.0.0.1, if/));
  expect(await findingsThrough((headers) => second(adding(headers)), "loopback")).toEqual(
    only(/The proxy at 10.0.0.2 passes on who calls, .*Add it/),
  );
  expect(await findingsThrough((headers) => headers, "loopback")).toEqual(
    only(/A caller can choose .*Let the proxy add/),
  );
  expect(await findingsThrough(adding, "1", "10.0.0.1")).toEqual(
    only(/^warn: TRUSTED_PROXIES=1 believes .* everybody .*such as TRUSTED_PROXIES=10.0.0.1/),
  );
  expect(await findingsThrough(adding, "2")).toEqual(only(/^wrong: TRUSTED_PROXIES=2 believes .*such as .*loopback/));
  expect(await findingsThrough((headers) => ({ ...headers, host: "127.0.0.1:3000" }), "")).toEqual(
    only(/the Host 127.0.0.1:3000, not/),
  );
  expect(await findingsThrough((headers) => ({ ...headers, "x-forwarded-proto": "https" }), "")).toEqual(
    only(/callers use https, not http/),
  );
  expect(await findingsThrough(({ "ageway-doctor": _, ...headers }) => headers, "")).toEqual(
    only(/is not this server \(status 404\)/),
  );
});

test("TLS: a certificate that nobody knows, one that ends soon, and no HSTS; nobody there; silence", async () => {
  const { certificate: cert, privateKey: key } = certificateOf("localhost");
  const server = createHttps({ cert, key }, behind(adding, "127.0.0.1"));
  const baseUrl = (await listen(server)).replace("http:", "https:");
  const given = { ...config(), baseUrl, isHttps: true, trustedProxies: proxies("loopback") };
  expect(amiss(await checkProxy(given))).toEqual(only(/\(DEPTH_ZERO_SELF_SIGNED_CERT\).*no browser believes/));
  expect(amiss(await checkProxy(given, { ca: cert })).slice(0, 2)).toEqual([
    expect.stringMatching(/^warn: The proxy sends no Strict-Transport-Security/),
    expect.stringMatching(/^warn: The certificate ends in 1 days/),
  ]);
  // The proxy of this test is on this machine.
  const opened = amiss(await checkProxy({ ...given, host: "0.0.0.0" }, { ca: cert }));
  expect(opened).toContainEqual(expect.stringMatching(/port \d+ of 0.0.0.0 is open to others.* Set HOST=127.0.0.1/));
  expect(amiss(await checkProxy(given, { ca: cert })).join()).not.toContain("HOST=");
  const silent = `http://localhost:${await silentPort()}`;
  for (const [baseUrl, words] of [
    ["http://localhost:1", /\(ECONNREFUSED\)/],
    [silent, /\(ABORT_ERR\).*says nothing/],
  ] as const)
    expect(amiss(await checkProxy({ ...given, baseUrl, isHttps: false }, { limitMs: 300 }))).toEqual(only(words));
});

test("a page of the dashboard: drawn, away, hung, and not to be asked for", async () => {
  const asked = async (baseUrl: string, limitMs?: number) => amiss(await checkPages({ baseUrl }, limitMs));
  const answering = (status: number) =>
    listen(createServer((_, answer) => answer.writeHead(status).end("<!doctype html>")));
  expect(await asked(await answering(200))).toEqual([]);
  expect(await asked(await answering(303))).toEqual([]);
  expect(await asked(await answering(421))).toEqual(only(/^wrong: A page of the dashboard is 421.*SERVE=pages/));
  expect(await asked(await answering(503))).toEqual(only(/^wrong: A page of the dashboard is 503.*pages_not_opened/));
  expect(await asked(`http://localhost:${await silentPort()}`, 300)).toEqual(
    only(/^wrong: .* does not come within 0.3 s/),
  );
  expect(await asked("http://localhost:1")).toEqual(only(/^warn: Not checked: .*See the findings about the proxy/));
});

test("without a key of the server, or with an old proof of one, there is nothing at the doctor's address", async () => {
  const [key] = config().keys;
  const ask = (header: string | null) =>
    GET(new Request(`http://localhost${PROBE_PATH}`, { headers: header === null ? {} : { [PROBE]: header } }));
  expect((await ask(probeHeader(key))).status).toBe(200);
  const [at, mac = ""] = probeHeader(key).split(".");
  const nobody = await ask(null).then((answer) => answer.text());
  for (const header of [
    `${at}.${mac.slice(1)}`,
    `${Number(at) + 1}.${mac}`,
    probeHeader(key, Date.now() - 61_000),
    mac,
    "",
    ".",
  ]) {
    const answer = await ask(header);
    expect([answer.status, await answer.text()]).toEqual([404, nobody]);
  }
});

const DOCTORED = {
  NODE_ENV: "production",
  BASE_URL: "http://localhost:1",
  AGEWAY_KEYS: Buffer.alloc(32, "0123456789abcdefghijklmnopqrstuv").toString("base64url"),
};
/** The findings of the command in an environment of its own, by check. */
async function examinedWith(env: Record<string, string>) {
  const { status, out } = await spawnAgeway(["doctor", "--json"], { ...DOCTORED, ...env });
  expect(status).toBe(1);
  const rows = JSON.parse(out) as (Found & { check: string })[];
  return (check: string) => amiss(rows.filter((row) => row.check === check));
}

test("a setting that does not hold is named with what to do, and hides only what needs it", async () => {
  const badUrl = await examinedWith({ DATABASE_URL: "foo" });
  expect(badUrl("configuration")).toContainEqual(
    expect.stringMatching(/^wrong: DATABASE_URL must begin with postgres:/),
  );
  for (const check of ["database", "jobs", "backlogs"])
    expect(badUrl(check)).toEqual(only(/^warn: Not checked: DATABASE_URL does not hold. DATABASE_URL must begin/));
  expect(badUrl("proxy")).toEqual(only(/ECONNREFUSED/));
  const badKeys = await examinedWith({ AGEWAY_KEYS: "short", DNS_SERVERS: "1.1.1.1", METRICS_PORT: "many" });
  expect(badKeys("configuration")).toContainEqual(expect.stringMatching(/^wrong: AGEWAY_KEYS must hold at least 32/));
  expect(badKeys("database")).toEqual([]);
  expect(badKeys("jobs")).toContainEqual(expect.stringMatching(/^wrong: (?:seal-ledger is|No process has run jobs)/));
  expect(badKeys("proxy")).toEqual(only(/^warn: Not checked: AGEWAY_KEYS does not hold/));
  expect(badKeys("dns")).toEqual(only(/^warn: Not checked: DNS_SERVERS does not hold/));
  expect(badKeys("metrics")).toEqual(only(/^warn: Not checked: METRICS_PORT does not hold/));
});

test("without a database, what needs one is not checked, and says so", async () => {
  const found = await examinedWith({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/ageway" });
  expect(found("database")).toEqual(only(/ECONNREFUSED/));
  for (const check of ["jobs", "backlogs"]) expect(found(check)).toEqual(only(/^warn: Not checked: no database/));
});

test("the doctor's address takes GET alone, and says so", async () => {
  const route = fastRouteOf(PROBE_PATH);
  const answer = await route?.handler?.(new Request(`http://localhost${PROBE_PATH}`, { method: "POST" }));
  expect([answer?.status, answer?.headers.get("Allow")]).toEqual([405, "GET"]);
});

test("settings that do not hold, and a secret that others may read", async () => {
  const sound: NodeJS.ProcessEnv = { ...process.env, SECURITY_CONTACT: "security@age.example" };
  // The machine of the tests may have some.
  for (const { name } of ignoredVariables(sound)) delete sound[name];
  expect(amiss(await checkConfiguration({ ...sound, PGSSLROOTCERT: "/ca.pem" }))).toEqual(
    only(/^warn: PGSSLROOTCERT is set, and not read. Write it into DATABASE_URL/),
  );
  expect(amiss(await checkConfiguration(sound))).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), "ageway-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "keys");
  writeFileSync(file, process.env.AGEWAY_KEYS ?? "");
  chmodSync(file, 0o644);
  const { AGEWAY_KEYS: _, ...env } = sound;
  expect(amiss(await checkConfiguration({ ...env, AGEWAY_KEYS_FILE: file }))).toEqual(
    only(/file of AGEWAY_KEYS.*chmod 600/),
  );
  chmodSync(file, 0o600);
  expect(amiss(await checkConfiguration({ ...env, AGEWAY_KEYS_FILE: file }))).toEqual([]);
  expect(amiss(await checkConfiguration({ ...env, BASE_URL: "nonsense" }))).toEqual([
    expect.stringMatching(/^wrong: AGEWAY_KEYS is missing/),
    expect.stringMatching(/^wrong: BASE_URL must be/),
  ]);
});

test("an operator who names no contact for weaknesses gets a hint", async () => {
  const { SECURITY_CONTACT: _, ...env } = process.env;
  for (const { name } of ignoredVariables(env)) delete env[name];
  expect(amiss(await checkConfiguration(env))).toEqual(only(/^warn: There is no .*security.txt.*SECURITY_CONTACT/));
});

test("/metrics: not set, and not there", async () => {
  expect(amiss(await checkMetrics({ metrics: null }))).toEqual(only(/Set METRICS_PORT/));
  expect(amiss(await checkMetrics({ metrics: { port: 1, host: "127.0.0.1" } }))).toEqual(
    only(/Nothing answers at METRICS_PORT 1/),
  );
  const lost = createServer((_, answer) => answer.end("ageway_activity_dropped_total 3\nageway_activity_waiting 1\n"));
  const port = Number(new URL(await listen(lost)).port);
  expect(amiss(await checkMetrics({ metrics: { port, host: "127.0.0.1" } }))).toEqual(only(/3 were lost/));
});

test("a check that breaks or never ends is a finding, and hides no other", async () => {
  const through = await muffler(process.env.DATABASE_URL ?? "");
  onTestFinished(through.close);
  through.fallSilent();
  const found = await runChecks(
    {
      silent: () => checkPostgres({ ...database(), databaseAddress: databaseAt(through.url) }),
      broken: () => Promise.reject(new TypeError("no")),
      sound: async () => [ok("fine")],
    },
    200,
  );
  expect(found.map(({ check, state, found }) => `${check} ${state}: ${found}`)).toEqual([
    "silent wrong: No answer within 0.2 s",
    "broken wrong: The check broke (TypeError)",
    "sound ok: fine",
  ]);
});

test("ageway doctor prints every finding, and its status says whether one is wrong", async () => {
  // The server of another project may listen at the usual address.
  process.env.BASE_URL = `http://localhost:${await freePort()}`;
  const { status, out } = await ageway(["doctor"]);
  expect(status).toBe(1);
  expect(out).toMatch(/^ok {5}configuration {2}The settings hold$/m);
  expect(out).toMatch(/^ok {5}database {7}PostgreSQL/m);
  expect(out).toMatch(/^wrong {2}proxy .*cannot be called from here \(ECONNREFUSED\)\n +Does the proxy run/m);
  // The sandbox knows our client and its secret, and the address of the tests' server.
  expect(out).toMatch(/^\w+ +eid +EID_B: The eID /m);
  const found = JSON.parse((await ageway(["doctor", "--json"])).out) as { check: string; state: string }[];
  expect(new Set(found.map(({ check }) => check))).toEqual(
    new Set("configuration database jobs backlogs metrics mail dns eid proxy pages stripe redis".split(" ")),
  );
});

test("ageway status says in three lines which instance this is, what works, and what needs the operator", async () => {
  process.env.BASE_URL = `http://localhost:${await freePort()}`;
  const { status, out } = await ageway(["status"]);
  expect([status, out.trimEnd().split("\n")]).toEqual([
    1,
    [
      `Ageway ${JSON.parse(readFileSync("package.json", "utf8")).version} at ${process.env.BASE_URL}`,
      expect.stringMatching(/^Database (?:ok|with a warning|wrong) · jobs [a-z ]+ · eIDs [a-z ]+$/),
      expect.stringMatching(/^Needs you: .*\. ageway doctor says what to do\.$/),
    ],
  ]);
});

const refuse: NonNullable<SMTPServerOptions["onAuth"]> = (_, __, done) => done(new Error("no"));

async function startSmtpServer(options: SMTPServerOptions, host = "127.0.0.1"): Promise<number> {
  const server = new SMTPServer(options);
  // A client that leaves in the middle.
  server.on("error", () => {});
  await new Promise<void>((done) => server.listen(0, host, done));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  return (server.server.address() as AddressInfo).port;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  onTestFinished(() => {
    if ("closeAllConnections" in server) (server as ReturnType<typeof createServer>).closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Takes connections, and says nothing. */
async function silentPort(): Promise<number> {
  const sockets = new Set<{ destroy: () => void }>();
  const server = createListener((socket) => void sockets.add(socket.on("error", () => {})));
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
