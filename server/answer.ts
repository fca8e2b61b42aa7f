import type { IncomingMessage } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { callerOf } from "#lib/limits/caller.ts";
import { currentRequest } from "#lib/observe/request-context.ts";
import { traceresponseOf } from "#lib/observe/trace-context.ts";
import { config } from "#lib/runtime/config.ts";
import { logWhenAnswered, noteReason } from "./access-log.ts";
import { answerCall } from "./answer-call.ts";
import { answerText } from "./answer-text.ts";
import { type FastRoute, fastRouteOf, isMisdirected, NOT_FOUND } from "./fast-routes.ts";
import { malformedRequestOf } from "./malformed-request.ts";
import { openNextWhenAsked, readBuild } from "./next.ts";
import type { PageResponse } from "./page-response.ts";
import { readHead } from "./read-head.ts";
import { hasLargeBody, takingTurns } from "./turns.ts";
import { guardWrite } from "./write-guard.ts";
import { answerBeforeBody, discardBody, hasBody, MAX_DISCARDED_BYTES, writeRefusal } from "./write-refusal.ts";

/** Lists reads: Next reads no body of these. It fails on the body of an OPTIONS, which counts as a write. */
const READS = new Set(["GET", "HEAD"]);
const BUSY = {
  status: 503,
  reason: "busy",
  retryAfter: 5,
  text: "Too much was sent at once. Try again in a few seconds.",
};

export const pages = openNextWhenAsked(config().port);
const built = readBuild();
const [forms, events] = [takingTurns(), takingTurns()];

const toFastRoute = getRequestListener(
  async (request, { incoming, outgoing }) => {
    if (readHead(incoming as IncomingMessage) === null) return new Response(null, { status: 400 });
    const response = await (fastRouteOf(incoming.url ?? "")?.handler ?? NOT_FOUND.handler)(request);
    noteReason(outgoing, response.headers.get("ageway-reason"));
    return response;
  },
  { overrideGlobalObjects: false },
);

/** Answers a request: a call by its endpoint, what else has a fast route by that, and the rest by Next. */
export function answer(request: IncomingMessage, response: PageResponse): void {
  const { method = "", url = "" } = request;
  const malformed = malformedRequestOf(method, url);
  const route = malformed ? null : fastRouteOf(url);
  const isElsewhere = !malformed && isMisdirected(route, config().serve);
  if (route?.endpoint && !isElsewhere) {
    discardBody(request, MAX_DISCARDED_BYTES.stranger);
    void answerCall(request, response, route);
    return;
  }
  const context = currentRequest();
  if (context) response.setHeader("traceresponse", traceresponseOf(context));
  logWhenAnswered(request, response, malformed ? "malformed" : (route?.name ?? "page"));
  if (malformed || isElsewhere) discardBody(request, MAX_DISCARDED_BYTES.stranger);
  if (isElsewhere) answerText(response, misdirected());
  else if (malformed) response.writeHead(malformed.status, malformed.allow ? { Allow: malformed.allow } : {}).end();
  else answerPage(request, response, route);
}

/** Tells the operator, whose proxy sends this address to the wrong process (RFC 9110, 15.5.20). */
function misdirected() {
  const { serve } = config();
  const other = serve === "calls" ? "pages" : "calls";
  const text = `This process has SERVE=${serve}. The proxy must send this address to one with SERVE=${other} or SERVE=all.\n`;
  return { status: 421, reason: "misdirected", text };
}

function answerPage(request: IncomingMessage, response: PageResponse, route: FastRoute | null): void {
  const { method = "" } = request;
  const isRead = READS.has(method) || (method === "OPTIONS" && !hasBody(request));
  if ((!route || route.isForm) && !isRead) void inTurn(forms, request, response, write);
  else if (route?.takesBody) void inTurn(events, request, response, receive);
  else if (hasLargeBody(request)) void inTurn(forms, request, response, read);
  else read(request, response);
}

/** Lets a large body wait for its turn. */
async function inTurn(
  turn: ReturnType<typeof takingTurns>,
  request: IncomingMessage,
  response: PageResponse,
  handle: (request: IncomingMessage, response: PageResponse) => unknown,
): Promise<void> {
  const caller = callerOf({ get: (name) => request.headers[name.toLowerCase()]?.toString() ?? null });
  if (!hasLargeBody(request) || (await turn(caller))) return void handle(request, response);
  discardBody(request, MAX_DISCARDED_BYTES.stranger);
  answerText(response, BUSY);
}

/** Answers a request whose body nobody reads. */
function read(request: IncomingMessage, response: PageResponse): void {
  discardBody(request, MAX_DISCARDED_BYTES.stranger);
  handOn(request, response);
}

/** Hands a body to its route. What that leaves is not read for long. */
function receive(request: IncomingMessage, response: PageResponse): void {
  response.once("finish", () => request.readableEnded || discardBody(request, MAX_DISCARDED_BYTES.stranger));
  void toFastRoute(request, response);
}

/** Hands a write on only after the guard has read it and found a form of ours. */
async function write(request: IncomingMessage, response: PageResponse): Promise<void> {
  const reason = await guardWrite(request, built).catch(() => "gone" as const);
  if (reason === "gone") return void response.destroy();
  if (reason === null) return handOn(request, response);
  noteReason(response, reason);
  const maxBytes = MAX_DISCARDED_BYTES[reason === "body_too_large" ? "member" : "stranger"];
  const refusal = writeRefusal(reason, request);
  if (refusal) return answerBeforeBody(request, response, refusal, maxBytes);
  discardBody(request, maxBytes);
  void toFastRoute(request, response);
}

function handOn(request: IncomingMessage, response: PageResponse): void {
  void (fastRouteOf(request.url ?? "") ? toFastRoute : pages.answer)(request, response);
}
