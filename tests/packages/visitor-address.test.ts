import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, describe, expect, test, vi } from "vitest";
import { ageGate } from "#packages/server/src/express.ts";
import { ageGate as fetchGate } from "#packages/server/src/fetch.ts";
import { createAgeway, type NodeGateOptions, sealedCookie } from "#packages/server/src/index.ts";
import { visitorPrefix } from "#packages/server/src/visitor-address.ts";
import { START_CASES, startMisbehavingApi, VISITOR_CASES } from "#tests/support/misbehaving-api.ts";
import { startPhp } from "#tests/support/php.ts";
import { SHOP_NAVIGATION, visitorOf } from "#tests/support/shop-visitor.ts";

const api = await startMisbehavingApi();
const php = await startPhp("visits.php");
afterAll(async () => {
  await php.stop();
  await api.close();
});

// The digest that a locked key's start carries: by it an instance bounds what one visitor starts.
const SECRET = "sk_gate";
const LINK = `start/${START_CASES.findIndex(({ name }) => name === "a link")}`;
const digestOf = (prefix: string | null) =>
  prefix === null ? undefined : createHmac("sha256", SECRET).update(prefix).digest("base64url");
const lastDigest = () => api.asked(LINK).at(-1)?.headers["ageway-visitor"];
const locked = { url: `${api.url}/${LINK}`, pluginKey: "pk_live_gate", secret: SECRET };

const told = VISITOR_CASES.map((given) => [`${given.address}, after ${given.forwarded}`, given] as const);

test.for(told)("%s in TypeScript", ([, { address, forwarded, prefix }]) => {
  expect(visitorPrefix({ address, forwarded })).toBe(prefix);
});

test.for(told)("%s in PHP", async ([, { address, forwarded, prefix }]) => {
  const headers = {
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
    ...(forwarded && { "x-forwarded-for": forwarded }),
  };
  const visits = [{ method: "GET", target: "/", headers, address }];
  const { answers } = await php.ask<{ answers: { status: number }[] }>({
    config: locked,
    gate: {},
    session: null,
    visits,
  });
  expect(answers).toMatchObject([{ status: 303 }]);
  expect(lastDigest()).toBe(digestOf(prefix));
});

describe("a gate of Express with a locked key", () => {
  async function start(given: Partial<NodeGateOptions<express.Request>>, trusts: boolean, forwarded?: string) {
    const session = sealedCookie({ secret: "at least thirty-two random characters" });
    const app = express().set("trust proxy", trusts);
    const server = createServer(app.use(ageGate({ ageway: createAgeway(locked), age: 18, session, ...given })));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const visitor = visitorOf(`http://localhost:${(server.address() as AddressInfo).port}`);
    const sent = { ...SHOP_NAVIGATION, ...(forwarded && { "X-Forwarded-For": forwarded }) };
    expect(await visitor.go("/", sent)).toMatchObject({ status: 303 });
    server.close();
    return lastDigest();
  }

  test("passes the visitor of a proxy that it trusts, and no proxy for a visitor", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(await start({}, true, "203.0.113.7")).toBe(digestOf("203.0.113.7"));
    expect(await start({}, false)).toBeUndefined();
    expect(warned).not.toHaveBeenCalled();
    expect(await start({}, false, "203.0.113.7")).toBeUndefined();
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });

  test("passes the visitor whom the shop names", async () => {
    const visitor = (request: express.Request) => request.header("x-forwarded-for");
    expect(await start({ visitor }, false, "2001:db8:1:2::3")).toBe(digestOf("2001:db8:1:2::/64"));
  });
});

const bun = {
  seen: { address: "203.0.113.7" },
  requestIP(_: Request) {
    return this.seen;
  },
};

test.for([
  ["Deno", { remoteAddr: { hostname: "203.0.113.7" } }],
  ["Bun's server", bun],
])("a fetch handler passes the visitor whom %s names beside the request", async ([, beside]) => {
  const session = sealedCookie({ secret: "at least thirty-two random characters" });
  const gate = fetchGate({ ageway: createAgeway(locked), age: 18, session }, (_, __: unknown) => new Response());
  const answer = await gate(new Request("https://shop.example/", { headers: SHOP_NAVIGATION }), beside);
  expect([answer.status, lastDigest()]).toEqual([303, digestOf("203.0.113.7")]);
});

test("an open key's calls carry none", async () => {
  const ageway = createAgeway({ ...locked, secret: "" });
  await ageway.start({ deviceId: "d", age: 18, returnUrl: "https://shop.example/", visitor: "203.0.113.7" });
  expect(lastDigest()).toBeUndefined();
});
