import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";
import type { Connections } from "./connections.ts";
import { ANSWERS_MS } from "./stop.ts";

/**
 * In milliseconds, from the moment at which the listener closes. `silent`: the first request on a connection may be on its way.
 * `idle`: a proxy uses up those that it keeps, and each answer is the last one. `body`: a request must have arrived in full.
 * `answers`: all must have been given.
 */
const TIMES = { silent: 300, idle: 100, body: 5_000, answers: ANSWERS_MS };
const SWEEP_MS = 50;
/** In milliseconds: a turn of the event loop in which nothing happened takes less. */
const QUIET_TURN_MS = 0.1;
/** Bounds the wait: a port that never falls quiet is closed after so long. */
const CLOSE_MS = 1_000;

/** Accepts no further connection, and ends each one after its answer. Returns how many answers were cut. */
export async function drain(server: Server, open: Connections, times = TIMES): Promise<number> {
  await closePort(server);
  const began = performance.now();
  const closed = Promise.withResolvers<number>();
  const sweep = () => {
    const passed = performance.now() - began;
    for (const [socket, { latest, isBusy }] of open) {
      if (!isBusy) passed > (latest ? times.idle : times.silent) && socket.destroySoon();
      else if (!latest?.req.complete && passed > times.body) socket.destroy();
    }
    if (open.size === 0) closed.resolve(0);
    else if (passed > times.answers) closed.resolve([...open.values()].filter(({ isBusy }) => isBusy).length);
  };
  // After the event loop has read what came: a request that is there already makes its connection a busy one.
  const timer = setInterval(() => setImmediate(sweep), SWEEP_MS);
  if (open.size === 0) closed.resolve(0);
  return closed.promise.finally(() => {
    clearInterval(timer);
    server.closeAllConnections();
  });
}

/**
 * Closes the port when no connection waits there: the kernel resets those that it has opened and nobody has accepted. Node accepts
 * one in each turn of its event loop, so after a turn that accepted none they have all been accepted, and in a short one no other
 * came meanwhile.
 */
function closePort(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  const closed = Promise.withResolvers<void>();
  const began = performance.now();
  let [accepted, turnBegan] = [true, began];
  server.on("connection", () => {
    accepted = true;
  });
  const afterTurn = () => {
    const now = performance.now();
    const isQuiet = !accepted && now - turnBegan < QUIET_TURN_MS;
    if (isQuiet || now - began > CLOSE_MS) {
      // `http.Server` would cut idle connections now, and stop to look for requests that take too long.
      TcpServer.prototype.close.call(server);
      return closed.resolve();
    }
    [accepted, turnBegan] = [false, now];
    setImmediate(afterTurn);
  };
  setImmediate(afterTurn);
  return closed.promise;
}
