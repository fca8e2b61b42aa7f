import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** How many pipelined requests may wait on one connection. Browsers and proxies send none. */
const MAX_WAITING = 8;

/**
 * Handles the requests of one connection one after the other. Node starts all requests that a client pipelines (RFC 9112, 9.3.2):
 * four connections could start 100,000 at once and starve every other client. A connection with more than `MAX_WAITING`
 * requests waiting is closed.
 */
export function onePerConnection(handle: Handler): Handler {
  /** `null`: a request is under way, and none waits. A connection without an entry is idle. */
  const waitingOn = new WeakMap<IncomingMessage["socket"], (() => void)[] | null>();
  const run: Handler = (request, response) => {
    response.on("close", onClose);
    handle(request, response);
  };
  // One function for all responses, since a closure a call is what this costs.
  function onClose(this: ServerResponse): void {
    const { socket } = this.req;
    if (socket.destroyed) return;
    const waiting = waitingOn.get(socket);
    const next = waiting?.shift();
    if (next) next();
    else waitingOn.delete(socket);
  }
  return (request, response) => {
    const { socket } = request;
    const waiting = waitingOn.get(socket);
    if (waiting === undefined) {
      waitingOn.set(socket, null);
      run(request, response);
      return;
    }
    if (waiting !== null && waiting.length >= MAX_WAITING) return void socket.destroy();
    // The asynchronous context of this request holds the address of its caller.
    const start = AsyncResource.bind(() => run(request, response));
    if (waiting === null) waitingOn.set(socket, [start]);
    else waiting.push(start);
  };
}
