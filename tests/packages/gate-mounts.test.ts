import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastifyCookie from "@fastify/cookie";
import fastifySession from "@fastify/session";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import createFastify from "fastify";
import { Hono } from "hono";
import { NextRequest } from "next/server.js";
import { afterAll, describe, expect, test } from "vitest";
import { ageGate as expressGate } from "#packages/server/src/express.ts";
import { ageGate as fastifyGate } from "#packages/server/src/fastify.ts";
import { ageGate as honoGate } from "#packages/server/src/hono.ts";
import { createAgeway, sealedCookie } from "#packages/server/src/index.ts";
import { ageGate as nextGate } from "#packages/server/src/next.ts";
import { SHOP_NAVIGATION, visitorOf } from "#tests/support/shop-visitor.ts";

const SECRET = "at least thirty-two random characters";
const session = sealedCookie({ secret: SECRET });
const gate = {
  ageway: createAgeway({ url: "http://127.0.0.1:9", pluginKey: "pk_test_1" }),
  age: 18,
  match: "/pay",
} as const;
const GATE = { ...gate, session };
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function serve(listener: Parameters<typeof createServer>[1]) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return visitorOf(`http://localhost:${(server.address() as AddressInfo).port}`);
}

/** `/pay` is gated, and `/wines` is not, wherever the router is. */
async function expectGated(shop: ReturnType<typeof visitorOf>, paths: string[], open: string) {
  for (const path of paths)
    for (const method of ["GET", "POST"]) {
      shop.jar.clear();
      const answer = await shop.go(path, SHOP_NAVIGATION, method);
      expect([path, answer.status], answer.text).toEqual([path, method === "GET" ? 303 : 403]);
    }
  expect(await shop.go(open)).toMatchObject({ status: 200, text: "open" });
}

describe("a gate for /pay in Express", () => {
  function router() {
    const inner = express.Router();
    inner.use(expressGate(GATE));
    inner.all(["/pay", "/wines"], (_, response) => void response.send("open"));
    return inner;
  }

  test("gates below the path of its router, and of a router in a router", async () => {
    const outer = express.Router().use("/da", router());
    const app = express().use("/shop", router()).use("/land", outer);
    await expectGated(await serve(app), ["/shop/pay", "/Shop/PAY/", "/land/da/pay"], "/shop/wines");
  });

  test("gates an address that another line of the shop has turned into /pay", async () => {
    const app = express().use((request, _, next) => {
      if (request.url === "/kasse") request.url = "/pay";
      next();
    });
    await expectGated(await serve(app.use(router())), ["/kasse"], "/wines");
  });
});

