import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./ports.ts";

/** Between the app and its database: passes everything on, until it falls silent without hanging up. Old connections stay silent. */
export async function muffler(databaseUrl: string) {
  const to = new URL(databaseUrl);
  let isSilent = false;
  const sockets = new Set<Socket>();
  const connections = new Set<{ isSilent: boolean }>();
  const server = createServer((inner) => {
    const connection = { isSilent };
    connections.add(connection);
    const outer = connect(Number(to.port), to.hostname);
    for (const [from, into] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => void (connection.isSilent || into.write(bytes)));
      from.on("close", () => into.destroy());
      from.on("error", () => into.destroy());
    }
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    fallSilent: () => {
      isSilent = true;
      for (const connection of connections) connection.isSilent = true;
    },
    takeNewConnections: () => {
      isSilent = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
