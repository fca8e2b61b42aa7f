import { createServer, connect as open } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { freePort } from "./ports.ts";

/** Before the PostgreSQL of the tests, which has no TLS: speaks it with a certificate, as a server with `ssl = on` does. */
export async function tlsDoor({ certificate, privateKey }: { certificate: string; privateKey: string }) {
  const to = new URL(process.env.DATABASE_URL ?? "");
  const context = createSecureContext({ cert: certificate, key: privateKey });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (first) => {
      const asksForTls = first.length === 8;
      if (asksForTls) socket.write("S");
      const inner = asksForTls ? new TLSSocket(socket, { isServer: true, secureContext: context }) : socket;
      const outer = open(Number(to.port), to.hostname);
      if (!asksForTls) outer.write(first);
      inner.on("error", () => outer.destroy()).pipe(outer);
      outer.on("error", () => inner.destroy()).pipe(inner);
    });
  });
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return port;
}
