import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { doorOf, misfitOf } from "#app/doors.ts";
import { flushActivity } from "#lib/activity/flush.ts";
import { config } from "#lib/config.ts";
import { closeDatabase } from "#lib/database.ts";
import { hasInbox } from "#lib/inbox.ts";
import { log } from "#lib/log.ts";

/** How long a stopping server waits for the answers it still owes. */
const DRAIN_MS = 7_000;

// The configuration as it was when this was built; read again, Next would say so on standard output, which is the log.
const { config: conf } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
const app = next({ dev: false, conf, hostname: "localhost", port: config().port });
await app.prepare();
const toNext = app.getRequestHandler();

/** The reason that one of our functions gave; what Next writes stands in the response itself. */
const reasons = new WeakMap<object, string | null>();

const toOurs = getRequestListener(
  async (request, { incoming, outgoing }) => {
    const response = await doorOf(incoming.url ?? "")?.handler(request);
    if (!response) throw new Error("This request is for Next");
    reasons.set(outgoing, response.headers.get("ageway-reason"));
    return response;
  },
  { overrideGlobalObjects: false },
);

// A request to switch protocols is answered like any other: HTTP/1.1 is all we speak.
const server = createServer({ shouldUpgradeCallback: () => false }, (request, response) => {
  const { method = "", url = "" } = request;
  const misfit = misfitOf(method, url);
  const door = misfit ? null : doorOf(url);
  logWhenDone(request, response, misfit ? "misfit" : (door?.name ?? "page"));
  if (misfit) response.writeHead(misfit.status, misfit.allow ? { Allow: misfit.allow } : {}).end();
  else void (door ? toOurs(request, response) : toNext(request, response));
});

server.once("error", (fault: NodeJS.ErrnoException) => {
  log.fatal({ event: "not_listening", code: fault.code, port: config().port });
  process.exit(1);
});
// A demo lets anybody pass, and an inbox shows everybody's mail: both talk to this machine only.
const isPrivate = config().isDemo || hasInbox();
server.listen({ port: config().port, ...(isPrivate && { host: "127.0.0.1" }) }, () => {
  log.info({ event: "listening", port: config().port });
  process.send?.({ ready: true });
});

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
process.once("disconnect", stop);

function stop(): void {
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  server.close(async () => {
    await app.close();
    await flushActivity();
    await closeDatabase();
    process.exit(0);
  });
  server.closeIdleConnections();
}

/** The access log says which endpoint, never which path: paths carry devices, tokens and sessions. */
function logWhenDone({ method }: IncomingMessage, response: ServerResponse, endpoint: string): void {
  const began = performance.now();
  response.once("finish", () => {
    const reason = reasons.get(response) ?? [response.getHeader("ageway-reason")].flat()[0];
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
