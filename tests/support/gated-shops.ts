import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import fastifyCookie from "@fastify/cookie";
import fastifySession from "@fastify/session";
import { getRequestListener } from "@hono/node-server";
import express, { type Express } from "express";
import createFastify from "fastify";
import { Hono } from "hono";
import { NextRequest } from "next/server.js";
import { ageGate as expressGate } from "#packages/server/src/express.ts";
import { ageGate as fastifyGate } from "#packages/server/src/fastify.ts";
import { ageGate as fetchGate } from "#packages/server/src/fetch.ts";
import type { GateOptions } from "#packages/server/src/gate.ts";
import { ageGate as honoGate } from "#packages/server/src/hono.ts";
import { sealedCookie } from "#packages/server/src/index.ts";
import { ageGate as nextGate } from "#packages/server/src/next.ts";
import { visitorOf, WELCOME } from "./shop-visitor.ts";

/** What a test says of a gate; where sessions are kept is the framework's. */
export type Gate = Omit<GateOptions<unknown>, "session">;
type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const SECRET = "at least thirty-two random characters";
const MONTH = 30 * 24 * 60 * 60_000;
const expressSession = createRequire(import.meta.url)("express-session");

/** Each is a shop that says welcome at every path where its gates let the visitor through. */
export const FRAMEWORKS = {
  express: expressShop,
  fastify: fastifyShop,
  fetch: fetchShop,
  hono: honoShop,
  next: nextShop,
};
export type Framework = keyof typeof FRAMEWORKS;

export async function startGatedShop(framework: Framework, gates: readonly Gate[]) {
  const server = createServer(await FRAMEWORKS[framework](gates));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // Next calls every name of this machine so.
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    visitor: () => visitorOf(url),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function expressShop(gates: readonly Gate[]): Promise<Listener> {
  const app: Express = express();
  app.use(expressSession({ secret: SECRET, resave: false, saveUninitialized: false, cookie: { sameSite: "lax" } }));
  for (const gate of gates) app.use(expressGate(gate));
  const sessionOf = (req: object) =>
    (
      req as {
        session: { wine?: string; ageway?: unknown; cookie: { maxAge: number }; destroy(done: () => void): void };
      }
    ).session;
  app.post("/basket/:wine", (req, res) => {
    sessionOf(req).wine = req.params.wine;
    res.end();
  });
  app.post("/remember", (req, res) => {
    sessionOf(req).wine = "riesling";
    sessionOf(req).cookie.maxAge = MONTH;
    res.end();
  });
  app.post("/renew", (req, res) => {
    sessionOf(req).ageway = { deviceId: "another" };
    res.end();
  });
  app.get("/basket", (req, res) => void res.send(sessionOf(req).wine));
  app.post("/sign-out", (req, res) => sessionOf(req).destroy(() => res.end()));
  app.use((_, res) => void res.send(WELCOME));
  return app;
}

async function fastifyShop(gates: readonly Gate[]): Promise<Listener> {
  const app = createFastify();
  await app.register(fastifyCookie);
  await app.register(fastifySession, { secret: SECRET, saveUninitialized: false, cookie: { secure: false } });
  for (const gate of gates) app.addHook("preHandler", fastifyGate(gate));
  const sessionOf = (req: object) => (req as { session: { wine?: string; ageway?: unknown } }).session;
  app.post("/basket/:wine", async (req, reply) => {
    sessionOf(req).wine = (req.params as { wine: string }).wine;
    return reply.send("");
  });
  app.post("/remember", async (req, reply) => {
    sessionOf(req).wine = "riesling";
    req.session.cookie.maxAge = MONTH;
    return reply.send("");
  });
  app.post("/renew", async (req, reply) => {
    sessionOf(req).ageway = { deviceId: "another" };
    return reply.send("");
  });
  app.get("/basket", async (req) => sessionOf(req).wine);
  app.post("/sign-out", async (req, reply) => {
    await req.session.destroy();
    return reply.send("");
  });
  app.all("/*", (_, reply) => reply.type("text/html").send(WELCOME));
  await app.ready();
  return (request, response) => app.routing(request, response);
}

/** Of several gates each is the handler of the one before. */
async function fetchShop(gates: readonly Gate[]): Promise<Listener> {
  const session = sealedCookie({ secret: SECRET });
  const welcome = async () => new Response(WELCOME, { headers: { "Content-Type": "text/html" } });
  const handler = gates.reduceRight<(request: Request) => Promise<Response>>(
    (inner, gate) => fetchGate({ ...gate, session }, inner),
    welcome,
  );
  return getRequestListener(handler);
}

async function honoShop(gates: readonly Gate[]): Promise<Listener> {
  const app = new Hono();
  const session = sealedCookie({ secret: SECRET });
  for (const gate of gates) app.use(honoGate({ ...gate, session }));
  app.all("*", (c) => c.html(WELCOME));
  return getRequestListener(app.fetch);
}

/** Next runs `proxy.ts`, and renders the page with its headers where that says so. */
async function nextShop(gates: readonly Gate[]): Promise<Listener> {
  const session = sealedCookie({ secret: SECRET });
  const proxies = gates.map((gate) => nextGate<NextRequest>({ ...gate, session }));
  return getRequestListener(async (incoming) => {
    const { url, method, headers } = incoming;
    const added: [string, string][] = [];
    for (const proxy of proxies) {
      const answer = await proxy(new NextRequest(url, { method, headers }));
      if (!answer.headers.has("x-middleware-next")) return answer;
      added.push(...[...answer.headers].filter(([name]) => name !== "x-middleware-next"));
    }
    return new Response(WELCOME, { headers: [["Content-Type", "text/html"], ...added] });
  });
}
