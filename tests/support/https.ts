import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createListener } from "node:net";
import { CERTIFICATE, PRIVATE_KEY } from "./certificate.ts";

/** A real web server on 127.0.0.1, unless told with the certificate of shop.example and of the hosts below it. */
export async function startHttps(
  answer: RequestListener,
  { certificate, privateKey } = { certificate: CERTIFICATE, privateKey: PRIVATE_KEY },
) {
  const asked: string[] = [];
  const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, asked, certificate, close };
}

/** Counts who connects, and says nothing. `null` where this machine has no such address, or somebody listens there. */
export async function startTrap(host: string, port: number) {
  let connections = 0;
  const trap = createListener((socket) => {
    connections += 1;
    socket.destroy();
  });
  const isOpen = await new Promise<boolean>((done) => {
    trap.once("error", () => done(false)).listen({ host, port, ipv6Only: true }, () => done(true));
  });
  return isOpen ? { connections: () => connections, close: () => void trap.close() } : null;
}
