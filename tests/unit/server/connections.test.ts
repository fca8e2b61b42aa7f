import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { callerAt } from "#lib/limits/caller.ts";
import { keepConnections } from "#server/connections.ts";

const MAX = 16;
const GET = "GET / HTTP/1.1\r\nHost: age.example\r\n\r\n";

/** A server with room for 16. `late`: requests that it has not answered. `nameOf`: the address that a peer seems to have. */
async function opened(proxy = "", nameOf = (address: string) => address) {
  const late: ServerResponse[] = [];
  const server = createServer();
  const isProxy = (address: string) => address === proxy;
  const peerAt = (address: string) => callerAt(nameOf(address));
  const answer = ({ url }: IncomingMessage, response: ServerResponse) => {
    if (url === "/late") late.push(response);
    else response.end("answered");
  };
  keepConnections(server, answer, { max: MAX, callerAt: peerAt, isProxy });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const call = async (localAddress: string) => {
    const accepted = once(server, "connection");
    const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
    sockets.push(socket);
    await accepted;
    return socket;
  };
  const isOpen = async (socket: Socket) => {
    if (socket.destroyed || socket.readableEnded) return false;
    socket.write(GET);
    const said = await Promise.race([once(socket, "data").catch(() => null), once(socket, "close").then(() => null)]);
    return String(said).includes("answered");
  };
  const count = () => new Promise<number>((done) => server.getConnections((_, n) => done(n)));
  return { late, call, isOpen, count };
}

test("one peer's idle connections close each other, and nobody else's", async () => {
  const { call, isOpen, count } = await opened();
  const honest = await call("127.0.0.3");
  expect(await isOpen(honest)).toBe(true);
  let last = honest;
  for (let n = 0; n < 40; n += 1) last = await call("127.0.0.2");
  expect(await isOpen(honest)).toBe(true);
  expect(await isOpen(last)).toBe(true);
  await expect.poll(count, { timeout: 120_000 }).toBe(1 + MAX / 4);
});

test("a machine with an address of IPv6 for each connection is one peer", async () => {
  const { call, isOpen, count } = await opened("", (address) => address.replace(/^127\.0\.1\./, "2001:db8::"));
  const honest = await call("127.0.0.3");
  for (let n = 1; n < 40; n += 1) await call(`127.0.1.${n}`);
  await expect.poll(count, { timeout: 120_000 }).toBe(1 + MAX / 4);
  expect(await isOpen(honest)).toBe(true);
});

test("above three quarters of all, the one that is idle for longest is closed, and none that is used", async () => {
  const { late, call, isOpen, count } = await opened();
  const waiting = await call("127.0.0.2");
  waiting.write(GET.replace("/ ", "/late "));
  await expect.poll(() => late.length, { timeout: 120_000 }).toBe(1);
  const used = await call("127.0.0.3");
  for (let n = 0; n < 40; n += 1) {
    expect(await isOpen(await call(`127.0.1.${n}`))).toBe(true);
    expect(await isOpen(used)).toBe(true);
  }
  await expect.poll(count, { timeout: 120_000 }).toBe((MAX * 3) / 4);
  const answer = Promise.race([once(waiting, "data"), once(waiting.resume(), "close").then(() => "closed")]);
  expect(late[0]?.destroyed).toBe(false);
  late[0]?.end("answered");
  expect(String(await answer)).toContain("answered");
});

test("one that waits for the second of two answers is used", async () => {
  const { late, call } = await opened();
  const waiting = await call("127.0.0.2");
  waiting.write(GET.replace("/ ", "/late ").repeat(2));
  await expect.poll(() => late.length, { timeout: 120_000 }).toBe(1);
  const first = once(waiting, "data");
  late[0]?.end("answered");
  await first;
  await expect.poll(() => late.length, { timeout: 120_000 }).toBe(2);
  for (let n = 0; n < 40; n += 1) await call(`127.0.1.${n}`);
  expect(late[1]?.destroyed).toBe(false);
  const answer = once(waiting, "data");
  late[1]?.end("answered");
  expect(String(await answer)).toContain("answered");
});

test("a proxy of the operator may have more than a share", async () => {
  const { call, count } = await opened("127.0.0.2");
  for (let n = 0; n < 40; n += 1) await call("127.0.0.2");
  await expect.poll(count, { timeout: 120_000 }).toBe((MAX * 3) / 4);
});
