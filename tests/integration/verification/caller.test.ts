import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callerOf } from "#lib/core/caller.ts";
import { asRequest } from "#lib/core/request-context.ts";

function callerAt(peer: string, forwarded: string | null, proxies: number): string {
  const headers = new Headers(forwarded === null ? {} : { "X-Forwarded-For": forwarded });
  return asRequest({ peer }, () => callerOf(headers, proxies));
}

test.for([
  ["without proxies", "198.51.100.7", null, 0, "198.51.100.7"],
  ["without proxies, a header counts for nothing", "198.51.100.7", "203.0.113.1", 0, "198.51.100.7"],
  ["one proxy wrote the last entry", "10.0.0.1", "203.0.113.1, 192.0.2.4", 1, "192.0.2.4"],
  ["of two, the second last is the caller", "10.0.0.1", "6.6.6.6, 192.0.2.4, 10.0.0.2", 2, "192.0.2.4"],
  ["fewer entries than proxies: the first", "10.0.0.1", "192.0.2.4", 3, "192.0.2.4"],
  ["a proxy that wrote none", "10.0.0.1", null, 1, "10.0.0.1"],
  ["a port is no part of it", "10.0.0.1", "192.0.2.4:5123", 1, "192.0.2.4"],
  ["IPv4 in IPv6's clothes", "::ffff:192.0.2.4", null, 0, "192.0.2.4"],
  ["of IPv6 the first half", "2001:db8:1:2:3:4:5:6", null, 0, "2001:db8:1:2::/64"],
  ["and its neighbour is the same caller", "10.0.0.1", "[2001:db8:1:2:ffff::9]:443", 1, "2001:db8:1:2::/64"],
  ["what is no address", "10.0.0.1", "unknown", 1, "unknown"],
] as const)("%s", ([, peer, forwarded, proxies, expected]) => {
  expect(callerAt(peer, forwarded, proxies)).toBe(expected);
});

const server = createServer((incoming, response) => {
  // As our handlers do: after a turn or two, from the headers alone.
  setImmediate(async () => {
    await null;
    response.end(callerOf(new Headers({ "X-Forwarded-For": String(incoming.headers["x-forwarded-for"]) }), 0));
  });
});
beforeAll(() => new Promise<void>((done) => void server.listen(0, done)));
afterAll(() => new Promise((done) => server.close(done)));

test.for(["127.0.0.1", "127.0.0.2", "::1"])(
  "a server knows that %s calls, whatever it says of itself",
  async (localAddress) => {
    const { port } = server.address() as AddressInfo;
    const host = localAddress === "::1" ? "::1" : "127.0.0.1";
    const text = await new Promise<string>((done, fail) => {
      const sent = request(
        { host, port, localAddress, headers: { "X-Forwarded-For": "203.0.113.9" } },
        async (answer) => {
          let body = "";
          for await (const chunk of answer.setEncoding("utf8")) body += chunk;
          done(body);
        },
      );
      sent.once("error", fail).end();
    });
    expect(text).toBe(localAddress === "::1" ? "0:0:0:0::/64" : localAddress);
  },
);
