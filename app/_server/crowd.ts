import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How full the server may be before it closes idle connections, and which part of it one peer may hold. */
const [CROWDED, SHARE] = [3 / 4, 1 / 4];

/** `callerAt`: what counts as one peer of an address. A machine with IPv6 has as many addresses as it likes. */
type Options = {
  max: number;
  callerAt: (address: string) => string;
  isProxy: (address: string) => boolean;
  isBusy: (socket: Socket) => boolean;
};

/**
 * Keeps room for the callers that come next: connections that nobody uses must not be all that the server may have. Above three
 * quarters of `max`, each new one closes the one that has been idle for longest; above a quarter of one peer, unless that is a proxy
 * of the operator, one of its own. Where all of that peer's are busy, its new one is closed.
 */
export function keepRoom(server: Server, { max, callerAt, isProxy, isBusy }: Options) {
  server.maxConnections = max;
  /** In the order of their last request, or of their beginning. */
  const all = new Map<Socket, string>();
  const byPeer = new Map<string, Set<Socket>>();

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const peer = callerAt(address);
    const own = byPeer.get(peer) ?? new Set();
    byPeer.set(peer, own.add(socket));
    all.set(socket, peer);
    socket.once("close", () => {
      all.delete(socket);
      own.delete(socket);
      if (own.size === 0 && byPeer.get(peer) === own) byPeer.delete(peer);
    });
    if (own.size > max * SHARE && !isProxy(address)) (longestIdle(own.keys(), socket) ?? socket).destroy();
    else if (all.size > max * CROWDED) longestIdle(all.keys(), socket)?.destroy();
  });

  function longestIdle(sockets: Iterable<Socket>, latest: Socket): Socket | undefined {
    for (const socket of sockets) if (socket !== latest && !socket.destroyed && !isBusy(socket)) return socket;
    return undefined;
  }

  return {
    /** Must be called with each request's connection. */
    use(socket: Socket): void {
      const peer = all.get(socket);
      if (peer === undefined) return;
      all.delete(socket);
      all.set(socket, peer);
      const own = byPeer.get(peer);
      if (own?.delete(socket)) own.add(socket);
    },
  };
}
