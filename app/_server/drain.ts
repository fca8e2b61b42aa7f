import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as TcpServer } from "node:net";
import { ANSWERS_MS } from "./stop.ts";

/**
 * In milliseconds, from the moment at which the listener closes. `idle`: a client may just be sending a request on a connection
 * without one. `body`: a request must have arrived in full. `answers`: all must have been given.
 */
const TIMES = { idle: 300, body: 5_000, answers: ANSWERS_MS };
const SWEEP_MS = 50;

type Socket = IncomingMessage["socket"];

/** The connections of a server, so that it can end without cutting an answer. */
export function drainable(server: Server, times = TIMES) {
  const latest = new Map<Socket, ServerResponse | null>();
  let isLeaving = false;
  server.on("connection", (socket: Socket) => {
    latest.set(socket, null);
    socket.once("close", () => latest.delete(socket));
  });

  return {
    isLeaving: () => isLeaving,

    /** The latest answer on a connection. */
    answerOn: (socket: Socket) => latest.get(socket) ?? null,

    /** Must be called with every response before it is used. */
    begin(response: ServerResponse): void {
      const { socket } = response.req;
      if (latest.has(socket)) latest.set(socket, response);
      if (isLeaving) response.shouldKeepAlive = false;
    },

    /** From now on every answer is the last one on its connection, so that clients and proxies open new ones elsewhere. */
    leave(): void {
      isLeaving = true;
      for (const response of latest.values()) if (response && !response.headersSent) response.shouldKeepAlive = false;
    },

    /** Accepts no further connection, and ends each one after its answer. Returns how many answers were cut. */
    close(): Promise<number> {
      this.leave();
      const closed = Promise.withResolvers<number>();
      const began = performance.now();
      // `http.Server` would cut idle connections now, and stop to look for requests that take too long.
      TcpServer.prototype.close.call(server, () => closed.resolve(0));
      const sweep = () => {
        const passed = performance.now() - began;
        if (passed > times.answers) closed.resolve([...latest.values()].filter(isUnderWay).length);
        for (const [socket, response] of latest) {
          if (!isUnderWay(response)) passed > times.idle && socket.destroySoon();
          else if (!response.req.complete && passed > times.body) socket.destroy();
        }
      };
      const timer = setInterval(sweep, SWEEP_MS);
      return closed.promise.finally(() => {
        clearInterval(timer);
        server.closeAllConnections();
      });
    },
  };
}

function isUnderWay(response: ServerResponse | null): response is ServerResponse {
  return response !== null && !response.writableFinished && !response.destroyed;
}
