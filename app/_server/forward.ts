import { Agent, type ClientRequest, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { currentRequest } from "#lib/core/request-context.ts";
import type { Pages } from "./next-pages.ts";
import { answerPagesAway } from "./pages-away.ts";

/** The address of the caller's connection and the ids of the request, from a worker to the process of the pages. A caller's own is dropped. */
const [PEER, TRACE] = ["ageway-peer", "ageway-trace"];
/** Headers of one connection (RFC 9110, 7.6.1), and what this hop writes anew. */
const OF_ONE_HOP = new Set(
  `connection keep-alive proxy-connection te trailer transfer-encoding upgrade expect content-length ${PEER} ${TRACE}`.split(
    " ",
  ),
);
/** Of an answer, `Content-Length` stays: a HEAD has no body to count. */
const OF_ONE_ANSWER = new Set([...OF_ONE_HOP].filter((name) => name !== "content-length"));

/** The head of a request may have 16 KB; the hop adds a line. */
export const MAX_HEAD_BYTES = 32 * 1024;
const MAX_CONNECTIONS = 512;

/** Hands requests to the process of the pages, which listens on a socket that only this user can open. */
export function forwardTo(socketPath: string): Pages {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const send = (request: IncomingMessage) =>
    open({
      agent,
      socketPath,
      method: request.method,
      path: request.url,
      headers: headersOf(request),
      maxHeaderSize: MAX_HEAD_BYTES,
    });
  return {
    answer: (request, response) => forward(request, response, () => send(request), true),
    close: async () => agent.destroy(),
  };
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  send: () => ClientRequest,
  mayRetry: boolean,
): void {
  // Its caller has left while it waited for the database, for its body or for its turn.
  if (response.destroyed) return;
  const outgoing = send();
  const abandon = () => outgoing.destroy();
  response.once("close", abandon);
  outgoing.once("response", (answer) => {
    response.off("close", abandon);
    outgoing.off("error", fail).on("error", () => {});
    // It was answered meanwhile that the database is away, and a slow reader has not read that yet.
    if (response.headersSent) return abandon();
    response.statusCode = answer.statusCode ?? 502;
    response.statusMessage = answer.statusMessage ?? "";
    for (const [name, value] of pairsOf(answer.rawHeaders))
      if (!OF_ONE_ANSWER.has(name.toLowerCase())) response.appendHeader(name, value);
    // Without its end, an answer must not look whole: either side's end closes the other.
    pipeline(answer, response, () => {});
  });
  const fail = () => {
    response.off("close", abandon);
    if (response.destroyed || response.headersSent) return;
    // The other process ended while a connection to it was idle: it has not seen this request.
    if (mayRetry && outgoing.reusedSocket && !hasBody(request)) return forward(request, response, send, false);
    answerPagesAway(response);
  };
  outgoing.on("error", fail);
  if (hasBody(request)) request.pipe(outgoing);
  else outgoing.end();
}

/** Only a write that the guard has read has a body; the one of a read is discarded. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  return method === "POST" && headers["content-length"] !== undefined;
}

function headersOf(request: IncomingMessage): string[] {
  const headers = pairsOf(request.rawHeaders).filter(([name]) => !OF_ONE_HOP.has(name.toLowerCase()));
  headers.push([PEER, request.socket.remoteAddress ?? ""], [TRACE, traceOf()]);
  if (hasBody(request)) headers.push(["Content-Length", String(request.headers["content-length"])]);
  return headers.flat();
}

function pairsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, n) => [raw[2 * n] ?? "", raw[2 * n + 1] ?? ""]);
}

/** Of the request that is served: its id, and that of our part of it. */
function traceOf(): string {
  const { traceId = "", spanId = "" } = currentRequest() ?? {};
  return `${traceId}-${spanId}`;
}

/** In the process of the pages: gives a forwarded request the address that its connection has at the worker, and its ids. */
export function restoreRequest(request: IncomingMessage): { peer: string; traceId: string; spanId: string } {
  const { [PEER]: peer, [TRACE]: trace } = request.headers;
  delete request.headers[PEER];
  delete request.headers[TRACE];
  const [traceId = "", spanId = ""] = String(trace).split("-");
  const address = String(peer ?? "");
  // A worker sends one request at a time on a connection.
  Object.defineProperty(request.socket, "remoteAddress", { value: address, configurable: true });
  return { peer: address, traceId, spanId };
}
