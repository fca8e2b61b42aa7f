import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

type Handler<Response> = (request: IncomingMessage, response: Response) => void;

/** Sets how many pipelined requests may wait on one connection. Browsers and proxies send none. */
const MAX_WAITING = 8;

/**
 * Handles the requests of one connection one after the other. Node starts all requests that a client pipelines (RFC 9112, 9.3.2):
 * four connections could start 100,000 at once and starve every other client. A connection with more than `MAX_WAITING`
 * requests waiting is closed.
 */
export function onePerConnection<Response extends ServerResponse>(handle: Handler<Response>): Handler<Response> {
  const connections = new WeakMap<IncomingMessage["socket"], Connection>();
  const run: Handler<Response> = (request, response) => {
    response.on("close", onClose);
    handle(request, response);
  };
  // One function for all responses, because a closure a call is most of what this would cost.
  function onClose(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = connections.get(socket);
    if (connection === undefined || socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next) next();
    else connection.isBusy = false;
  }
  return (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) connections.set(socket, { isBusy: true, waiting: [] });
    else if (connection.isBusy) {
      if (connection.waiting.length >= MAX_WAITING) return void socket.destroy();
      // The asynchronous context of this request holds the address of its caller.
      return void connection.waiting.push(AsyncResource.bind(() => run(request, response)));
    } else connection.isBusy = true;
    run(request, response);
  };
}

type Connection = { isBusy: boolean; waiting: (() => void)[] };
