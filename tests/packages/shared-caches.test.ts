import { createServer, type Server } from "node:http";
import { connect, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { ageGate } from "#packages/server/src/fetch.ts";
import { createAgeway, keepPrivate, privately } from "#packages/server/src/index.ts";
import { CACHING_SHOPS, type Fields, fieldsAt, YES_COOKIE } from "#tests/support/caching-shops.ts";
import { CACHE_CASES } from "#tests/support/misbehaving-api.ts";
import { SHOP_NAVIGATION, visitorOf, WELCOME } from "#tests/support/shop-visitor.ts";

// A gated page may be in no cache that visitors share, whatever the shop says of it: before the gate, in the route, or as the head leaves.

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

test.for(Object.entries(CACHING_SHOPS))("%s: no shared cache may keep what is gated", async ([name, shop]) => {
  const server = createServer(await shop());
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const visitor = visitorOf(`http://localhost:${(server.address() as AddressInfo).port}`);
  for (const [n, { name: given, leaves }] of CACHE_CASES.entries()) {
    const open = await visitor.go(`/wine/${n}`, { ...SHOP_NAVIGATION, cookie: YES_COOKIE });
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

test("a handler that answers nothing, as Bun's does to a WebSocket, is heard", async () => {
  const until = new Date(Date.now() + 60_000).toISOString();
  const yes = { ageway: { deviceId: "d", age: 18, until, pluginKey: "pk_test_1" } };
  const ageway = createAgeway({ url: "http://127.0.0.1:9", pluginKey: "pk_test_1" });
  const gateOf = (session: object) => ageGate({ ageway, age: 18, session: () => session }, () => undefined);
  const upgrade = new Request("http://shop.example/live");
  expect(await gateOf(yes)(upgrade)).toBeUndefined();
  expect(await gateOf({})(upgrade)).toMatchObject({ status: 403 });
});
