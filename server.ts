import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { logWhenAnswered, noteReason } from "#app/_server/access-log.ts";
import { answerCall } from "#app/_server/answer-call.ts";
import { readBuild } from "#app/_server/build.ts";
import { keepRoom } from "#app/_server/crowd.ts";
import { drainable } from "#app/_server/drain.ts";
import { fastRouteOf, isMisdirected, NOT_FOUND } from "#app/_server/fast-routes.ts";
import { startJobsThread, stopJobsThread } from "#app/_server/jobs-thread.ts";
import { malformedRequestOf, unparsableResponse } from "#app/_server/malformed-request.ts";
import { openNextWhenAsked } from "#app/_server/next-pages.ts";
import { onePerConnection } from "#app/_server/one-per-connection.ts";
import { openPort } from "#app/_server/port.ts";
import { readHead } from "#app/_server/read-head.ts";
import { onSignal } from "#app/_server/stop.ts";
import { hasLargeBody, takingTurns } from "#app/_server/turns.ts";
import { guardWrite } from "#app/_server/write-guard.ts";
import {
  answerBeforeBody,
  discardBody,
  hasBody,
  MAX_DISCARDED_BYTES,
  writeRefusal,
} from "#app/_server/write-refusal.ts";
import { endActivity } from "#lib/activity/flush.ts";
import { callerAt, callerOf, isProxy } from "#lib/core/caller.ts";
import { config } from "#lib/core/config.ts";
import { finishStatements } from "#lib/core/database.ts";
import { logUnreadiness, noteStopping } from "#lib/core/health.ts";
import { log } from "#lib/core/log.ts";
import { otherMachines } from "#lib/core/machine-exchange.ts";
import { awaitEpoch } from "#lib/core/read-epoch.ts";
import { currentRequest } from "#lib/core/request-context.ts";
import { traceresponseOf } from "#lib/core/trace-context.ts";
import { endHanging } from "#lib/shop-doctor/hanging.ts";
import { finishLinks } from "#lib/sign-in/link.ts";

/**
 * In milliseconds: for the headers of a request, for all of it, and how long an idle connection stays open. The last is more than
 * the 60 s of nginx, so that a proxy never sends a request on a connection that we are closing.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 75_000 };
/** Of one process; Node closes every further one. */
const MAX_CONNECTIONS = 10_000;
/** Next reads no body of these. It fails on the body of an OPTIONS, which counts as a write. */
const READS = new Set(["GET", "HEAD"]);

const BUSY = {
  "Cache-Control": "no-store",
  "Content-Type": "text/plain; charset=utf-8",
  "Retry-After": "5",
  "X-Content-Type-Options": "nosniff",
};

// Connects before the first call.
otherMachines();
const pages = openNextWhenAsked(config().port);
const built = readBuild();
await awaitEpoch();
void logUnreadiness();

const toFastRoute = getRequestListener(
  async (request, { incoming, outgoing }) => {
    if (readHead(incoming as IncomingMessage) === null) return new Response(null, { status: 400 });
    const response = await (fastRouteOf(incoming.url ?? "")?.handler ?? NOT_FOUND.handler)(request);
    noteReason(outgoing, response.headers.get("ageway-reason"));
    return response;
  },
  { overrideGlobalObjects: false },
);

const answer = onePerConnection((request, response) => {
  const { method = "", url = "" } = request;
  const malformed = malformedRequestOf(method, url);
  const fastRoute = malformed ? null : fastRouteOf(url);
  if (!malformed && isMisdirected(fastRoute, config().serve)) return misdirected(request, response);
  if (fastRoute?.endpoint) {
    discardBody(request, MAX_DISCARDED_BYTES.stranger);
    return void answerCall(request, response, fastRoute);
  }
  const context = currentRequest();
  if (context) response.setHeader("traceresponse", traceresponseOf(context));
  logWhenAnswered(request, response, malformed ? "malformed" : (fastRoute?.name ?? "page"));
  const isRead = READS.has(method) || (method === "OPTIONS" && !hasBody(request));
  const isWrite = !malformed && (!fastRoute || fastRoute.isForm) && !isRead;
  // A large one waits for its turn.
  if (!isWrite && !fastRoute?.takesBody && (malformed || !hasLargeBody(request)))
    discardBody(request, MAX_DISCARDED_BYTES.stranger);
  if (malformed) response.writeHead(malformed.status, malformed.allow ? { Allow: malformed.allow } : {}).end();
  else if (isWrite) void inTurn(forms, request, response, write);
  else if (fastRoute?.takesBody) void inTurn(events, request, response, receive);
  else if (hasLargeBody(request)) void inTurn(forms, request, response, read);
  else read(request, response);
});

