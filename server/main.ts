import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { endActivity, startActivity } from "#lib/activity/flush.ts";
import { warnOfDroppedRequirements } from "#lib/eid/dropped-requirements.ts";
import { configuredProviders } from "#lib/eid/providers.ts";
import { configurationProblems, loadConfiguration } from "#lib/eid/read-providers.ts";
import { watchEids } from "#lib/eid/watch.ts";
import { endHanging } from "#lib/gate-test/hanging.ts";
import { callerAt, isProxy } from "#lib/limits/caller.ts";
import { joinMachines } from "#lib/limits/machine-exchange.ts";
import { exitOnCrash } from "#lib/observe/crash.ts";
import { log, logInsteadOfConsole } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { finishStatements, useDatabaseFor } from "#lib/runtime/database.ts";
import { warnOfConnections } from "#lib/runtime/database-warnings.ts";
import { logUnreadiness, noteStopping } from "#lib/runtime/health.ts";
import { ignoredVariables } from "#lib/runtime/ignored-variables.rules.ts";
import { awaitEpoch } from "#lib/runtime/read-epoch.ts";
import { finishLinks } from "#lib/sign-in/link.ts";
import { keepConnections } from "./connections.ts";
import { drain } from "./drain.ts";
import { startJobsThread, stopJobsThread } from "./jobs-thread.ts";
import { serveMetrics } from "./metrics.ts";
import { openPort } from "./port.ts";
import { onSignal } from "./stop.ts";

/**
 * The production entry: a process that answers calls, visitors and members, told from its start to its end. The jobs have a thread of
 * it.
 */
logInsteadOfConsole();
exitOnCrash();
useDatabaseFor("requests");

// What is wrong with the settings is said at once, and all of it.
const problems = configurationProblems(process.env);
if (problems.length > 0) {
  log.fatal({ event: "configuration_unsound", problems });
  process.exit(1);
}
loadConfiguration();
warnOfDroppedRequirements(configuredProviders());
for (const ignored of ignoredVariables(process.env)) log.warn({ event: "variable_ignored", ...ignored });
if (typeof config().trustedProxies === "number") log.warn({ event: "proxies_counted", setting: "TRUSTED_PROXIES" });

// What a request needs is there, or asked for, before the first one.
await serveMetrics();
void watchEids();
void warnOfConnections();
joinMachines();
startActivity();
const [{ answer, pages }, { PageResponse }, { unparsableResponse }] = await Promise.all([
  import("./answer.ts"),
  import("./page-response.ts"),
  import("./malformed-request.ts"),
]);
await awaitEpoch();
void logUnreadiness();

/**
 * In milliseconds: for the headers of a request, for all of it, and how long an idle connection stays open. The last is more than
 * the 60 s of nginx, so that a proxy never sends a request on a connection that we are closing.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 75_000 };
/** Bounds connections: Node closes every further one. */
const MAX_CONNECTIONS = 10_000;

// We speak HTTP/1.1 only: a request to switch protocols gets an ordinary answer.
const options = { ServerResponse: PageResponse, shouldUpgradeCallback: () => false, ...TIMEOUTS };
const server = createServer<typeof IncomingMessage, typeof PageResponse>(options);
const connections = keepConnections(server, answer, {
  max: MAX_CONNECTIONS,
  callerAt,
  isProxy(address) {
    const { trustedProxies } = config();
    // A number of proxies names none, so each peer may be one.
    return typeof trustedProxies === "number" || isProxy(address, trustedProxies);
  },
});
// A caller who reads no answer must not hold its connection for ever.
server.setTimeout(TIMEOUTS.keepAliveTimeout);
server.on("clientError", (fault: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
  const latest = connections.open.get(socket as Socket)?.latest;
  // Another answer must not begin in the middle of one.
  const isMidway = latest?.headersSent && !latest.writableFinished;
  if (!socket.writable || isMidway || fault.code === "ECONNRESET") return void socket.destroy();
  socket.end(unparsableResponse(fault.code, fault.rawPacket), () => socket.destroy());
});

openPort(
  server,
  () => {
    process.send?.({ ready: true });
    log.info({ event: "listening", port: config().port });
    startJobsThread();
  },
  () => process.exit(1),
);

onSignal({
  leave() {
    noteStopping();
    connections.leave();
    endHanging();
    void stopJobsThread();
  },
  async close() {
    const jobs = stopJobsThread();
    connections.leave();
    const cut = await drain(server, connections.open);
    if (cut > 0) log.error({ event: "answers_cut", count: cut });
    await Promise.all([pages.close(), endActivity(), finishLinks()]);
    await Promise.all([finishStatements(), jobs]);
    process.exit(cut > 0 ? 1 : 0);
  },
});
