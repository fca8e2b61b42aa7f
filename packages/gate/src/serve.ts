import { createServer, type Server } from "node:http";
import { createProxyGate, type GateAnswer } from "./gate.ts";
import type { GateSettings } from "./settings.ts";

/** A proxy may pass on more cookies than Node takes unless told. */
const MAX_HEAD_BYTES = 64 * 1024;
/** Longer than proxies do, so that none asks on a connection that just ended. */
const KEEP_ALIVE_MS = 75_000;

/** Listens, and answers whatever fails with a closed gate. */
export async function serveGate(settings: GateSettings): Promise<Server> {
  const answerTo = createProxyGate(settings);
  const server = createServer(
    { maxHeaderSize: MAX_HEAD_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      request.resume();
      answerTo(request)
        .catch(closedBy)
        .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
        .catch(() => response.destroy());
    },
  );
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen(settings.port, settings.host, () => done());
  });
  return server;
}

function closedBy(fault: unknown): GateAnswer {
  console.error("ageway-gate:", fault);
  return { status: 503, headers: { "Cache-Control": "no-store", "Retry-After": "5" }, body: "" };
}
