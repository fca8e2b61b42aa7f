import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { newTraceId } from "./trace-context.ts";

/** Holds what belongs to one request from its start to its last line in the log. */
export type RequestContext = {
  /** The remote address of its connection. */
  peer: string;
  /** Its connection, which cannot be written to once its caller has left. */
  connection: Pick<Socket, "writable"> | undefined;
  /** When its caller has been answered at the latest, by `performance.now()`. */
  answeredBy: number;
  /** The id of the request. */
  traceId: string;
  /** Names the shop whose call it is, as soon as that is known; a visitor's or a member's request names none. */
  organizationId: string | undefined;
  pluginKeyId: string | undefined;
  /** The status that a page of Next’s asks for, which can set none itself. */
  status: number | undefined;
  /** The page needs something that is away now: `server/page-response.ts` answers with a page that says so, in place of Next's. */
  isUnavailable: boolean;
  /** The turn in which its page is drawn, with what ends it. */
  turn: Promise<() => void> | undefined;
};

const requests = openRequests();

/**
 * Node reports each request on a diagnostics channel before any handler runs. That gives the peer under Next's own server and
 * under ours, without a header that a caller could write. Next and our server each load a copy of this module, so the store
 * is on `globalThis`.
 */
function openRequests(): AsyncLocalStorage<RequestContext | undefined> {
  const shared = globalThis as { agewayRequests?: AsyncLocalStorage<RequestContext | undefined> };
  if (shared.agewayRequests) return shared.agewayRequests;
  const opened = new AsyncLocalStorage<RequestContext | undefined>();
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    opened.enterWith(newContext(request.socket.remoteAddress ?? "", request.socket));
  });
  shared.agewayRequests = opened;
  return opened;
}

function newContext(peer: string, connection?: Socket): RequestContext {
  return {
    peer,
    connection,
    answeredBy: Number.POSITIVE_INFINITY,
    traceId: newTraceId(),
    organizationId: undefined,
    pluginKeyId: undefined,
    status: undefined,
    isUnavailable: false,
    turn: undefined,
  };
}

/** The request that is served here; `undefined`: none, or work of several. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore();
}

/** Says more of the request that is served here. */
function note(facts: Partial<RequestContext>): void {
  Object.assign(requests.getStore() ?? {}, facts);
}

/** Says whose call the request is. */
export function noteShop(shop: { organizationId: string; pluginKeyId: string } | undefined): void {
  if (shop) note({ organizationId: shop.organizationId, pluginKeyId: shop.pluginKeyId });
}

/** Says that its caller is answered within `ms`, whatever becomes of the work. */
export function noteAnsweredIn(ms: number): void {
  note({ answeredBy: performance.now() + ms });
}

/** Says with which status a page is answered, before any of it is sent. */
export function noteStatus(status: number): void {
  note({ status });
}

/** Says that a page cannot be drawn now, before any of it is sent. */
export function noteUnavailable(): void {
  note({ isUnavailable: true });
}

/** Runs a request that did not come by the channel: a test's. */
export function asRequest<Result>(given: Partial<RequestContext> & { peer: string }, run: () => Result): Result {
  return requests.run({ ...newContext(given.peer), ...given }, run);
}

/** Runs a part of this request. */
export function inRequest<Result>(request: RequestContext | undefined, run: () => Result): Result {
  return requests.run(request, run);
}

/** Runs work that many requests share: no line of it names the one that happened to begin it. */
export function outsideRequests<Result>(run: () => Result): Result {
  return requests.run(undefined, run);
}
