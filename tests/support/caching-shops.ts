import type { createServer, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import createFastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { type Context, Hono } from "hono";
import { NextRequest, NextResponse } from "next/server.js";
import { ageGate as expressGate } from "#packages/server/src/express.ts";
import { ageGate as fastifyGate } from "#packages/server/src/fastify.ts";
import { ageGate as fetchGate } from "#packages/server/src/fetch.ts";
import { ageGate as honoGate } from "#packages/server/src/hono.ts";
import { createAgeway, keepPrivate, sealedCookie } from "#packages/server/src/index.ts";
import { ageGate as nextGate } from "#packages/server/src/next.ts";
import { CACHE_CASES } from "./misbehaving-api.ts";
import { WELCOME } from "./shop-visitor.ts";

const session = sealedCookie({ secret: "at least thirty-two random characters" });
const ageway = createAgeway({ url: "http://127.0.0.1:9", pluginKey: "pk_test_1" });
const options = { ageway, age: 18, match: "/wine", session } as const;
const yes = {
  deviceId: "d",
  age: 18,
  until: new Date(Date.now() + 20 * 60_000).toISOString(),
  pluginKey: "pk_test_1",
};
/** Of a visitor with a yes. */
export const [YES_COOKIE = ""] = (await session.seal({ ageway: yes }, false)).split(";");

export type Fields = Record<string, string>;
type Listener = Parameters<typeof createServer>[1];
/** `/wine/3` and `/beer/3` have the fields of the case with that number. */
export const fieldsAt = (path = ""): Fields => CACHE_CASES[Number(path.split("/").at(-1))]?.given ?? {};
const flat = (fields: Fields) => Object.entries(fields).flat();

type Shop = (give: {
  before?: (response: express.Response, fields: Fields) => void;
  route?: (response: express.Response, fields: Fields) => void;
}) => Listener;
const expressShop: Shop = ({ before, route }) =>
  express()
    .use((request, response, next) => {
      before?.(response, fieldsAt(request.path));
      next();
    })
    .use(expressGate(options))
    .use((request, response) => {
      route?.(response, fieldsAt(request.path));
      if (!response.headersSent) response.send(WELCOME);
      else response.end(WELCOME);
    });

/** As `on-headers` does, which much middleware uses. */
function whenWritten(response: express.Response, fields: Fields, verb: "set" | "append" = "set") {
  const { writeHead } = response;
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    for (const [name, value] of Object.entries(fields)) response[verb](name, value);
    if (Object.keys(fields).length === 0) response.removeHeader("cache-control");
    return writeHead.apply(response, given);
  }) as typeof writeHead;
}

type Moment = "onRequest" | "onSend" | "route" | "raw";
async function fastifyShop(moment: Moment): Promise<Listener> {
  const app = createFastify();
  const give = async (request: FastifyRequest, reply: FastifyReply) => void reply.headers(fieldsAt(request.url));
  if (moment === "onRequest") app.addHook("onRequest", give);
  if (moment === "onSend") app.addHook("onSend", give);
  app.addHook("preHandler", fastifyGate(options));
  app.get("/*", (request: FastifyRequest, reply: FastifyReply) => {
    if (moment === "raw") {
      reply.hijack();
      return void reply.raw.writeHead(200, fieldsAt(request.url)).end(WELCOME);
    }
    if (moment === "route") reply.headers(fieldsAt(request.url));
    return reply.type("text/html").send(WELCOME);
  });
  await app.ready();
  return (request, response) => app.routing(request, response);
}

type Outer = (context: Context, next: () => Promise<void>, fields: Fields) => Promise<void>;
type Answer = (context: Context, fields: Fields) => Response | Promise<Response>;
function honoShop(outer: Outer, answer: Answer = (_, fields) => new Response(WELCOME, { headers: fields })): Listener {
  const app = new Hono();
  app.use(async (context, next) => {
    await outer(context, next, fieldsAt(context.req.path));
    const { headers } = context.res;
    if (Object.hasOwn(headers, "set")) context.header("X-Shop", "open");
    else headers.set("X-Shop", "open");
  });
  app.use(honoGate(options));
  app.get("*", (context) => answer(context, fieldsAt(context.req.path)));
  return getRequestListener(app.fetch);
}
const plain: Answer = (context) => context.html(WELCOME);
const setAll = (headers: Headers, fields: Fields) => {
  for (const [name, value] of Object.entries(fields)) headers.set(name, value);
};

