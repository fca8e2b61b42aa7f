import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import createFastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { type Context, Hono } from "hono";
import { NextRequest, NextResponse } from "next/server.js";
import { afterAll, expect, test } from "vitest";
import { ageGate as expressGate } from "#packages/server/src/express.ts";
import { ageGate as fastifyGate } from "#packages/server/src/fastify.ts";
import { ageGate as honoGate } from "#packages/server/src/hono.ts";
import { createAgeway, keepPrivate, privately, sealedCookie } from "#packages/server/src/index.ts";
import { ageGate as nextGate } from "#packages/server/src/next.ts";
import { CACHE_CASES } from "#tests/support/misbehaving-api.ts";
import { SHOP_NAVIGATION, visitorOf, WELCOME } from "#tests/support/shop-visitor.ts";

// A gated page may be in no cache that visitors share, whatever the shop says of it: before the gate, in the route, or as the head leaves.
const session = sealedCookie({ secret: "at least thirty-two random characters" });
const ageway = createAgeway({ url: "http://127.0.0.1:9", pluginKey: "pk_test_1" });
const options = { ageway, age: 18, match: "/wine", session } as const;
const yes = {
  deviceId: "d",
  age: 18,
  until: new Date(Date.now() + 20 * 60_000).toISOString(),
  pluginKey: "pk_test_1",
};
const [cookie = ""] = (await session.seal({ ageway: yes }, false)).split(";");

type Fields = Record<string, string>;
type Listener = Parameters<typeof createServer>[1];
/** `/wine/3` and `/beer/3` have the fields of the case with that number. */
const fieldsAt = (path = ""): Fields => CACHE_CASES[Number(path.split("/").at(-1))]?.given ?? {};
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
const nextShop = (handler: (fields: Fields) => Response): Listener => {
  const route = nextGate(options, (request) => handler(fieldsAt(new URL(request.url).pathname)));
  return getRequestListener(async (request) => route(request));
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

const SHOPS: Record<string, () => Listener | Promise<Listener>> = {
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
  "a fetch handler": () => nextShop((fields) => new Response(WELCOME, { headers: fields })),
  "a fetch handler with a head that cannot be changed": () => nextShop(readOnly),
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

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** What a cache could read beside `Cache-Control`. */
const others = (headers: object) =>
  Object.entries(headers).filter(([name, value]) => {
    const isForCaches = /cache-control$|^surrogate|^edge-|^x-accel|^expires$/.test(name) && name !== "cache-control";
    return isForCaches && !["no-store", "no-cache", "0"].includes(value);
  });
const directives = (line: unknown) =>
  String(line)
    .split(",")
    .map((one) => one.trim());

const isForOne = (all: string[]) => /private|no-store/.test(all.join()) && !/public|s-maxage|"/.test(all.join());

test.for(Object.entries(SHOPS))("%s: no shared cache may keep what is gated", async ([name, shop]) => {
  const server = createServer(await shop());
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const visitor = visitorOf(`http://localhost:${(server.address() as AddressInfo).port}`);
  for (const [n, { name: given, leaves }] of CACHE_CASES.entries()) {
    const open = await visitor.go(`/wine/${n}`, { ...SHOP_NAVIGATION, cookie });
    expect(open, given).toMatchObject({ status: 200, isOpen: true });
    // Where the gate has spoken first, its own words may stay.
    expect(open.headers["cache-control"], given).toSatisfy(
      (line) => line === leaves || /^private, no-cache/.test(line),
    );
    expect(directives(open.headers["cache-control"]), given).toSatisfy(isForOne);
    expect(others(open.headers), given).toEqual([]);
    if (name.startsWith("Hono")) expect(open.headers["x-shop"], given).toBe("open");
    if (name.startsWith("Node")) continue;
    visitor.jar.clear();
    const closed = await visitor.go(`/wine/${n}`);
    expect(closed, given).toMatchObject({ status: 303, isOpen: false });
    expect(directives(closed.headers["cache-control"]), given).toSatisfy(isForOne);
    expect(others(closed.headers), given).toEqual([]);
  }
  const free = await visitor.go("/beer/1");
  expect(free.headers["cache-control"], "what is not gated").toBe("public, max-age=600");
});

test("the head of an answer over HTTP/2 is kept, too", async () => {
  const server = createHttp2Server((request, response) => {
    keepPrivate(response);
    response.writeHead(200, fieldsAt(request.url)).end(WELCOME);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  for (const [n, { name, leaves }] of CACHE_CASES.entries()) {
    const stream = client.request({ ":path": `/wine/${n}` });
    const headers = await new Promise<object>((done) => stream.once("response", done));
    expect((headers as Fields)["cache-control"], name).toBe(leaves);
    expect(others(headers), name).toEqual([]);
    stream.close();
  }
  client.destroy();
  server.close();
});

test("an answer that needs no change is the same one", () => {
  const response = new Response(null, { headers: { "Cache-Control": "private" } });
  expect(privately(response)).toBe(response);
});
