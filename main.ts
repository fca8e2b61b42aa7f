import cluster from "node:cluster";
import { answerHeartbeat } from "#app/_server/heartbeat.ts";
import { announce } from "#app/_server/listening.ts";
import { sendMetrics, serveMetrics } from "#app/_server/metrics.ts";
import { supervise } from "#app/_server/supervise.ts";
import { config } from "#lib/core/config.ts";
import { exitOnCrash } from "#lib/core/crash.ts";
import { ignoredVariables } from "#lib/core/ignored-variables.rules.ts";
import { log, logInsteadOfConsole } from "#lib/core/log.ts";
import { warnOfConnections, workerCount } from "#lib/core/workers.ts";
import { warnOfDroppedRequirements } from "#lib/eid/dropped-requirements.ts";
import { configurationProblems, configuredProviders } from "#lib/eid/providers.ts";
import { watchEids } from "#lib/eid/watch.ts";

/**
 * The production entry. With `WORKERS=0` this process serves everything. Otherwise it supervises the workers and the process of
 * the pages; each of these runs this file too. The jobs have a thread of this process.
 */
logInsteadOfConsole();
exitOnCrash();
if (cluster.isWorker) {
  const { AGEWAY_PROCESS: role } = process.env;
  // As `ps` shows it.
  process.title = `ageway ${role}`;
  answerHeartbeat();
  sendMetrics(role ?? "worker");
  await (role === "pages" ? import("./pages.ts") : import("./server.ts"));
} else await start();

async function start(): Promise<void> {
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
  const workers = await workerCount();
  // The thread of the jobs reads both.
  Object.assign(process.env, { AGEWAY_PROCESS: workers === 0 ? "single" : "first", WORKERS: String(workers) });
  void warnOfConnections(workers);
  if (workers === 0) {
    await import("./server.ts");
  } else supervise(workers, announce);
}
