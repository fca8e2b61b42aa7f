import { type Server, Server as TcpServer } from "node:net";
import { config } from "#lib/core/config.ts";
import { hasInbox } from "#lib/core/inbox.ts";
import { log } from "#lib/core/log.ts";

/** In milliseconds: a turn of the event loop in which nothing happened takes less. */
const QUIET_TURN_MS = 0.1;
/** A port that never falls quiet is closed after so long. */
const CLOSE_MS = 1_000;

/** Opens the port of this process. */
export function openPort(server: Server, onOpen: () => void, onFailure: () => void): void {
  const { host, port, isDemo } = config();
  server.on("error", (fault: NodeJS.ErrnoException) => {
    // One connection could not be accepted, as without a free descriptor. The next one may be.
    if (server.listening) return;
    log.fatal({ event: "not_listening", code: fault.code, host, port });
    onFailure();
  });
  // In a demo everybody passes, and the inbox shows everybody's mail: both listen to this machine only.
  const isPrivate = isDemo || hasInbox();
  server.listen({ port, host: isPrivate ? "127.0.0.1" : host }, onOpen);
}

/**
 * Closes the port when no connection waits there: the kernel resets those that it has opened and nobody has accepted. Node accepts
 * one in each turn of its event loop, so after a turn that accepted none they have all been accepted, and in a short one no other
 * came meanwhile.
 */
export function closePort(server: Server): Promise<void> {
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
