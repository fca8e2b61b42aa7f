import { createServer, connect as open, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { freePort } from "./ports.ts";

/**
 * Before the database: passes on what comes, until it is cut, hangs up on all who come, as a proxy without a
 * server does, or falls silent and then also answers no FIN with its own.
 */
export async function lineToDatabase() {
  const to = new URL(process.env.DATABASE_URL ?? "");
  const sockets = new Set<Socket>();
  const calls: number[] = [];
  let [isSilent, isOpen] = [false, true];
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    calls.push(performance.now());
    if (!isOpen) return void inner.destroy();
    const outer = open(Number(to.port), to.hostname);
    for (const [from, into] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => void (isSilent || into.write(bytes)));
      from.on("end", () => void (isSilent || into.end()));
      from.on("error", () => {});
    }
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const url = Object.assign(new URL(to), { hostname: "127.0.0.1", port: String(port) });
  return {
    url: url.href,
    /** When each connection began. */
    calls,
    cut,
    hangUp: () => {
      isOpen = false;
      cut();
    },
    takeCalls: () => {
      isOpen = true;
    },
    fallSilent: () => {
      isSilent = true;
    },
  };
}
