import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** How many requests may wait on one connection for the answer to the one before them. No browser and no proxy sends any ahead. */
const MAX_WAITING = 8;

/**
 * Handles the requests of one connection one after the other. Node hands over all that a client has sent ahead (RFC 9112, 9.3.2):
 * with four connections a stranger would have 100,000 requests under way, and nobody else's would be answered. A connection that
 * sends more ahead is closed.
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
      // It runs as what it is: the address of its caller stands in its asynchronous context.
      waiting.push(AsyncResource.bind(() => run(request, response)));
    } else socket.destroy();
  };
}
