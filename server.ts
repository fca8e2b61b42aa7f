import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { authCheck } from "#app/api/auth-check.ts";
import { urlGenerator } from "#app/api/url-generator.ts";
import { nowhere } from "#app/hosted/nowhere.ts";
import { config } from "#lib/config.ts";
import { closeDatabase } from "#lib/database.ts";
import { log } from "#lib/log.ts";

/** How long a stopping server waits for the answers it still owes. */
const DRAIN_MS = 7_000;

/** The hot endpoints, by their path; the same functions stand behind Next's own routes. */
const HOT: [RegExp, string, (request: Request) => Promise<Response>][] = [
  [/^\/api\/url_generator_s(?:\/[^/?]*){3}\/?(?:\?|$)/, "/api/url_generator_s", urlGenerator("s")],
  [/^\/api\/url_generator_b(?:\/[^/?]*){3}\/?(?:\?|$)/, "/api/url_generator_b", urlGenerator("b")],
  [/^\/api\/auth_check(?:\/[^/?]*){2}\/?(?:\?|$)/, "/api/auth_check", authCheck],
];

const app = next({ dev: false, hostname: "localhost", port: config().port });
await app.prepare();
const toNext = app.getRequestHandler();
const doors = HOT.map(([path, name, handler]) => ({
  path,
  name,
  listener: getRequestListener(handler, { overrideGlobalObjects: false }),
}));

const dead = { name: "nowhere", listener: getRequestListener(nowhere, { overrideGlobalObjects: false }) };

const server = createServer((request, response) => {
  const url = request.url ?? "";
  // Next breaks on an address that does not decode; there is nothing at such an address.
  const door = doors.find(({ path }) => path.test(url)) ?? (isReadable(url) ? undefined : dead);
  logWhenDone(request, response, door?.name ?? "page");
  void (door ? door.listener(request, response) : toNext(request, response));
});

server.once("error", (fault: NodeJS.ErrnoException) => {
  log.fatal({ event: "not_listening", code: fault.code, port: config().port });
  process.exit(1);
});
// A demo lets anybody pass, so it talks to this machine only.
server.listen({ port: config().port, ...(config().isDemo && { host: "127.0.0.1" }) }, () => {
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

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
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
