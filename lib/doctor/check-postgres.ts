import type { DatabaseAddress } from "#db/address.ts";
import { connect, type Database } from "#db/client.ts";
import { boundsStatements, clockOf, loginOwnsTables, readConnections, straySettings } from "#db/queries/database.ts";
import { readServerFacts, type ServerFacts } from "#db/queries/server-facts.ts";
import { compareTables, refusalOf } from "#db/tables-version.ts";
import { differenceOf } from "#lib/base/clock.rules.ts";
import { isLoopback } from "#lib/base/host.rules.ts";
import { databaseAdvice } from "#lib/base/sqlstate.rules.ts";
import { faultOf } from "#lib/observe/log.ts";
import { RETENTION } from "#lib/retention/retention.rules.ts";
import { maxOfProcess } from "#lib/runtime/pools.rules.ts";
import type { AdminConfig, Config } from "#lib/runtime/read-config.ts";
import { ANSWER_MS, withTimeout } from "#lib/runtime/with-timeout.ts";
import { type Found, foundOr, ok, warn, wrong } from "./finding.ts";

const MIN_VERSION = 16;
/** Names a folder of the project, in which the command runs. */
const MIGRATIONS = "db/migrations";

const OURS: ReadonlySet<string> = new Set(Object.values(RETENTION).flatMap(({ tables }): readonly string[] => tables));

type Given = AdminConfig & Partial<Pick<Config, "clockToleranceMs">>;

/** Checks the server, the login and its rights, the tables' version, the clock, and whether the connections suffice. */
export async function checkPostgres(given: Given, clock = Date.now): Promise<Found[]> {
  const db = connect(given.databaseAddress, { max: 2, isPooled: given.isPooled });
  try {
    const facts = await withTimeout(ANSWER_MS, readServerFacts(db));
    const first = [
      ...serverOf(facts),
      ...addressFound(given.databaseAddress),
      ...(await clockFound(db, given.clockToleranceMs ?? 10_000, clock)),
    ];
    const tables = await tablesFound(given, facts);
    if (!facts.hasTables) return [...first, ...tables];
    const rights = await loginFound(db, given, facts);
    return [...first, ...tables, ...foreignFound(facts), ...rights, await connectionsFound(db, given)];
  } catch (fault) {
    return [awayBy(fault, "DATABASE_URL")];
  } finally {
    void db.$client.end({ timeout: 1 });
  }
}

function awayBy(fault: unknown, setting: string): Found {
  const { code, fault: name, condition, advice = databaseAdvice(code) } = faultOf(fault);
  const found = `The database at ${setting} does not let us work (${[code ?? name, condition].filter(Boolean).join(" ")})`;
  return wrong(found, advice?.replaceAll("DATABASE_URL", setting) ?? "Read the log of PostgreSQL.");
}

function serverOf({ version, isStandby, isReadOnly }: ServerFacts): Found[] {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  const found = [
    major >= MIN_VERSION
      ? ok(`PostgreSQL ${major}.${minor} answers`)
      : wrong(`PostgreSQL ${major}.${minor} is too old`, `Move the database to version ${MIN_VERSION} or newer.`),
  ];
  if (isStandby || isReadOnly) found.push(wrong("The database takes no writes", databaseAdvice("25006") ?? ""));
  return found;
}

function addressFound({ hosts, tlsMode, unused }: DatabaseAddress): Found[] {
  const isFar = hosts.some(({ host }) => !(host.startsWith("/") || isLoopback(host)));
  const found: Found[] = [];
  if (unused.length > 0)
    found.push(warn(`DATABASE_URL has parameters that change nothing: ${unused.join(", ")}`, "Take them out of it."));
  if (isFar && !tlsMode.startsWith("verify"))
    found.push(
      warn(`Nobody verifies which database answers (sslmode=${tlsMode})`, "Write sslmode=verify-full (install.md)."),
    );
  return found;
}

