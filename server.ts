import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { logWhenAnswered, noteReason } from "#app/_server/access-log.ts";
import { answerCall } from "#app/_server/answer-call.ts";
import { fastRouteOf, NOT_FOUND } from "#app/_server/fast-routes.ts";
import { startJobsThread } from "#app/_server/jobs-thread.ts";
import { malformedRequestOf, unparsableResponse } from "#app/_server/malformed-request.ts";
import { onePerConnection } from "#app/_server/one-per-connection.ts";
import { guardWrite } from "#app/_server/write-guard.ts";
import { discardBody, MAX_DISCARDED_BYTES, writeRefusal } from "#app/_server/write-refusal.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { config } from "#lib/core/config.ts";
import { closeDatabase } from "#lib/core/database.ts";
import { hasInbox } from "#lib/core/inbox.ts";
import { faultOf, log, logInsteadOfConsole } from "#lib/core/log.ts";
import { configurationProblems } from "#lib/eid/providers.ts";

/** How long a stopping server waits for the requests under way. */
const DRAIN_MS = 7_000;

/**
 * In milliseconds: for the headers of a request, for all of it, and how long an idle connection stays open. The last is more than
 * the 60 s of nginx, so that a proxy never sends a request on a connection that we are closing.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 75_000 };
/** Of one process; Node closes every further one. */
const MAX_CONNECTIONS = 10_000;
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

logInsteadOfConsole();
process.once("uncaughtException", (fault) => {
  log.fatal({ event: "crashed", ...faultOf(fault) });
  process.exit(1);
});
const problems = configurationProblems(process.env);
if (problems.length > 0) {
  log.fatal({ event: "configuration_unsound", problems });
  process.exit(1);
}

// Next's configuration as the build stored it. Next would print a line if it read the file again, and standard output is the log.
const { config: conf } = manifest("required-server-files");
const app = next({ dev: false, conf, hostname: "localhost", port: config().port });
await app.prepare();
const toNext = app.getRequestHandler();

const { staticRoutes, dynamicRoutes } = manifest("routes-manifest");
const built = {
  paths: [...staticRoutes, ...dynamicRoutes]
    .filter(({ page }) => page !== "/[...path]" && !page.startsWith("/_"))
    .map(({ regex }) => new RegExp(regex)),
  actions: new Set(Object.keys(manifest("server/server-reference-manifest").node)),
};

const toFastRoute = getRequestListener(
  async (request, { incoming, outgoing }) => {
    const response = await (fastRouteOf(incoming.url ?? "")?.handler ?? NOT_FOUND.handler)(request);
    noteReason(outgoing, response.headers.get("ageway-reason"));
    return response;
  },
  { overrideGlobalObjects: false },
);

/** The latest answer on each connection. */
const answering = new WeakMap<object, ServerResponse>();

const answer = onePerConnection((request, response) => {
  const { method = "", url = "" } = request;
  const malformed = malformedRequestOf(method, url);
  const fastRoute = malformed ? null : fastRouteOf(url);
  if (fastRoute?.endpoint) {
    discardBody(request, MAX_DISCARDED_BYTES.stranger);
    return void answerCall(request, response, fastRoute);
  }
  logWhenAnswered(request, response, malformed ? "malformed" : (fastRoute?.name ?? "page"));
  const isWrite = !malformed && (!fastRoute || fastRoute.isForm) && !READS.has(method);
  if (!isWrite && !fastRoute?.takesBody) discardBody(request, MAX_DISCARDED_BYTES.stranger);
  if (malformed) response.writeHead(malformed.status, malformed.allow ? { Allow: malformed.allow } : {}).end();
  else if (isWrite) void write(request, response);
  else if (fastRoute) void toFastRoute(request, response);
  else void toNext(request, response);
});

// We speak HTTP/1.1 only: a request to switch protocols gets an ordinary answer.
const server = createServer({ shouldUpgradeCallback: () => false, ...TIMEOUTS }, (request, response) => {
  answering.set(request.socket, response);
  answer(request, response);
});
server.maxConnections = MAX_CONNECTIONS;

server.on("clientError", (fault: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
  const latest = answering.get(socket);
  // Another answer must not begin in the middle of one.
  const isMidway = latest?.headersSent && !latest.writableFinished;
  if (!socket.writable || isMidway || fault.code === "ECONNRESET") return void socket.destroy();
  socket.end(unparsableResponse(fault.code, fault.rawPacket), () => socket.destroy());
});

/** Hands a write on only after the guard has read it and found a form of ours. */
async function write(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const guarded = await guardWrite(request, built).catch(() => null);
  if (guarded === null) return void response.destroy();
  if (guarded.ok) return (fastRouteOf(request.url ?? "") ? toFastRoute : toNext)(guarded.request, response);
  noteReason(response, guarded.reason);
  discardBody(request, MAX_DISCARDED_BYTES[guarded.reason === "body_too_large" ? "member" : "stranger"]);
  const refusal = writeRefusal(guarded.reason, request);
  if (refusal) response.writeHead(refusal.status, refusal.headers).end(refusal.text);
  else void toFastRoute(request, response);
}

server.once("error", (fault: NodeJS.ErrnoException) => {
  log.fatal({ event: "not_listening", code: fault.code, port: config().port });
  process.exit(1);
});
// In a demo everybody passes, and the inbox shows everybody's mail: both listen to this machine only.
const isPrivate = config().isDemo || hasInbox();
server.listen({ port: config().port, ...(isPrivate && { host: "127.0.0.1" }) }, () => {
  log.info({ event: "listening", port: config().port });
  startJobsThread(new URL("jobs.mjs", import.meta.url));
  process.send?.({ ready: true });
});

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
process.once("disconnect", stop);

function stop(): void {
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  server.close(async () => {
    await app.close();
    await flushActivity();
    await closeDatabase();
    process.exit(0);
  });
  server.closeIdleConnections();
}

function manifest(name: string) {
  return JSON.parse(readFileSync(`.next/${name}.json`, "utf8"));
}
