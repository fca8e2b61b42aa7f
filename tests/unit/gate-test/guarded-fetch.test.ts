import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Network } from "#lib/domains/network.ts";
import { groundsOf } from "#lib/gate-test/grounds.ts";
import { guardedFetch, NotAllowedError } from "#lib/gate-test/guarded-fetch.ts";
import type { Zone } from "#tests/support/dns.ts";
import { startTrap } from "#tests/support/https.ts";
import { connectionsDuring, HERE, playInternet, startTraps } from "#tests/support/internet.ts";

const ADDRESS = "https://age.example/doctor/run";
const SECRET = "Bearer sk_live_secret";

const { askedOf, hostAt, network, setZone, startShop } = playInternet();

const get = (headers: Record<string, string> = {}) =>
  ({ method: "GET", headers, signal: AbortSignal.timeout(10_000) }) as const;

/** The grounds go to a thread, so they must be what a message can hold. */
async function fetchFor(place: Parameters<typeof groundsOf>[0], way: Network) {
  const found = await groundsOf(place, way);
  return "grounds" in found ? { fetch: guardedFetch(structuredClone(found.grounds)) } : found;
}

/** A web server plays the shop, and another one plays us. */
async function grounds(answer: RequestListener, zone?: Zone[string]) {
  const { host, server, way } = await startShop(answer, zone);
  const own = { asked: [] as string[] };
  const us = createServer(({ headers, url }, response) => {
    own.asked.push(`${headers.host}${url}`);
    response.end("us");
  });
  await new Promise<void>((done) => us.listen(0, HERE, done));
  onTestFinished(() => void us.close());
  const { port } = us.address() as AddressInfo;
  const opened = await fetchFor({ shop: `https://${host}`, address: ADDRESS, port }, way);
  if (!("fetch" in opened)) throw new Error(opened.flaw);
  return { host, server, own, fetch: opened.fetch };
}

test("the shop is asked with the visitor's headers, without a credential of ours, and its cookies come back", async () => {
  let heard: Record<string, unknown> = {};
  const { fetch, host, server } = await grounds(({ headers }, response) => {
    heard = headers;
    response.writeHead(303, { "Set-Cookie": ["a=1", "b=2"], Location: "/checkout" }).end("moved");
  });
  const answer = await fetch(
    `https://${host}/a?b=c`,
    get({ Cookie: "sid=1", Authorization: SECRET, Host: "evil.example" }),
  );
  expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([303, "/checkout", "moved"]);
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(server.asked).toEqual([`${host}/a?b=c`]);
  expect([heard.cookie, heard.authorization, heard["accept-encoding"]]).toEqual(["sid=1", undefined, "identity"]);
});

test("a form is sent with its fields", async () => {
  let heard = "";
  const { fetch, host } = await grounds((request, response) => {
    request.on("data", (chunk) => (heard += chunk)).on("end", () => response.writeHead(204).end());
  });
  const form = { method: "POST", headers: {}, body: "age=18", signal: AbortSignal.timeout(5_000) } as const;
  expect([(await fetch(`https://${host}/`, form)).status, heard]).toEqual([204, "age=18"]);
});

test("what the shop asks of us goes to our own port, whatever DNS says of our name", async () => {
  const { fetch, own, server } = await grounds((_, response) => void response.end());
  const connections = await connectionsDuring(async () =>
    expect(await (await fetch(`${ADDRESS}/verify/s?session=x`, get())).text()).toBe("us"),
  );
  expect([own.asked, server.asked, connections]).toEqual([["age.example/doctor/run/verify/s?session=x"], [], 1]);
});

test.for([
  ["loopback", (port) => `https://127.0.0.1:${port}/`],
  ["loopback in IPv6", (port) => `https://[::1]:${port}/`],
  ["loopback, mapped into IPv6", (port) => `https://[::ffff:127.0.0.1]:${port}/`],
  ["loopback as one number", (port) => `https://2130706433:${port}/`],
  ["loopback in hex", (port) => `https://0x7f.1:${port}/`],
  ["localhost", (port) => `https://localhost:${port}/`],
  ["a cloud's metadata", () => "http://169.254.169.254/latest/meta-data/"],
  ["the shop by plain http", (_, host) => `http://${host}/`],
  ["another port of the shop", (port, host) => `https://${host}:${port}/`],
  ["a sub-domain", (_, host) => `https://www.${host}/`],
  ["the shop with a password", (_, host) => `https://user:secret@${host}/`],
  ["a host that is not the member's", () => "https://elsewhere.shop.example/"],
  ["our other pages", () => "https://age.example/dashboard"],
  ["our other pages, by the way of the run", () => `${ADDRESS}/../../dashboard`],
  ["the same, encoded", () => `${ADDRESS}/%2e%2e/%2E%2E/dashboard`],
  ["another run", () => `${ADDRESS}-other/api`],
  ["a file", () => "file:///etc/passwd"],
] as const satisfies [string, (port: number, host: string) => string][])(
  "%s is not asked, whether a page, a form or a redirect leads there",
  async ([, to]) => {
    const traps = await startTraps();
    const { fetch, host, server, own } = await grounds((_, response) => void response.end());
    setZone("elsewhere.shop.example", { a: [HERE] });
    const connections = await connectionsDuring(() =>
      expect(fetch(to(traps.port, host), get())).rejects.toThrow(NotAllowedError),
    );
    expect([connections, server.asked, own.asked, traps.connections()]).toEqual([0, [], [], 0]);
  },
);

