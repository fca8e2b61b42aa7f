import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Says how full the server may be before it closes idle connections, and which part of it one peer may hold. */
const [CROWDED, SHARE] = [3 / 4, 1 / 4];

/** `callerAt`: what counts as one peer of an address. A machine with IPv6 has as many addresses as it likes. */
type Options = {
  max: number;
  callerAt: (address: string) => string;
  isProxy: (address: string) => boolean;
  isBusy: (socket: Socket) => boolean;
};

/** The connections of one peer. `idle`: in the order in which their last answer ended, or in which they began. */
type Own = { idle: Set<Socket>; count: number };

/**
 * Keeps room for the callers that come next: connections that nobody uses must not be all that the server may have. Above three
 * quarters of `max`, each new one closes the one that has been idle for longest; above a quarter of one peer, unless that is a proxy
 * of the operator, one of its own. Where all of that peer's are busy, its new one is closed.
 */
export function keepRoom(server: Server, { max, callerAt, isProxy, isBusy }: Options) {
  server.maxConnections = max;
  const idle = new Set<Socket>();
  const peers = new Map<string, Own>();
  const ownOf = new WeakMap<Socket, Own>();
  let count = 0;

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const peer = callerAt(address);
    const own = peers.get(peer) ?? { idle: new Set(), count: 0 };
    peers.set(peer, own);
    ownOf.set(socket, own);
    count += 1;
    own.count += 1;
    socket.once("close", () => {
      count -= 1;
      own.count -= 1;
      leave(socket, own);
      if (own.count === 0) peers.delete(peer);
    });
    if (own.count > max * SHARE && !isProxy(address)) (longestIdle(own.idle) ?? socket).destroy();
    else if (count > max * CROWDED) longestIdle(idle)?.destroy();
    if (!socket.destroyed) join(socket, own);
  });

  function join(socket: Socket, own: Own): void {
    idle.add(socket);
    own.idle.add(socket);
  }

  function leave(socket: Socket, own: Own): void {
    idle.delete(socket);
    own.idle.delete(socket);
  }

  /** Takes it from the others, so that none is closed twice. */
  function longestIdle([socket]: Set<Socket>): Socket | undefined {
    const own = socket && ownOf.get(socket);
    if (own) leave(socket, own);
    return socket;
  }

  // One function for all responses, because a closure a call would cost more than the rest of this.
  function onClose(this: ServerResponse): void {
    const { socket } = this.req;
    const own = ownOf.get(socket);
    if (own && !socket.destroyed && !isBusy(socket)) join(socket, own);
  }

  return {
    /** Must be called with every response before it is used. */
    begin(response: ServerResponse): void {
      const { socket } = response.req;
      const own = ownOf.get(socket);
      if (own) leave(socket, own);
      response.on("close", onClose);
    },
  };
}
