import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callerOf } from "#lib/limits/caller.ts";
import { asRequest } from "#lib/observe/request-context.ts";
import { readTrustedProxies } from "#lib/runtime/trusted-proxies.ts";

function callerAt(peer: string, forwarded: string | null, trusted: string): string {
  const headers = new Headers(forwarded === null ? {} : { "X-Forwarded-For": forwarded });
  const proxies = readTrustedProxies(trusted);
  if (proxies === null) throw new Error(`${trusted} names no proxies`);
  return asRequest({ peer }, () => callerOf(headers, proxies));
}

const FORGED = "6.6.6.6";

test.for([
  ["without proxies", "198.51.100.7", null, "", "198.51.100.7"],
  ["without proxies, a header counts for nothing", "198.51.100.7", FORGED, "", "198.51.100.7"],
  ["who is no proxy writes no address of its own", "198.51.100.7", FORGED, "loopback,10.0.0.0/8", "198.51.100.7"],
  ["nor does one beside the network", "11.0.0.1", FORGED, "10.0.0.0/8", "11.0.0.1"],
  ["a proxy wrote the last entry", "10.0.0.1", `${FORGED}, 192.0.2.4`, "10.0.0.1", "192.0.2.4"],
  ["two proxies, and what the caller wrote", "10.0.0.1", `${FORGED}, 192.0.2.4, 10.0.0.2`, "10.0.0.0/24", "192.0.2.4"],
  ["a proxy between that nobody named", "10.0.0.1", `${FORGED}, 192.0.2.4, 172.16.0.9`, "10.0.0.0/24", "172.16.0.9"],
  ["proxies alone: the first of them", "10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.0/24", "10.0.0.3"],
  ["a proxy that wrote none", "10.0.0.1", null, "uniquelocal", "10.0.0.1"],
  ["a proxy that wrote nothing", "10.0.0.1", "", "uniquelocal", "10.0.0.1"],
  ["a proxy on this machine", "::1", "192.0.2.4", "loopback", "192.0.2.4"],
  ["a proxy on this machine, by IPv4 in IPv6's clothes", "::ffff:127.0.0.1", "192.0.2.4", "loopback", "192.0.2.4"],
  ["a proxy beside it", "fd00:1::2", "192.0.2.4", "uniquelocal", "192.0.2.4"],
  ["a port is no part of it", "10.0.0.1", "192.0.2.4:5123", "10.0.0.1", "192.0.2.4"],
  ["IPv4 in IPv6's clothes", "::ffff:192.0.2.4", null, "", "192.0.2.4"],
  ["of IPv6 the first half", "2001:db8:1:2:3:4:5:6", null, "", "2001:db8:1:2::/64"],
  ["and its neighbour is the same caller", "10.0.0.1", "[2001:db8:1:2:ffff::9]:443", "10.0.0.1", "2001:db8:1:2::/64"],
  ["what is no address", "10.0.0.1", "unknown", "10.0.0.1", "unknown"],
  ["a short form of an address", "10.0.0.1", "10.1", "10.0.0.1", "unknown"],
  ["no address at all, as of a socket of this machine", "", FORGED, "loopback", "unknown"],
  [
    "a number of proxies: the n-th entry from the right",
    "198.51.100.7",
    `${FORGED}, 192.0.2.4, 10.0.0.2`,
    "2",
    "192.0.2.4",
  ],
  ["a number, and fewer entries: the first", "10.0.0.1", "192.0.2.4", "3", "192.0.2.4"],
  ["a number, and no entry", "10.0.0.1", null, "1", "10.0.0.1"],
] as const)("%s", ([, peer, forwarded, proxies, expected]) => {
  expect(callerAt(peer, forwarded, proxies)).toBe(expected);
});

const server = createServer((incoming, response) => {
  // As our handlers do: after a turn or two, from the headers alone.
  setImmediate(async () => {
    await null;
    response.end(callerOf(new Headers({ "X-Forwarded-For": String(incoming.headers["x-forwarded-for"]) }), []));
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
