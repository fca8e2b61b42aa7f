import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./ports.ts";

/** One address that leads to whichever server is the primary, as HAProxy, a pooler or a provider's name does. */
export async function startMovingAddress(first: number) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let target = first;
  const server = createServer((client) => {
    const primary = connect(target, "127.0.0.1");
    for (const socket of [client, primary]) {
      sockets.add(socket.on("error", () => {}));
      socket.once("close", () => sockets.delete(socket));
    }
    client.pipe(primary).pipe(client);
    client.once("close", () => primary.destroy());
    primary.once("close", () => client.destroy());
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    port,
    /** Closes the connections to the server before, so that nobody can be answered by it any more. */
    moveTo(next: number) {
      target = next;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
