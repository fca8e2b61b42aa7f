import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./ports.ts";

type Sent = { text: string; isFirst: boolean };

/** Asked by proxies on their own, whenever they like: these always pass, and count for nothing. */
const HEALTH = "GET /api/health/live ";

/** Between a proxy and Ageway: passes everything on, until it is told to cut. It sees every request as the proxy wrote it. `at`: its own port. */
export async function startCutter(port: number, at?: number) {
  const requests: Sent[] = [];
  const sockets = new Set<Socket>();
  let cuts = 0;
  let isHolding = false;
  const server = createServer((proxy) => {
    const app = connect(port, "127.0.0.1");
    for (const socket of [proxy, app]) sockets.add(socket.on("error", () => {}));
    let [isFirst, isHealth] = [true, false];
    proxy.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      isHealth = text.startsWith(HEALTH);
      if (!isHealth) requests.push({ text, isFirst });
      isFirst = false;
      app.write(bytes);
    });
    app.on("data", (bytes) => {
      if (isHealth) return void proxy.write(bytes);
      if (isHolding) return;
      if (cuts === 0) return void proxy.write(bytes);
      cuts -= 1;
      proxy.destroy();
      app.destroy();
    });
    proxy.on("close", () => app.destroy());
    app.on("close", () => proxy.destroy());
  });
  const own = at ?? (await freePort());
  await new Promise<void>((done) => server.listen(own, "127.0.0.1", done));
  return {
    port: own,
    /** What the proxy sent, oldest first; a long one in several pieces. `isFirst`: nothing came before on its connection. */
    requests,
    /** Keeps the next so many answers, and cuts the connection instead. */
    cut(times: number) {
      cuts = times;
    },
    /** From now on answers are kept, and connections stay. */
    hold(on: boolean) {
      isHolding = on;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
