import type { RequestListener } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { diagnosisOfFile, probeFile } from "#lib/domains/challenge-file.ts";
import type { Network } from "#lib/domains/network.ts";
import type { Zone } from "#tests/support/dns.ts";
import { startTrap } from "#tests/support/https.ts";
import { connectionsDuring, HERE, playInternet, startTraps } from "#tests/support/internet.ts";
import { freePort } from "#tests/support/ports.ts";

const VALUE = "what-the-file-must-say";

const { askedOf, hostAt, network, setZone, startShop } = playInternet();

/** What the file of a host means to somebody whose value it must say. */
async function diagnose(host: string, expected: string, way: Network) {
  return diagnosisOfFile(await probeFile(host, way), expected);
}

async function shop(...given: Parameters<typeof startShop>) {
  const started = await startShop(...given);
  return { ...started, probe: () => diagnose(started.host, VALUE, started.way) };
}

const answering =
  (text: string, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end(text);

test.for([
  ["the value", "verified", answering(VALUE)],
  ["the value and a line's end", "verified", answering(`\uFEFF${VALUE}\r\n`)],
  ["something else", "file_other_value", answering("something else")],
  ["the value and something else", "file_other_value", answering(`${VALUE}\nand more`)],
  ["nothing", "file_other_value", answering("")],
  ["1,024 bytes", "verified", answering(VALUE.padEnd(1_024))],
  ["1,025 bytes", "file_too_large", answering(VALUE.padEnd(1_025))],
  ["404", "file_missing", answering(VALUE, 404)],
  ["410", "file_missing", answering(VALUE, 410)],
  ["403", "file_missing", answering(VALUE, 403)],
  ["206", "file_missing", answering(VALUE, 206)],
  ["500", "no_answer", answering(VALUE, 500)],
  ["429", "no_answer", answering(VALUE, 429)],
  ["nothing, and hangs up", "no_answer", (request) => void request.socket.destroy()],
  [
    "half, and hangs up",
    "no_answer",
    (_, response) => {
      response.writeHead(200, { "Content-Length": "500" });
      response.write(VALUE, () => response.destroy());
    },
  ],
  [
    "an offer to speak otherwise",
    "no_answer",
    (request) =>
      void request.socket.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n"),
  ],
  ["what is no HTTP", "no_answer", (request) => void request.socket.end("SSH-2.0-nothing\r\n")],
] as const satisfies [string, string, RequestListener][])("a host answers %s: %s", async ([, diagnosis, answer]) => {
  const { probe, host, server } = await shop(answer);
  expect(await probe()).toBe(diagnosis);
  expect(server.asked).toEqual([`${host}/.well-known/ageway-challenge.txt`]);
});

test("a host without an end is not read to its end", async () => {
  let sent = 0;
  const { probe } = await shop((_, response) => {
    const pour = () => {
      while (!response.destroyed && response.write(" ".repeat(16_384))) sent += 16_384;
    };
    response.on("drain", pour);
    pour();
  });
  expect(await probe()).toBe("file_too_large");
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

test("five seconds are all that a host has: one that drips a byte at a time, and one that says nothing", async () => {
  const dripping = await shop((_, response) => {
    const drip = setInterval(() => response.write("x"), 50);
    response.once("close", () => clearInterval(drip));
  });
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, HERE, done));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const mute = () => diagnose(hostAt({ a: [HERE] }), VALUE, network({ isAllowed: () => true, port }));
  expect(await Promise.all([dripping.probe(), mute()])).toEqual(["no_answer", "no_answer"]);
});

test("where nobody listens, there is no answer", async () => {
  const host = hostAt({ a: [HERE] });
  expect(await diagnose(host, VALUE, network({ isAllowed: () => true, port: await freePort() }))).toBe("no_answer");
});

test("a certificate that nobody vouches for proves nothing, whatever the environment says", async () => {
  const { host, server, way } = await shop(answering(VALUE));
  const { ca: _, ...strict } = way;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  onTestFinished(() => void delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  expect(await diagnose(host, VALUE, strict)).toBe("certificate_invalid");
  expect(server.asked).toEqual([]);
});

test("the certificate of another host proves nothing", async () => {
  const { server, way } = await shop(answering(VALUE));
  setZone("elsewhere.test", { a: [HERE] });
  expect(await diagnose("elsewhere.test", VALUE, way)).toBe("certificate_invalid");
  expect(server.asked).toEqual([]);
});

test.for([
  ["no such host", undefined, "host_not_found"],
  ["a host without addresses", {}, "host_not_found"],
  ["a server that breaks down", "SERVFAIL", "no_answer"],
] as const)("DNS knows %s", async ([, zone, diagnosis]) => {
  expect(await diagnose(hostAt(zone), VALUE, network())).toBe(diagnosis);
});

// Where a look may lead. A stranger chooses the name, what DNS answers, and what the host answers.

test.for([
  ["127.0.0.1", { a: ["127.0.0.1"] }],
  ["127.0.0.1, by an alias", { cname: "inside.shop.example" }],
  ["::1", { aaaa: ["::1"] }],
  ["0.0.0.0", { a: ["0.0.0.0"] }],
  ["::ffff:127.0.0.1", { aaaa: ["::ffff:127.0.0.1"] }],
  ["169.254.169.254", { a: ["169.254.169.254"] }],
  ["10.0.0.1", { a: ["10.0.0.1"] }],
  ["fd00::1", { aaaa: ["fd00::1"] }],
  ["a public address and loopback", { a: ["93.184.216.34", "127.0.0.1"] }],
  ["a public address, and loopback in IPv6", { a: ["93.184.216.34"], aaaa: ["::1"] }],
] as const satisfies [string, Zone[string]][])("a host at %s is not gone to", async ([, zone]) => {
  const traps = await startTraps();
  setZone("inside.shop.example", { a: [HERE] });
  const host = hostAt(zone);
  const opened = await connectionsDuring(async () =>
    expect(await diagnose(host, VALUE, network({ port: traps.port }))).toBe("address_not_public"),
  );
  expect([opened, traps.connections()]).toEqual([0, 0]);
});

test("a trap notices whoever comes, so that a trap nobody came to proves something", async () => {
  const port = await freePort();
  const trap = await startTrap(HERE, port);
  onTestFinished(() => trap?.close());
  const host = hostAt({ a: [HERE] });
  const work = () => diagnose(host, VALUE, network({ isAllowed: () => true, port }));
  expect([await connectionsDuring(work), trap?.connections()]).toEqual([1, 1]);
});

test("a name is resolved once: an answer that changes its mind between two requests changes nothing", async () => {
  const turn = (first: string[], later: string[]) => {
    let n = 0;
    return () => (n++ === 0 ? first : later);
  };
  const { probe, host, server } = await shop(
    ({ url }, response) => {
      if (url?.endsWith("/end")) response.end(VALUE);
      else response.writeHead(302, { Location: url?.endsWith("/next") ? "/end" : "/next" }).end();
    },
    { a: turn([HERE], []), aaaa: turn([], ["::1"]) },
  );
  const trap = await startTrap("::1", server.port);
  onTestFinished(() => trap?.close());
  expect(await probe()).toBe("verified");
  expect(server.asked).toHaveLength(3);
  expect(askedOf(host).toSorted()).toEqual(["A", "AAAA"]);
  expect(trap?.connections() ?? 0).toBe(0);
});

test.for([
  ["another path", () => "/elsewhere", "verified"],
  ["another path, written in full", (host) => `https://${host}/elsewhere`, "verified"],
  ["another path, with the usual port", (host) => `https://${host}:443/elsewhere`, "verified"],
  ["a path beside it", () => "elsewhere", "verified"],
] as const satisfies [string, (host: string) => string, string][])(
  "a redirect to %s is followed",
  async ([, to, diagnosis]) => {
    const { probe, host } = await shop(({ url, headers }, response) => {
      if (url?.endsWith("/elsewhere")) response.end(VALUE);
      else response.writeHead(301, { Location: to(String(headers.host)) }).end("moved");
    });
    expect([host, await probe()]).toEqual([host, diagnosis]);
  },
);

test.for([
  ["loopback", (port) => `https://127.0.0.1:${port}/`],
  ["loopback, at the usual port", () => "https://127.0.0.1/"],
  ["loopback in IPv6", (port) => `https://[::1]:${port}/`],
  ["localhost", (port) => `https://localhost:${port}/`],
  ["a cloud's metadata", () => "http://169.254.169.254/latest/meta-data/"],
  ["plain http", (_, host) => `http://${host}/`],
  ["another port", (port, host) => `https://${host}:${port}/`],
  ["a sub-domain", (_, host) => `https://www.${host}/`],
  ["the same host with a password", (_, host) => `https://user:secret@${host}/`],
  ["another host, without a scheme", (port) => `//127.0.0.1:${port}/`],
  ["another host, with backslashes", (port) => `\\\\127.0.0.1:${port}/`],
  ["a file", () => "file:///etc/passwd"],
  ["nothing that can be read", () => "https://"],
] as const satisfies [string, (port: number, host: string) => string][])(
  "a redirect to %s is not followed",
  async ([, to]) => {
    const traps = await startTraps();
    const { probe, server } = await shop(({ headers }, response) => {
      response.writeHead(302, { Location: to(traps.port, String(headers.host)) }).end(VALUE);
    });
    const opened = await connectionsDuring(async () => expect(await probe()).toBe("file_redirects_away"));
    expect([opened, server.asked.length, traps.connections()]).toEqual([1, 1, 0]);
  },
);

test("a redirect in a circle ends after four requests", async () => {
  const { probe, server } = await shop((_, response) => void response.writeHead(302, { Location: "/round" }).end());
  expect(await probe()).toBe("file_redirects_away");
  expect(server.asked).toHaveLength(4);
});
