import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { readHead } from "#server/read-head.ts";

/** What is read of a request that is sent as it is written. */
async function headOf(line: string, headers: readonly string[]) {
  const read = Promise.withResolvers<ReturnType<typeof readHead>>();
  const server = createServer((request, response) => {
    read.resolve(readHead(request));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.write(`${[line, ...headers].join("\r\n")}\r\n\r\n`, "latin1");
  return read.promise;
}

test.for([
  ["localhost:3000", "http://localhost:3000/a?b"],
  ["SHOP.example", "http://shop.example/a?b"],
  ["shop.example:80", "http://shop.example/a?b"],
  ["[::1]:8080", "http://[::1]:8080/a?b"],
  ["127.0.0.1:8080", "http://127.0.0.1:8080/a?b"],
  ["1shop.example", "http://1shop.example/a?b"],
  ["999.999.999.999", null],
  ["1.2.3.4.5:8080", null],
  ["a@b", null],
  ["a/b", null],
  ["a b", null],
  ["a?b", null],
  ["shop.example:99999", null],
  ["", null],
] as const)("Host %s", async ([host, url]) => {
  expect((await headOf("GET /a?b HTTP/1.1", [`Host: ${host}`]))?.url ?? null).toBe(url);
});

test("without a Host there is no address, not even one of HTTP/1.0", async () => {
  expect(await headOf("GET /api/a HTTP/1.0", [])).toBeNull();
});

test("a backslash is refused in a path, and is a character of a query", async () => {
  expect(await headOf("GET /a\\b HTTP/1.1", ["Host: x"])).toBeNull();
  expect((await headOf("GET /a?b\\c HTTP/1.1", ["Host: x"]))?.url).toBe("http://x/a?b\\c");
});

test("headers are read in any case, and several of one name together, as a Request reads them", async () => {
  const lines = [
    "Authorization: Bearer a",
    "authorization: Bearer b",
    "Origin: a",
    "origin: b",
    "Cookie: a=1",
    "cookie: b=2",
    "X-Empty:",
  ];
  const head = await headOf("GET / HTTP/1.1", ["Host: x", ...lines]);
  const expected = new Headers(lines.map((line) => line.split(/: ?/) as [string, string]));
  for (const name of ["Authorization", "ORIGIN", "x-empty", "x-absent"])
    expect(head?.headers.get(name)).toBe(expected.get(name));
  // Fetch joins cookies by a comma, and no parser of cookies reads that.
  expect(head?.headers.get("Cookie")).toBe("a=1; b=2");
});
