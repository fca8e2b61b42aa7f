import type { Worker } from "node:cluster";
import type { Server } from "node:http";
import { createServer, type Socket } from "node:net";
import { closePort } from "./port.ts";

/** `connection`: the first process sends the worker a socket. `taken`: the worker answers that it has the socket. */
type Message = { connection?: true; taken?: true } | null;

/**
 * The port of several workers: hands each connection to the one that has waited longest. A worker gets another one when it has
 * taken the last, so that one that stands still keeps one caller waiting. `node:cluster` hands out in the same way, but has no
 * way to close the port that resets nobody, and loses what it was handing to a worker that ends.
 */
export function handover() {
  /** What each worker was sent and has not taken: it has read nothing from these. */
  const sent = new Map<Worker, Socket[]>();
  const free = new Set<Worker>();
  const waiting: Socket[] = [];

  // Not read here: what a caller sends is for the worker. `noDelay` as `http.Server` has it.
  const port = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    handOut(free);
  });

  const handOut = (able: Iterable<Worker>) => {
    for (const worker of able) {
      const socket = waiting.shift();
      if (!socket) return;
      free.delete(worker);
      sent.get(worker)?.push(socket);
      // If it fails, the worker ends.
      worker.send({ connection: true }, socket, { keepOpen: true }, () => {});
    }
  };
  const isFree = (worker: Worker) => {
    free.add(worker);
    handOut(free);
  };

  return {
    port,

    add(worker: Worker): void {
      sent.set(worker, []);
      worker.on("message", (message: Message) => {
        if (!message?.taken) return;
        // Only our copy.
        sent.get(worker)?.shift()?.destroy();
        isFree(worker);
      });
      worker.once("exit", () => {
        waiting.unshift(...(sent.get(worker) ?? []));
        sent.delete(worker);
        free.delete(worker);
        handOut(free);
      });
      isFree(worker);
    },

    /** Closes the port. What a worker is told after that comes after all connections. */
    async close(): Promise<void> {
      await closePort(port);
      while (waiting.length > 0 && sent.size > 0) handOut(sent.keys());
    },
  };
}

/** Of a worker: serves the connections that the first process hands over, at most `max` at a time. */
export function takeConnections(server: Server, max: number): void {
  let open = 0;
  // From now on `http.Server` looks for requests that take too long, as it does where it listens itself.
  server.emit("listening");
  process.on("message", (message: Message, socket?: Socket) => {
    if (!message?.connection) return;
    process.send?.({ taken: true });
    if (!socket) return;
    if (open >= max) return void socket.destroy();
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
    server.emit("connection", socket);
  });
}
