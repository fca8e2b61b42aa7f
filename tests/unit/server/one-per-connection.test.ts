import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { keepConnections } from "#server/connections.ts";

const asked = new AsyncLocalStorage<string>();

/** A server whose answers the test sends, and a client whose bytes the test writes. */
async function connection() {
  const underWay: { url: string; asked: string | undefined; response: ServerResponse }[] = [];
  const server = createServer();
  server.prependListener("request", ({ url }) => asked.enterWith(url ?? ""));
  const answer = ({ url = "" }: IncomingMessage, response: ServerResponse) => {
    underWay.push({ url, asked: asked.getStore(), response });
    server.emit("handled");
  };
  keepConnections(server, answer, { max: 100, callerAt: (address) => address, isProxy: () => true });
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

test("eight that wait behind one are answered", async () => {
  const { server, socket, underWay, send, received } = await connection();
  const closed = once(socket, "close");
  send(...Array.from({ length: 9 }, (_, n) => `/${n}`));
  for (let n = 0; n < 9; n += 1) {
    if (underWay.length <= n) await Promise.race([once(server, "handled"), closed]);
    underWay[n]?.response.end(`[${n}]`);
  }
  expect(underWay).toHaveLength(9);
  await expect.poll(received).toContain("[8]");
});

test("a ninth that waits closes the connection, and so does a flood", async () => {
  for (const requests of [10, 1_000]) {
    const { server, socket, underWay, send } = await connection();
    let seen = 0;
    const isClosed = new Promise<boolean>((done) => {
      server.on("request", (request) => {
        seen += 1;
        if (seen === 10) done(request.socket.destroyed);
      });
    });
    const closed = once(socket, "close");
    send(...Array.from({ length: requests }, (_, n) => `/${n}`));
    expect(await isClosed).toBe(true);
    await closed;
    expect(underWay).toHaveLength(1);
  }
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