async function clockFound(db: Database, toleranceMs: number, clock: () => number): Promise<Found[]> {
  const asked = clock();
  const theirs = await clockOf(db);
  const differenceMs = differenceOf({ asked, answered: clock(), theirs });
  const seconds = Math.abs(Math.round(differenceMs / 1_000));
  if (Math.abs(differenceMs) <= toleranceMs) return [ok(`The clocks here and of the database agree (${seconds} s)`)];
  const found = `The clock here is ${seconds} s ${differenceMs > 0 ? "ahead of" : "behind"} the database's`;
  return [wrong(found, "Set the one that is wrong by NTP. Servers are not ready meanwhile.")];
}

/** Says whether the tables are of this version. The app's login may know since their migrations let it. */
async function tablesFound({ ownerAddress, databaseAddress }: AdminConfig, { hasTables }: ServerFacts) {
  const migrate = "Run ageway migrate, or start the server with DATABASE_OWNER_URL set; look at what it says.";
  if (!hasTables) return [wrong("There are no tables of ours", migrate)];
  const owner = connect(ownerAddress, { max: 1, role: "none" });
  try {
    const tables = await compareTables(owner.$client, MIGRATIONS);
    const refusal = refusalOf(tables);
    if (refusal !== null) return [wrong("The tables are of another version", refusal)];
    if (tables === "current") return [ok("All migrations ran")];
    if (tables === "newer") return [ok("The tables are of a newer version, which works with this one")];
    return [wrong("The tables are of an older version", migrate)];
  } catch (fault) {
    return [awayBy(fault, ownerAddress === databaseAddress ? "DATABASE_URL" : "DATABASE_OWNER_URL")];
  } finally {
    void owner.$client.end({ timeout: 1 });
  }
}

/** Names foreign tables. They do no harm, and the app needs no right to them. */
function foreignFound({ tables }: ServerFacts): Found[] {
  const foreign = tables.filter((name) => !OURS.has(name));
  return foreign.length > 0 ? [ok(`Foreign tables, which are not ours and are left alone: ${foreign.join(", ")}`)] : [];
}

async function loginFound(db: Database, { isPooled }: AdminConfig, { unreadable, login }: ServerFacts) {
  const closed = unreadable.filter((name) => OURS.has(name));
  const stray = await straySettings(db);
  return foundOr(
    `The login ${login} has the rights of the app, and no more`,
    closed.length > 0 && wrong(`The app may not read ${closed.join(", ")}`, databaseAdvice("42501") ?? ""),
    (await loginOwnsTables(db)) &&
      warn(`The app logs in as ${login}, which owns the tables`, "Give it a login of its own (install.md)."),
    stray.length > 0 &&
      wrong(`The login ${login} has another ${stray.join(", ")}`, `ALTER ROLE ${login} RESET … puts that right.`),
    isPooled &&
      !(await boundsStatements(db)) &&
      warn("Behind the pooler, statements are not bounded", "Bound those of the login (scale.md)."),
  );
}

/** Compares what one process may open with what the database allows. Behind a pooler it is the pooler that opens them. */
async function connectionsFound(db: Database, { poolSize, isPooled }: Given): Promise<Found> {
  if (isPooled) return ok("A pooler divides the connections");
  const needed = maxOfProcess(poolSize);
  const [least] = (await readConnections(db)).toSorted((a, b) => a.allowed - b.allowed);
  if (!least) throw new Error("The database did not tell its limits");
  const found = `A process opens up to ${needed} connections, and the ${least.of} allows ${least.allowed}`;
  if (needed <= least.allowed) return ok(found);
  return wrong(found, `Lower DATABASE_POOL, raise ${RAISED[least.of]}, or use a pooler (scale.md).`);
}

const RAISED = {
  server: "max_connections",
  database: "the CONNECTION LIMIT of the database",
  login: "the CONNECTION LIMIT of the login",
};
