import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./ports.ts";

/**
 * Between the app and a service at `port`: passes everything on. While it is frozen, it accepts connections and passes on
 * nothing, as a process that stands still does; once it is thawed, everything arrives.
 */
export async function freezer(port: number, host = "127.0.0.1") {
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(port, host);
    for (const [from, into] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      if (isFrozen) from.pause();
      from.on("data", (bytes) => void into.write(bytes));
      from.on("end", () => into.end());
      from.on("close", () => {
        sockets.delete(from);
        into.destroy();
      });
      from.on("error", () => into.destroy());
      if (isFrozen) from.pause();
    }
  });
  const own = await freePort();
  await new Promise<void>((done) => server.listen(own, "127.0.0.1", done));
  return {
    port: own,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