/** Its head can be read only, as that of a fetched answer. */
function readOnly(fields: Fields): Response {
  const response = new Response(WELCOME, { headers: fields });
  for (const verb of ["set", "delete"] as const)
    Object.assign(response.headers, {
      [verb]: () => {
        throw new TypeError("immutable");
      },
    });
  return response;
}
type Handler<Answer> = (request: Request) => Answer;
type Gate = (given: typeof options, handler: Handler<Response>) => Handler<Promise<Response>>;
const fetchShop = (gate: Gate, answer: (fields: Fields) => Response): Listener => {
  const handler = gate(options, (request) => answer(fieldsAt(new URL(request.url).pathname)));
  return getRequestListener(async (request) => handler(request));
};

/** As Next.js does with what `proxy.ts` answers and what the page or the configuration adds: the fields of the first leave. */
const nextProxy = (handler?: () => Response): Listener => {
  const proxy = nextGate<NextRequest>(options, handler);
  return getRequestListener(async ({ url, headers }) => {
    const first = await proxy(new NextRequest(url, { headers }));
    const fields = new Headers(fieldsAt(new URL(url).pathname));
    for (const [name, value] of first.headers) fields.set(name, value);
    const isPage = first.headers.has("x-middleware-next");
    return new Response(isPage ? WELCOME : null, { status: first.status, headers: fields });
  });
};

const nodeShop =
  (write: (response: ServerResponse, fields: Fields) => void): Listener =>
  (request, response) => {
    if (request.url?.startsWith("/wine")) keepPrivate(response);
    write(response, fieldsAt(request.url));
    response.end(WELCOME);
  };

/** Shops that speak to shared caches of what they gate, each at another moment. */
export const CACHING_SHOPS: Record<string, () => Listener | Promise<Listener>> = {
  "Express, before the gate": () => expressShop({ before: (response, fields) => response.set(fields) }),
  "Express, in the route": () => expressShop({ route: (response, fields) => response.set(fields) }),
  "Express, added in the route": () =>
    expressShop({
      route: (response, fields) => {
        for (const [name, value] of Object.entries(fields)) response.append(name, value);
      },
    }),
  "Express, as the head is written": () => expressShop({ before: whenWritten }),
  "Express, added as the head is written": () =>
    expressShop({ before: (response, fields) => whenWritten(response, fields, "append") }),
  "Express, by the writeHead of before the gate": () =>
    expressShop({
      before: (response) => Object.assign(response.locals, { writeHead: response.writeHead.bind(response) }),
      route: (response, fields) => response.set(fields).locals.writeHead(200),
    }),
  "Express, with the head": () => expressShop({ route: (response, fields) => response.writeHead(200, fields) }),
  "Express, with a list": () => expressShop({ route: (response, fields) => response.writeHead(200, flat(fields)) }),
  "Fastify, before the gate": () => fastifyShop("onRequest"),
  "Fastify, in the route": () => fastifyShop("route"),
  "Fastify, as the answer leaves": () => fastifyShop("onSend"),
  "Fastify, past its reply": () => fastifyShop("raw"),
  "Hono, before the gate": () =>
    honoShop(async (context, next, fields) => {
      for (const [name, value] of Object.entries(fields)) context.header(name, value);
      await next();
    }, plain),
  "Hono, in the route": () => honoShop(async (_, next) => next()),
  "Hono, with a head that cannot be changed": () =>
    honoShop(
      async (_, next) => next(),
      (_, fields) => readOnly(fields),
    ),
  "Hono, after the gate": () =>
    honoShop(async (context, next, fields) => {
      await next();
      for (const [name, value] of Object.entries(fields)) context.header(name, value);
    }, plain),
  "Hono, another answer after the gate": () =>
    honoShop(async (context, next, fields) => {
      await next();
      const { body, status } = context.res;
      context.res = undefined;
      context.res = new Response(body, { status, headers: fields });
    }, plain),
  "Hono, in the head after the gate": () =>
    honoShop(async (context, next, fields) => {
      await next();
      setAll(context.res.headers, fields);
    }, plain),
  "a fetch handler": () => fetchShop(fetchGate, (fields) => new Response(WELCOME, { headers: fields })),
  "a fetch handler with a head that cannot be changed": () => fetchShop(fetchGate, readOnly),
  "a route of Next.js": () => fetchShop(nextGate, (fields) => new Response(WELCOME, { headers: fields })),
  "a route of Next.js with a head that cannot be changed": () => fetchShop(nextGate, readOnly),
  "a page of Next.js behind its proxy": () => nextProxy(),
  "a page of Next.js behind a proxy of its own": () => nextProxy(() => NextResponse.next()),
  "Node, with the head": () => nodeShop((response, fields) => response.writeHead(200, "Fine", fields)),
  "Node, with a list": () => nodeShop((response, fields) => response.writeHead(200, flat(fields))),
  "Node, field by field": () =>
    nodeShop((response, fields) => {
      response.setHeaders(new Map(Object.entries(fields)));
      if (Object.keys(fields).length === 0) response.removeHeader("cache-control");
    }),
};
