import { serveMetrics } from "#app/_server/metrics.ts";
import { config } from "#lib/core/config.ts";
import { exitOnCrash } from "#lib/core/crash.ts";
import { useDatabaseFor } from "#lib/core/database.ts";
import { warnOfConnections } from "#lib/core/database-warnings.ts";
import { ignoredVariables } from "#lib/core/ignored-variables.rules.ts";
import { log, logInsteadOfConsole } from "#lib/core/log.ts";
import { warnOfDroppedRequirements } from "#lib/eid/dropped-requirements.ts";
import { configurationProblems, configuredProviders } from "#lib/eid/providers.ts";
import { watchEids } from "#lib/eid/watch.ts";

/** The production entry: a process that answers calls, visitors and members. The jobs have a thread of it. */
logInsteadOfConsole();
exitOnCrash();
useDatabaseFor("requests");
const problems = configurationProblems(process.env);
if (problems.length > 0) {
  log.fatal({ event: "configuration_unsound", problems });
  process.exit(1);
}
warnOfDroppedRequirements(configuredProviders());
for (const ignored of ignoredVariables(process.env)) log.warn({ event: "variable_ignored", ...ignored });
if (typeof config().trustedProxies === "number") log.warn({ event: "proxies_counted", setting: "TRUSTED_PROXIES" });
await serveMetrics();
void watchEids();
void warnOfConnections();
await import("./server.ts");
