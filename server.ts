import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { authCheck } from "#app/api/auth-check.ts";
import { urlGenerator } from "#app/api/url-generator.ts";
import { config } from "#lib/config.ts";
import { closeDatabase } from "#lib/database.ts";
import { log } from "#lib/log.ts";

/** How long a stopping server waits for the answers it still owes. */
const DRAIN_MS = 7_000;

/** The hot endpoints, by their path; the same functions stand behind Next's own routes. */
const HOT: [RegExp, string, (request: Request) => Promise<Response>][] = [
  [/^\/api\/url_generator_s(?:\/[^/?]+){3}(?:\?|$)/, "/api/url_generator_s", urlGenerator("s")],
  [/^\/api\/url_generator_b(?:\/[^/?]+){3}(?:\?|$)/, "/api/url_generator_b", urlGenerator("b")],
  [/^\/api\/auth_check(?:\/[^/?]+){2}(?:\?|$)/, "/api/auth_check", authCheck],
];

const app = next({ dev: false, hostname: "localhost", port: config().port });
await app.prepare();
const toNext = app.getRequestHandler();
const doors = HOT.map(([path, name, handler]) => ({
  path,
  name,
  listener: getRequestListener(handler, { overrideGlobalObjects: false }),
}));

const server = createServer((request, response) => {
  const door = doors.find(({ path }) => path.test(request.url ?? ""));
  logWhenDone(request, response, door?.name ?? "page");
  void (door ? door.listener(request, response) : toNext(request, response));
});

server.once("error", (fault: NodeJS.ErrnoException) => {
  log.fatal({ event: "not_listening", code: fault.code, port: config().port });
  process.exit(1);
});
server.listen(config().port, () => {
  log.info({ event: "listening", port: config().port });
  process.send?.({ ready: true });
});

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
process.once("disconnect", stop);

function stop(): void {
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  server.close(async () => {
    await app.close();
    await closeDatabase();
    process.exit(0);
  });
  server.closeIdleConnections();
}

/** The access log says which endpoint, never which path: paths carry devices, tokens and sessions. */
function logWhenDone({ method }: IncomingMessage, response: ServerResponse, endpoint: string): void {
  const began = performance.now();
  response.once("finish", () => {
    const reason = response.getHeader("ageway-reason");
    log.info({
      event: "answered",
      method,
      endpoint,
      status: response.statusCode,
      reason,
      ms: Math.round(performance.now() - began),
    });
  });
}
