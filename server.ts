import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { fastRouteOf, malformedRequestOf, NOT_FOUND } from "#app/_server/fast-routes.ts";
import { answerToUnreadable } from "#app/_server/malformed-request.ts";
import { onePerConnection } from "#app/_server/one-per-connection.ts";
import { answerToWrite, discardBody, gateWrite, MAX_DISCARDED_BYTES } from "#app/_server/write-guard.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { config } from "#lib/core/config.ts";
import { closeDatabase } from "#lib/core/database.ts";
import { hasInbox } from "#lib/core/inbox.ts";
import { faultOf, log, logInsteadOfConsole } from "#lib/core/log.ts";
import { configurationProblems } from "#lib/eid/providers.ts";

/** How long a stopping server waits for the answers it still owes. */
const DRAIN_MS = 7_000;

/**
 * How long a caller may take to say what they want, in milliseconds: a head, a whole request. An idle connection is kept longer than
 * a proxy keeps it, so that no request meets a closing one.
 */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 75_000 };
/** Of one process; beyond, new ones are closed. */
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

// The configuration as it was when this was built; read again, Next would say so on standard output, which is the log.
const { config: conf } = manifest("required-server-files");
const app = next({ dev: false, conf, hostname: "localhost", port: config().port });
await app.prepare();
const toNext = app.getRequestHandler();

/** What Next built: which addresses there are, and which server actions. */
const { staticRoutes, dynamicRoutes } = manifest("routes-manifest");
const built = {
  paths: [...staticRoutes, ...dynamicRoutes]
    .filter(({ page }) => page !== "/[...path]" && !page.startsWith("/_"))
    .map(({ regex }) => new RegExp(regex)),
  actions: new Set(Object.keys(manifest("server/server-reference-manifest").node)),
};

/** The reason that one of our functions gave; what Next writes stands in the response itself. */
const reasons = new WeakMap<object, string | null>();

const toOurs = getRequestListener(
  async (request, { incoming, outgoing }) => {
    const response = await (fastRouteOf(incoming.url ?? "") ?? NOT_FOUND).handler(request);
    reasons.set(outgoing, response.headers.get("ageway-reason"));
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
  logWhenDone(request, response, malformed ? "misfit" : (fastRoute?.name ?? "page"));
  const isWrite = !malformed && (!fastRoute || fastRoute.isForm) && !READS.has(method);
  if (!isWrite && !fastRoute?.takesBody) discardBody(request, MAX_DISCARDED_BYTES.stranger);
  if (malformed) response.writeHead(malformed.status, malformed.allow ? { Allow: malformed.allow } : {}).end();
  else if (isWrite) void write(request, response);
  else if (fastRoute) void toOurs(request, response);
  else void toNext(request, response);
});

// A request to switch protocols is answered like any other: HTTP/1.1 is all we speak.
const server = createServer({ shouldUpgradeCallback: () => false, ...PATIENCE }, (request, response) => {
  answering.set(request.socket, response);
  answer(request, response);
});
server.maxConnections = MAX_CONNECTIONS;

server.on("clientError", (fault: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
  const latest = answering.get(socket);
  // Nothing may be written into the middle of an answer.
  const isMidway = latest?.headersSent && !latest.writableFinished;
  if (!socket.writable || isMidway || fault.code === "ECONNRESET") return void socket.destroy();
  socket.end(answerToUnreadable(fault.code, fault.rawPacket), () => socket.destroy());
});

/** What is answered, by Next or by us, is known to be a form of ours. */
async function write(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gated = await gateWrite(request, built).catch(() => null);
  if (gated === null) return void response.destroy();
  if (gated.ok) return (fastRouteOf(request.url ?? "") ? toOurs : toNext)(gated.request, response);
  reasons.set(response, gated.reason);
  discardBody(request, MAX_DISCARDED_BYTES[gated.reason === "body_too_large" ? "member" : "stranger"]);
  const answer = answerToWrite(gated.reason, request);
  if (answer) response.writeHead(answer.status, answer.headers).end(answer.text);
  else void toOurs(request, response);
}

server.once("error", (fault: NodeJS.ErrnoException) => {
  log.fatal({ event: "not_listening", code: fault.code, port: config().port });
  process.exit(1);
});
// A demo lets anybody pass, and an inbox shows everybody's mail: both talk to this machine only.
const isPrivate = config().isDemo || hasInbox();
server.listen({ port: config().port, ...(isPrivate && { host: "127.0.0.1" }) }, () => {
  log.info({ event: "listening", port: config().port });
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

/** The access log says which endpoint, never which path: paths carry devices, tokens and sessions. */
function logWhenDone({ method }: IncomingMessage, response: ServerResponse, endpoint: string): void {
  const began = performance.now();
  response.once("finish", () => {
    const reason = reasons.get(response) ?? [response.getHeader("ageway-reason")].flat()[0];
    log.info({
      event: "answered",
      method,
      endpoint,
      status: response.statusCode,
      reason,
      ms: Math.round(performance.now() - began),
    });
  });
}
