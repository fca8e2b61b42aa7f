import { clockOf } from "#db/queries/database.ts";
import { conditionOf, databaseAdvice } from "#lib/base/sqlstate.rules.ts";
import { probeDns } from "#lib/domains/dns.ts";
import { soundProviders } from "#lib/eid/read-providers.ts";
import { faultOf } from "#lib/observe/log.ts";
import { holdConfig } from "#lib/runtime/config.ts";
import { database } from "#lib/runtime/database.ts";
import { readWhatHolds } from "#lib/runtime/read-config.ts";
import { ANSWER_MS, withTimeout } from "#lib/runtime/with-timeout.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { checkEid } from "./check-eid.ts";
import { checkMail } from "./check-mail.ts";
import { checkPages } from "./check-pages.ts";
import { checkPostgres } from "./check-postgres.ts";
import { checkProxy } from "./check-proxy.ts";
import { checkRedis } from "./check-redis.ts";
import { checkStripe } from "./check-stripe.ts";
import { checkBacklogs, checkJobs, checkMetrics } from "./check-work.ts";
import { droppedFindings } from "./dropped-findings.ts";
import { type Check, type DoctorFinding, type Found, notChecked, ok, runChecks, wrong } from "./finding.ts";
import { tryEid } from "./try-eid.ts";

/**
 * Looks at everything that this instance needs, from the machine and with the settings of the server, and changes nothing.
 * A setting that does not hold is a finding, and leaves out only the checks that need it.
 */
export async function examine(): Promise<DoctorFinding[]> {
  const { env } = process;
  const { config, unsound } = readWhatHolds(env);
  // One wrong setting hides nothing else.
  holdConfig({ ok: true, config });
  const needing = (names: readonly string[], check: Check): Check => {
    const missing = names.find((name) => unsound.has(name));
    return missing === undefined ? check : async () => [notChecked(`${missing} does not hold`, unsound.get(missing))];
  };
  const ofDatabase = (check: Check) => needing(OF_DATABASE, whereThereIsADatabase(check));
  return runChecks({
    configuration: () => checkConfiguration(env),
    database: needing([...OF_DATABASE, "DATABASE_OWNER_URL"], () => checkPostgres(config)),
    jobs: ofDatabase(checkJobs),
    backlogs: ofDatabase(checkBacklogs),
    metrics: needing(["METRICS_PORT"], () => checkMetrics(config)),
    mail: needing(["SMTP_URL"], () => checkMail(config)),
    dns: needing(["DNS_SERVERS"], () => checkDns(config.dnsServers, nameOf(config.baseUrl, unsound))),
    eid: () => checkEids(soundProviders(env, unsound.has("BASE_URL") ? null : config), config.baseUrl),
    proxy: needing(["BASE_URL", "AGEWAY_KEYS", "TRUSTED_PROXIES"], async () =>
      config.isDemo ? [ok("The demo has no proxy")] : checkProxy(config),
    ),
    pages: needing(["BASE_URL"], () => checkPages(config)),
    stripe: needing(["STRIPE_SECRET_KEY", "STRIPE_API", "BASE_URL"], () => checkStripe(config)),
    redis: needing(["REDIS_URL"], () => checkRedis(config)),
  });
}

const OF_DATABASE = ["DATABASE_URL", "DATABASE_POOL", "DATABASE_POOLER"];

/** Gives a name for DNS servers to look up. */
function nameOf(baseUrl: string, unsound: ReadonlyMap<string, string>): string {
  return unsound.has("BASE_URL") ? "example.com" : new URL(baseUrl).hostname;
}

/** Leaves out a check where the findings about the database say what is wrong with it. */
function whereThereIsADatabase(check: Check): Check {
  return async () => {
    const isThere = await withTimeout(ANSWER_MS, clockOf(database())).then(
      () => true,
      () => false,
    );
    if (!isThere) return [notChecked("no database", "See the findings about the database.")];
    return check().catch((fault: unknown) => {
      const { code, fault: name } = faultOf(fault);
      const words = [code ?? name, conditionOf(code)?.condition].filter(Boolean).join(" ");
      return [wrong(`The database did not tell (${words})`, databaseAdvice(code) ?? "Read the log of PostgreSQL.")];
    });
  };
}

/** Reads what each says of itself, and sends what a visitor's request sends, as far as it gets without a visitor. */
async function checkEids(all: ReturnType<typeof soundProviders>, baseUrl: string): ReturnType<Check> {
  if (!all) return [notChecked("the settings of the eIDs do not hold")];
  const configured = Object.entries(all).flatMap(([mode, eids]) =>
    Object.entries(eids).flatMap(([id, provider]) =>
      provider ? [{ name: `${mode === "test" ? "EID_TEST" : "EID"}_${id.toUpperCase()}`, id, provider }] : [],
    ),
  );
  const found = configured.map(async ({ name, id, provider }) => {
    const read = await checkEid(name, provider);
    const isSound = read.every(({ state }) => state !== "wrong");
    const tried = isSound ? [await tryEid(name, provider, `${baseUrl}/verify/${id}/callback`)] : [];
    return [
      ...read,
      ...tried.map(({ found, ...rest }) => ({ ...rest, found: `${name}: ${found}` })),
      ...droppedFindings(name, provider),
    ];
  });
  return (await Promise.all(found)).flat();
}

/** Asks each DNS server for a host's challenge, by what verifies domains. That there is none is an answer. */
export async function checkDns(servers: readonly string[], host: string): Promise<Found[]> {
  return (await probeDns(host, servers)).map(({ server, record, doubled, bare }) => {
    const unknown = [record, doubled, bare].find((answer) => answer.is === "unknown");
    if (unknown?.is !== "unknown") return ok(`${server} answers`);
    return wrong(
      `${server} of DNS_SERVERS does not answer (${unknown.code})`,
      "Without its answer no domain is verified. Does a firewall let UDP and TCP to port 53 out? Else name another server.",
    );
  });
}