test("a redirect is an answer, and nobody goes where it leads", async () => {
  const traps = await startTraps();
  const { fetch, host, server } = await grounds(
    (_, response) => void response.writeHead(302, { Location: `http://127.0.0.1:${traps.port}/` }).end(),
  );
  expect((await fetch(`https://${host}/`, get())).status).toBe(302);
  expect([server.asked.length, traps.connections()]).toEqual([1, 0]);
});

test.for([
  ["127.0.0.1", { a: ["127.0.0.1"] }],
  ["::1", { aaaa: ["::1"] }],
  ["::ffff:127.0.0.1", { aaaa: ["::ffff:127.0.0.1"] }],
  ["0.0.0.0", { a: ["0.0.0.0"] }],
  ["169.254.169.254", { a: ["169.254.169.254"] }],
  ["10.0.0.1", { a: ["10.0.0.1"] }],
  ["fd00::1", { aaaa: ["fd00::1"] }],
  ["a public address and loopback", { a: ["93.184.216.34", "127.0.0.1"] }],
] as const satisfies [string, Zone[string]][])("a shop at %s is not gone to", async ([, zone]) => {
  const traps = await startTraps();
  const shop = `https://${hostAt(zone)}`;
  const connections = await connectionsDuring(async () =>
    expect(await groundsOf({ shop, address: ADDRESS, port: 1 }, network({ port: traps.port }))).toEqual({
      flaw: "address_not_public",
    }),
  );
  expect([connections, traps.connections()]).toEqual([0, 0]);
});

test.for(["https://127.0.0.1", "https://[::1]", "https://[::ffff:7f00:1]", "https://10.0.0.1"])(
  "%s, an address in place of a name, is not gone to",
  async (shop) => {
    const found = await groundsOf({ shop, address: ADDRESS, port: 1 }, network());
    expect(found).toEqual({ flaw: "address_not_public" });
  },
);

test("a name is resolved once: an answer that changes between the look and the connection changes nothing", async () => {
  let n = 0;
  const turn = (first: string[], later: string[]) => () => (n++ < 2 ? first : later);
  const { fetch, host, server } = await grounds((_, response) => void response.end(), {
    a: turn([HERE], []),
    aaaa: turn([], ["::1"]),
  });
  const trap = await startTrap("::1", server.port);
  onTestFinished(() => trap?.close());
  for (const path of ["/a", "/b", "/c"]) await fetch(`https://${host}${path}`, get());
  expect(server.asked).toHaveLength(3);
  expect(askedOf(host)).toHaveLength(2);
  expect(trap?.connections() ?? 0).toBe(0);
});

test("a certificate of another host proves nothing, whatever the environment says", async () => {
  const { server, way } = await startShop((_, response) => void response.end());
  setZone("elsewhere.test", { a: [HERE] });
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  const opened = await fetchFor({ shop: "https://elsewhere.test", address: ADDRESS, port: 1 }, way);
  await expect("fetch" in opened && opened.fetch("https://elsewhere.test/", get())).rejects.toThrow(/altnames/);
  expect(server.asked).toEqual([]);
});

test("a body is read up to a megabyte", async () => {
  const { fetch, host } = await grounds(
    ({ url }, response) => void response.end(Buffer.alloc(1024 * 1024 + (url === "/more" ? 1 : 0))),
  );
  expect((await (await fetch(`https://${host}/`, get())).arrayBuffer()).byteLength).toBe(1024 * 1024);
  await expect(fetch(`https://${host}/more`, get())).rejects.toThrow(/more than/);
});

test("the 61st request to the shop is not sent", async () => {
  const { fetch, host, server } = await grounds((_, response) => void response.end());
  for (let n = 0; n < 60; n += 1) await fetch(`https://${host}/${n}`, get());
  await expect(fetch(`https://${host}/61`, get())).rejects.toThrow(NotAllowedError);
  expect(server.asked).toHaveLength(60);
});

test("a shop that breaks off, and one that says nothing, is a fault that the walker hears", async () => {
  const { fetch, host } = await grounds(({ url }, response) => {
    if (url === "/half") response.writeHead(200, { "Content-Length": "500" }).write("half", () => response.destroy());
    else if (url === "/cut") response.socket?.destroy();
  });
  await expect(fetch(`https://${host}/half`, get())).rejects.toThrow();
  await expect(fetch(`https://${host}/cut`, get())).rejects.toThrow();
  const soon = { ...get(), signal: AbortSignal.timeout(200) };
  await expect(fetch(`https://${host}/silent`, soon)).rejects.toThrow();
});