test("a gate for /lists gates the files of a folder, however its server finds them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ageway-lists-"));
  mkdirSync(join(folder, "lists"));
  for (const file of ["lists/pay", "wines"]) writeFileSync(join(folder, file), "open");
  const app = express()
    .use(expressGate({ ...GATE, match: "/lists" }))
    .use(express.static(folder));
  const shop = await serve(app);
  try {
    const paths = ["/lists/pay", "/%6cists/pay", "/x/../lists/pay", "/x/..%2flists/pay", "/x%3f/..%2flists%2fpay"];
    // A letter of a name, but on Windows.
    paths.push("/x\\y/../lists/pay", "/x%5cy/..%2flists/pay");
    await expectGated(shop, paths, "/wines");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("a gate for /pay in Fastify", () => {
  async function app(options = {}) {
    const fastify = createFastify(options);
    await fastify.register(fastifyCookie);
    await fastify.register(fastifySession, { secret: SECRET, saveUninitialized: false, cookie: { secure: false } });
    return fastify;
  }

  test("gates below the prefix of its plugin, and of a plugin in a plugin", async () => {
    const fastify = await app({ routerOptions: { ignoreDuplicateSlashes: true, caseSensitive: false } });
    await fastify.register(
      async (plugin) => {
        plugin.addHook("preHandler", fastifyGate(gate));
        plugin.all("/pay", async () => "open");
        plugin.get("/wines", async () => "open");
        await plugin.register(async (inner) => void inner.all("/pay", async () => "open"), { prefix: "/da" });
      },
      { prefix: "/:country/shop" },
    );
    await fastify.ready();
    const shop = await serve((request, response) => fastify.routing(request, response));
    await expectGated(shop, ["/dk/shop/pay", "/dk//shop/PAY", "/dk/shop/da/pay"], "/dk/shop/wines");
  });

  test("gates an address that rewriteUrl has turned into /pay", async () => {
    const fastify = await app({ rewriteUrl: ({ url = "" }) => url.replace("/kasse", "/pay") });
    fastify.addHook("preHandler", fastifyGate(gate));
    fastify.all("/pay", async () => "open");
    fastify.get("/wines", async () => "open");
    await fastify.ready();
    await expectGated(await serve((request, response) => fastify.routing(request, response)), ["/kasse"], "/wines");
  });
});

test("a gate for /checkout and /käse gates whatever letters Fastify takes for theirs", async () => {
  const app = createFastify({ routerOptions: { caseSensitive: false } });
  await app.register(fastifyCookie);
  await app.register(fastifySession, { secret: SECRET, saveUninitialized: false, cookie: { secure: false } });
  app.addHook("preHandler", fastifyGate({ ...gate, match: ["/checkout", "/käse"] }));
  for (const path of ["/checkout", "/käse"]) app.all(path, async () => "open");
  app.get("/wines", async () => "open");
  await app.ready();
  const shop = await serve((request, response) => app.routing(request, response));
  // U+212A, the sign of the kelvin, is a k in small letters.
  const paths = ["/CHECKOUT", "/chec%E2%84%AAout", "/k%C3%A4se", "/K%C3%84SE", "/%E2%84%AA%C3%A4se"];
  await expectGated(shop, paths, "/wines");
});

describe("a gate for /pay in Hono", () => {
  function router(app = new Hono()) {
    app.use(honoGate(GATE));
    return app.all("/pay", (c) => c.text("open")).get("/wines", (c) => c.text("open"));
  }

  test("gates below the path of its router, of a router in a router, and below a basePath", async () => {
    const app = new Hono().route("/shop", router()).route("/land", new Hono().route("/da", router()));
    app.route("/", router(new Hono().basePath("/base")));
    app.mount("/mount", router().fetch);
    const paths = ["/shop/pay", "/land/da/pay", "/base/pay", "/mount/pay"];
    await expectGated(await serve(getRequestListener(app.fetch)), paths, "/shop/wines");
  });

  test("gates what its getPath routes to /pay", async () => {
    const app = router(new Hono({ getPath: ({ url }) => new URL(url).pathname.replace("/kasse", "/pay") }));
    await expectGated(await serve(getRequestListener(app.fetch)), ["/kasse"], "/wines");
  });
});

test("a gate for /pay in Next gates it below a base path, with a locale and as data", async () => {
  const proxy = nextGate<NextRequest>(GATE);
  const nextConfig = { basePath: "/shop", i18n: { locales: ["en", "da"], defaultLocale: "en" } };
  const listener = getRequestListener(async ({ url, method, headers }) => {
    const answer = await proxy(new NextRequest(url, { method, headers, nextConfig }));
    return answer.headers.has("x-middleware-next") ? new Response("open") : answer;
  });
  const paths = ["/shop/pay", "/shop/da/pay", "/shop/_next/data/a1/pay.json", "/shop/_next/data/a1/da/pay.json"];
  // So does Next 16 pass on /shop/da/pay, of a locale that is not the default.
  paths.push("/da/shop/da/pay", "/da/shop/DA/pay", "/da/_next/data/a1/da/pay.json", "/da/_next/data/a1/en/pay.json");
  await expectGated(await serve(listener), paths, "/shop/da/wines");
});
