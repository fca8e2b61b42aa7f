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
  const waitingOn = new WeakMap<IncomingMessage["socket"], (() => void)[]>();
  const run = (request: IncomingMessage, response: ServerResponse) => {
    response.once("close", () => {
      if (request.socket.destroyed) return;
      const next = waitingOn.get(request.socket)?.shift();
      if (next) next();
      else waitingOn.delete(request.socket);
    });
    handle(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const waiting = waitingOn.get(socket);
    if (waiting === undefined) {
      waitingOn.set(socket, []);
      run(request, response);
    } else if (waiting.length < MAX_WAITING) {
      // The asynchronous context of this request holds the address of its caller.
      waiting.push(AsyncResource.bind(() => run(request, response)));
    } else socket.destroy();
  };
}
