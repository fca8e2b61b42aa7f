import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { closePort } from "./port.ts";
import { ANSWERS_MS } from "./stop.ts";

/**
 * In milliseconds, from the moment at which the listener closes. `silent`: the first request on a connection may be on its way.
 * `idle`: a proxy uses up those that it keeps, and each answer is the last one. `body`: a request must have arrived in full.
 * `answers`: all must have been given.
 */
const TIMES = { silent: 300, idle: 100, body: 5_000, answers: ANSWERS_MS };
const SWEEP_MS = 50;

type Socket = IncomingMessage["socket"];

/** The connections of a server, so that it can end without cutting an answer. */
export function drainable(server: Server, times = TIMES) {
  const latest = new Map<Socket, ServerResponse | null>();
  let isLeaving = false;
  let onEmpty = () => {};
  server.on("connection", (socket: Socket) => {
    latest.set(socket, null);
    socket.once("close", () => {
      latest.delete(socket);
      if (latest.size === 0) onEmpty();
    });
  });

  return {
    /** The latest answer on a connection. */
    answerOn: (socket: Socket) => latest.get(socket) ?? null,

    /** Is an answer on this connection under way? */
    isBusy: (socket: Socket) => isUnderWay(latest.get(socket) ?? null),

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
    async close(): Promise<number> {
      this.leave();
      await closePort(server);
      const closed = Promise.withResolvers<number>();
      const began = performance.now();
      onEmpty = () => closed.resolve(0);
      if (latest.size === 0) onEmpty();
      const sweep = () => {
        const passed = performance.now() - began;
        if (passed > times.answers) closed.resolve([...latest.values()].filter(isUnderWay).length);
        for (const [socket, response] of latest) {
          if (!isUnderWay(response)) passed > (response ? times.idle : times.silent) && socket.destroySoon();
          else if (!response.req.complete && passed > times.body) socket.destroy();
        }
      };
      // After the event loop has read what came: a request that is there already makes its connection a busy one.
      const timer = setInterval(() => setImmediate(sweep), SWEEP_MS);
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
