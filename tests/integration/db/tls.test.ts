import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { databaseAt } from "#db/address.ts";
import { connect } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { checkPostgres } from "#lib/doctor/check-postgres.ts";
import { faultOf } from "#lib/observe/log.ts";
import { bossDatabase } from "#lib/runtime/boss-database.ts";
import { adminConfig } from "#lib/runtime/config.ts";
import { closeDatabase, database } from "#lib/runtime/database.ts";
import { certificateOf } from "#tests/support/certificate.ts";
import { spawnAgeway } from "#tests/support/command.ts";
import { ownerUrl } from "#tests/support/owner.ts";
import { tlsDoor } from "#tests/support/tls-door.ts";

// Each signs itself, so it is its own authority.
const [OURS, ELSEWHERE] = [certificateOf("localhost"), certificateOf("db.example")];
const folder = mkdtempSync(join(tmpdir(), "ageway-ca-"));
for (const [name, { certificate }] of Object.entries({ ours: OURS, elsewhere: ELSEWHERE }))
  writeFileSync(join(folder, `${name}.pem`), certificate);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const plain = () => Number(new URL(process.env.DATABASE_URL ?? "").port);

/** The address of a login, at another door of the same server. */
function at(door: number, query: string, url = process.env.DATABASE_URL ?? ""): string {
  const address = Object.assign(new URL(url), { hostname: "localhost", port: String(door) });
  return `${address.href}?${query}`;
}

async function answerOf(url: string): Promise<string> {
  const db = connect(databaseAt(url), { max: 1 });
  try {
    await db.execute(sql`SELECT 1`);
    return "works";
  } catch (fault) {
    return faultOf(fault).code ?? "no code";
  } finally {
    await db.$client.end({ timeout: 0 });
  }
}

const UNTRUSTED = "DEPTH_ZERO_SELF_SIGNED_CERT";
const WRONG_HOST = "ERR_TLS_CERT_ALTNAME_INVALID";
const NO_TLS = "TLS_NOT_OFFERED";

/** What each mode answers to a server whose certificate Node trusts, one of a private authority, one of another host, and one without TLS. */
const ANSWERS = [
  ["sslmode=disable", "works", "works", "works", "works"],
  ["", "works", "works", "works", "works"],
  ["sslmode=allow", "works", "works", "works", "works"],
  ["sslmode=prefer", "works", "works", "works", "works"],
  ["sslmode=require", "works", "works", "works", NO_TLS],
  ["sslmode=verify-ca", "works", UNTRUSTED, UNTRUSTED, NO_TLS],
  ["sslmode=verify-full", "works", UNTRUSTED, UNTRUSTED, NO_TLS],
  ["sslmode=require&sslrootcert=OURS", "works", "works", UNTRUSTED, NO_TLS],
  ["sslmode=verify-ca&sslrootcert=ELSEWHERE", UNTRUSTED, UNTRUSTED, "works", NO_TLS],
  ["sslmode=verify-full&sslrootcert=OURS", "works", "works", UNTRUSTED, NO_TLS],
  ["sslmode=verify-full&sslrootcert=ELSEWHERE", UNTRUSTED, UNTRUSTED, WRONG_HOST, NO_TLS],
] as const;

test("each sslmode has one answer to each kind of server", async () => {
  const [ours, elsewhere] = [await tlsDoor(OURS), await tlsDoor(ELSEWHERE)];
  const trusted = getCACertificates("default");
  onTestFinished(() => setDefaultCACertificates(trusted));
  const found: string[][] = [];
  for (const [query] of ANSWERS) {
    const named = query.replace("OURS", `${folder}/ours.pem`).replace("ELSEWHERE", `${folder}/elsewhere.pem`);
    // As NODE_EXTRA_CA_CERTS does.
    setDefaultCACertificates([...trusted, OURS.certificate]);
    const known = await answerOf(at(ours, named));
    setDefaultCACertificates(trusted);
    const others = await Promise.all([ours, elsewhere, plain()].map((door) => answerOf(at(door, named))));
    found.push([query, known, ...others]);
  }
  expect(found).toEqual(ANSWERS);
});

/** All that connects: what each says of an address, for one of the app's login and one of the owner's. */
const USERS = {
  requests: (url: string) => usingPool(url, () => database().execute(sql`SELECT 1`)),
  jobs: (url: string) => usingPool(url, () => bossDatabase("boss").executeSql("SELECT 1")),
  migrate: (_: string, owner: string) => migrate(databaseAt(owner)),
  doctor: async (url: string, owner: string) => {
    const given = { ...adminConfig(), databaseAddress: databaseAt(url), ownerAddress: databaseAt(owner) };
    const wrong = (await checkPostgres(given)).find(({ state }) => state === "wrong");
    if (wrong) throw new Error(`${wrong.found} ${wrong.advice}`);
  },
  command: async (url: string) => {
    const { status, err } = await spawnAgeway(["organization", "list"], { DATABASE_URL: url });
    if (status !== 0) throw new Error(err);
  },
};

async function usingPool(url: string, work: () => Promise<unknown>): Promise<void> {
  const config = adminConfig();
  const { databaseAddress } = config;
  await closeDatabase();
  config.databaseAddress = databaseAt(url);
  try {
    await work();
  } finally {
    await closeDatabase(0);
    config.databaseAddress = databaseAddress;
  }
}

test.for(Object.entries(USERS))("%s trusts and refuses as the address says, and says why", async ([, use]) => {
  const door = await tlsDoor(OURS);
  const answer = async (port: number, query: string) => {
    const work = use(at(port, query), at(port, query, ownerUrl()));
    return work.then(
      () => "works",
      (fault: Error) => faultOf(fault).code ?? fault.message,
    );
  };
  expect(await answer(door, `sslmode=verify-full&sslrootcert=${folder}/ours.pem`)).toBe("works");
  expect(await answer(door, "sslmode=require")).toBe("works");
  expect(await answer(door, "sslmode=verify-full")).toContain(UNTRUSTED);
  expect(await answer(plain(), "sslmode=require")).toContain(NO_TLS);
});
