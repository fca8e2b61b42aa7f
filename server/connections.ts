import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Sets how many pipelined requests may wait on one connection. Browsers and proxies send none. */
const MAX_WAITING = 8;
/** Sets how full the server may be before it closes idle connections, and which part of it one peer may hold. */
const [CROWDED, SHARE] = [3 / 4, 1 / 4];

type Socket = IncomingMessage["socket"];

/** `latest`: the answer that was begun last, under way while `isBusy`. `waiting`: requests that the client sent ahead of it. */
type Connection = { latest: ServerResponse | null; isBusy: boolean; waiting: (() => void)[]; peer: Peer };
export type Connections = ReadonlyMap<Socket, Connection>;

/** The connections of one caller. `idle`: in the order in which their last answer ended, or in which they began. */
type Peer = { idle: Set<Socket>; count: number };

/** `callerAt`: what counts as one peer of an address. A machine with IPv6 has as many addresses as it likes. */
type Options = { max: number; callerAt: (address: string) => string; isProxy: (address: string) => boolean };

/**
 * Handles the requests of one connection one after the other. Node starts all that a client pipelines (RFC 9112, 9.3.2): four
 * connections could start 100,000 at once. One with more than `MAX_WAITING` waiting is closed.
 *
 * Keeps room for callers that come next. Above three quarters of `max`, each new connection closes the one that has been idle for
 * longest; above a quarter of one peer that is no proxy of the operator, one of its own, or where all are busy the new one.
 */
export function keepConnections<Response extends ServerResponse>(
  server: Server,
  handle: (request: IncomingMessage, response: Response) => void,
  { max, callerAt, isProxy }: Options,
) {
  server.maxConnections = max;
  const open = new Map<Socket, Connection>();
  const idle = new Set<Socket>();
  const peers = new Map<string, Peer>();
  let isLeaving = false;

  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const name = callerAt(address);
    const peer = peers.get(name) ?? { idle: new Set(), count: 0 };
    peers.set(name, peer);
    peer.count += 1;
    open.set(socket, { latest: null, isBusy: false, waiting: [], peer });
    socket.once("close", () => {
      open.delete(socket);
      use(socket, peer);
      peer.count -= 1;
      if (peer.count === 0) peers.delete(name);
    });
    if (peer.count > max * SHARE && !isProxy(address)) (longestIdle(peer.idle) ?? socket).destroy();
    else if (open.size > max * CROWDED) longestIdle(idle)?.destroy();
    if (!socket.destroyed) rest(socket, peer);
  });

  server.on("request", (request, made) => {
    // `createServer` was told to make these.
    const response = made as Response;
    const connection = open.get(request.socket);
    if (connection === undefined) return void response.destroy();
    if (!connection.isBusy) return begin(connection, request, response);
    if (connection.waiting.length >= MAX_WAITING) return void request.socket.destroy();
    // The asynchronous context of this request holds the address of its caller.
    connection.waiting.push(AsyncResource.bind(() => begin(connection, request, response)));
  });

  function begin(connection: Connection, request: IncomingMessage, response: Response): void {
    connection.latest = response;
    connection.isBusy = true;
    use(request.socket, connection.peer);
    if (isLeaving) response.shouldKeepAlive = false;
    response.on("close", onClose);
    handle(request, response);
  }

  // One function for all responses: a closure a call would cost more than the rest of this.
  function onClose(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = open.get(socket);
    if (connection === undefined || socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next) return void next();
    connection.isBusy = false;
    rest(socket, connection.peer);
  }

  function rest(socket: Socket, peer: Peer): void {
    idle.add(socket);
    peer.idle.add(socket);
  }

  function use(socket: Socket, peer: Peer): void {
    idle.delete(socket);
    peer.idle.delete(socket);
  }

  /** Takes it from the others, so that none is closed twice. */
  function longestIdle([socket]: Set<Socket>): Socket | undefined {
    const peer = socket && open.get(socket)?.peer;
    if (peer) use(socket, peer);
    return socket;
  }

  return {
    open: open as Connections,

    /** From now on every answer is the last one on its connection, so that clients and proxies open new ones elsewhere. */
    leave(): void {
      isLeaving = true;
      for (const { latest } of open.values()) if (latest && !latest.headersSent) latest.shouldKeepAlive = false;
    },
  };
}
