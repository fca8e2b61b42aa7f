import { adminConfig, type Config, config, type Environment } from "#lib/core/config.ts";
import { providers } from "#lib/eid/providers.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { checkDns } from "./check-dns.ts";
import { checkEid } from "./check-eid.ts";
import { checkMail } from "./check-mail.ts";
import { checkPostgres } from "./check-postgres.ts";
import { checkProxy } from "./check-proxy.ts";
import { checkRedis } from "./check-redis.ts";
import { checkBacklogs, checkJobs, checkMetrics } from "./check-work.ts";
import { type Check, type DoctorFinding, ok, runChecks, warn } from "./finding.ts";

/**
 * Looks at everything that this instance needs, from the machine and with the settings of the server, and changes nothing.
 * Where the settings do not hold, what needs all of them is left out.
 */
export async function examine(env: Environment = process.env): Promise<DoctorFinding[]> {
  return runChecks({
    configuration: () => checkConfiguration(env),
    database: () => checkPostgres(known(config) ?? adminConfig()),
    jobs: checkJobs,
    backlogs: checkBacklogs,
    metrics: whole(checkMetrics),
    mail: () => checkMail(adminConfig()),
    dns: () => checkDns(adminConfig().dnsServers, new URL(known(config)?.baseUrl ?? "https://example.com").hostname),
    eid: checkEids,
    proxy: whole((all) => (all.isDemo ? Promise.resolve([ok("The demo has no proxy")]) : checkProxy(all))),
    redis: whole(checkRedis),
  });
}

/** A check that needs all settings. */
function whole(check: (config: Config) => ReturnType<Check>): Check {
  return async () => {
    const all = known(config);
    return all ? check(all) : [leftOut()];
  };
}

async function checkEids(): ReturnType<Check> {
  const all = known(providers);
  if (!all) return [leftOut()];
  const configured = Object.entries(all).flatMap(([mode, eids]) =>
    Object.entries(eids).flatMap(([id, provider]) =>
      provider ? [{ name: `${mode === "test" ? "EID_TEST" : "EID"}_${id.toUpperCase()}`, provider }] : [],
    ),
  );
  return (await Promise.all(configured.map(({ name, provider }) => checkEid(name, provider)))).flat();
}

function leftOut() {
  return warn(
    "Not looked at, because the settings do not hold",
    "Put the findings about the configuration right first.",
  );
}

function known<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch {
    return null;
  }
}
