import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { onePerConnection } from "#app/_server/one-per-connection.ts";

const asked = new AsyncLocalStorage<string>();

/** A server whose answers the test sends, and a client whose bytes the test writes. */
async function connection() {
  const underWay: { url: string; asked: string | undefined; response: ServerResponse }[] = [];
  const inTurn = onePerConnection(({ url = "" }, response) => {
    underWay.push({ url, asked: asked.getStore(), response });
    server.emit("handled");
  });
  const server = createServer((request, response) => asked.run(request.url ?? "", () => inTurn(request, response)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  socket.on("error", () => {});
  const send = (...paths: string[]) =>
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
  return { server, socket, underWay, send, received: () => received };
}

test("of requests that one connection sends ahead, one at a time is under way, and answers come in their order", async () => {
  const { server, underWay, send, received } = await connection();
  send("/1", "/2", "/3");
  for (const n of [1, 2, 3]) {
    if (underWay.length < n) await once(server, "handled");
    expect(underWay.map(({ url }) => url)).toEqual(["/1", "/2", "/3"].slice(0, n));
    underWay[n - 1]?.response.end(`answer ${n}`);
  }
  await expect.poll(received).toMatch(/answer 1.*answer 2.*answer 3/s);
});

test("a request that waited runs in the context that it came in with", async () => {
  const { server, underWay, send } = await connection();
  send("/1", "/2");
  await once(server, "handled");
  underWay[0]?.response.end();
  await once(server, "handled");
  expect(underWay.map(({ asked }) => asked)).toEqual(["/1", "/2"]);
});

test("a connection that sends more than eight requests ahead is closed", async () => {
  const { socket, underWay, send } = await connection();
  send(...Array.from({ length: 1_000 }, (_, n) => `/${n}`));
  await once(socket, "close");
  expect(underWay).toHaveLength(1);
});

test("a connection that is used again and again is never found busy", async () => {
  const { server, underWay, send, received } = await connection();
  for (let n = 0; n < 50; n += 1) {
    send(`/${n}`);
    await once(server, "handled");
    underWay[n]?.response.end(`[${n}]`);
    await expect.poll(received, { interval: 2 }).toContain(`[${n}]`);
  }
});