// We speak HTTP/1.1 only: a request to switch protocols gets an ordinary answer.
const server = createServer({ shouldUpgradeCallback: () => false, ...TIMEOUTS }, (request, response) => {
  drain.begin(response);
  room.begin(response);
  answer(request, response);
});
const drain = drainable(server);
const room = keepRoom(server, {
  max: MAX_CONNECTIONS,
  callerAt,
  isProxy(address) {
    const { trustedProxies } = config();
    // A number of proxies names none, so each peer may be one.
    return typeof trustedProxies === "number" || isProxy(address, trustedProxies);
  },
  isBusy: drain.isBusy,
});
// A caller who reads no answer must not hold its connection for ever.
server.setTimeout(TIMEOUTS.keepAliveTimeout);

server.on("clientError", (fault: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
  const latest = drain.answerOn(socket as Socket);
  // Another answer must not begin in the middle of one.
  const isMidway = latest?.headersSent && !latest.writableFinished;
  if (!socket.writable || isMidway || fault.code === "ECONNRESET") return void socket.destroy();
  socket.end(unparsableResponse(fault.code, fault.rawPacket), () => socket.destroy());
});

const [forms, events] = [takingTurns(), takingTurns()];

async function inTurn(
  turn: ReturnType<typeof takingTurns>,
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<void> {
  const caller = callerOf({ get: (name) => request.headers[name.toLowerCase()]?.toString() ?? null });
  if (!hasLargeBody(request) || (await turn(caller))) return void handle(request, response);
  noteReason(response, "busy");
  discardBody(request, MAX_DISCARDED_BYTES.stranger);
  response.writeHead(503, BUSY).end("Too much was sent at once. Try again in a few seconds.");
}

const MISDIRECTED = {
  "Cache-Control": "no-store",
  "Content-Type": "text/plain; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
};

/** Tells the operator, whose proxy sends this address to the wrong process (RFC 9110, 15.5.20). */
function misdirected(request: IncomingMessage, response: ServerResponse): void {
  const { serve } = config();
  logWhenAnswered(request, response, "misdirected");
  noteReason(response, "misdirected");
  discardBody(request, MAX_DISCARDED_BYTES.stranger);
  const other = serve === "calls" ? "pages" : "calls";
  response
    .writeHead(421, MISDIRECTED)
    .end(
      `This process has SERVE=${serve}. The proxy must send this address to one with SERVE=${other} or SERVE=all.\n`,
    );
}

/** Of a request whose body nobody reads. */
function read(request: IncomingMessage, response: ServerResponse): void {
  if (hasLargeBody(request)) discardBody(request, MAX_DISCARDED_BYTES.stranger);
  void (fastRouteOf(request.url ?? "") ? toFastRoute : pages.answer)(request, response);
}

/** What the route leaves of a body is not read for long. */
function receive(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => request.readableEnded || discardBody(request, MAX_DISCARDED_BYTES.stranger));
  void toFastRoute(request, response);
}

/** Hands a write on only after the guard has read it and found a form of ours. */
async function write(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const guarded = await guardWrite(request, built).catch(() => null);
  if (guarded === null) return void response.destroy();
  if (guarded.ok) return void (fastRouteOf(request.url ?? "") ? toFastRoute : pages.answer)(guarded.request, response);
  noteReason(response, guarded.reason);
  const maxBytes = MAX_DISCARDED_BYTES[guarded.reason === "body_too_large" ? "member" : "stranger"];
  const refusal = writeRefusal(guarded.reason, request);
  if (refusal) return answerBeforeBody(request, response, refusal, maxBytes);
  discardBody(request, maxBytes);
  void toFastRoute(request, response);
}

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
    drain.leave();
    endHanging();
    void stopJobsThread();
  },
  async close() {
    const jobs = stopJobsThread();
    const cut = await drain.close();
    if (cut > 0) log.error({ event: "answers_cut", count: cut });
    await Promise.all([pages.close(), endActivity(), finishLinks()]);
    await Promise.all([finishStatements(), jobs]);
    process.exit(cut > 0 ? 1 : 0);
  },
});
