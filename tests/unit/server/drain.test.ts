import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { keepConnections } from "#server/connections.ts";
import { drain } from "#server/drain.ts";

const HEAD = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
/** Its body never comes whole. */
const ENDLESS = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf";
const LONG = 60_000;
const WAITING = 50;
/** Connects, counts the connections that are open, and tells what each received. */
const CLIENTS = `
  const { connect } = require("node:net");
  const { parentPort, workerData: { port, opened, HEAD, WAITING } } = require("node:worker_threads");
  const received = Array.from({ length: WAITING }, () => {
    const socket = connect(port, "127.0.0.1", () => {
      Atomics.add(opened, 0, 1);
      Atomics.notify(opened, 0);
    }).setEncoding("utf8");
    socket.write(HEAD);
    return socket.toArray().then((texts) => texts.join(""), (fault) => String(fault.code));
  });
  Promise.all(received).then((texts) => parentPort.postMessage(texts));
`;

/** A server that leaves its answers to the test and ends no idle connection by itself, and connections to it. */
async function draining(times: Partial<Parameters<typeof drain>[2]>) {
  const underWay: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 0 }).listen(0);
  const answer = (_: unknown, response: ServerResponse) => {
    underWay.push(response);
    server.emit("handled");
  };
  const room = { max: 100, callerAt: (address: string) => address, isProxy: () => true };
  const { open: connections, leave } = keepConnections(server, answer, room);
  const close = () => {
    leave();
    return drain(server, connections, { silent: LONG, idle: LONG, body: LONG, answers: LONG, ...times });
  };
  await once(server, "listening");
  const open = async (sent: string) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    const accepted = once(server, "connection");
    let received = "";
    socket.setEncoding("utf8").on("data", (text) => {
      received += text;
    });
    const closed = once(socket, "close").then(() => received);
    await accepted;
    const handled = sent.includes("\r\n\r\n") ? once(server, "handled") : null;
    socket.write(sent);
    await handled;
    return { socket, closed, received: () => received };
  };
  return { server, leave, close, underWay, open };
}

test("a server that closes gives the answers under way, each the last of its connection, and then it ends", async () => {
  const { close, underWay, open } = await draining({});
  const one = await open(HEAD);
  const closed = close();
  underWay[0]?.end("whole");
  expect(await one.closed).toMatch(/^HTTP\/1\.1 200 .*connection: close.*whole/is);
  expect(await closed).toBe(0);
});

test("whoever was connected when a server closes is answered, although nobody has accepted the connection yet", async () => {
  const { server, close, underWay } = await draining({});
  server.on("request", () => underWay.pop()?.end("whole"));
  const { port } = server.address() as AddressInfo;
  const opened = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(CLIENTS, { eval: true, workerData: { port, opened, HEAD, WAITING } });
  onTestFinished(async () => void (await clients.terminate()));
  await once(clients, "online");
  const received = once(clients, "message");
  // The event loop stands still until the kernel has opened all of them.
  for (let n = 0; n < WAITING; n = Atomics.load(opened, 0)) Atomics.wait(opened, 0, n);
  const closed = close();
  const [texts] = (await received) as [string[]];
  expect(texts.filter((text) => !text.includes("whole"))).toEqual([]);
  expect(await closed).toBe(0);
});

test("a server that leaves answers on new connections too, and says that each answer is the last one", async () => {
  const { leave, close, underWay, open } = await draining({});
  leave();
  const one = await open(HEAD);
  underWay[0]?.end("whole");
  expect(await one.closed).toMatch(/connection: close.*whole/is);
  await close();
});

test("an idle connection has its time for one more request", async () => {
  const { close, underWay, open } = await draining({ body: 0 });
  const one = await open(HEAD);
  underWay[0]?.end("first");
  await expect.poll(one.received).toContain("first");
  const slow = await open(ENDLESS);
  const closed = close();
  // Somebody has looked for connections that must end.
  await slow.closed;
  one.socket.write(HEAD);
  await expect.poll(() => underWay.length).toBe(3);
  underWay[2]?.end("second");
  expect(await one.closed).toMatch(/keep-alive.*first.*connection: close.*second/is);
  expect(await closed).toBe(0);
});

test.for([
  ["an idle one", "idle", HEAD],
  ["one that never sent anything", "silent", ""],
  ["one that sent half of a head", "silent", HEAD.slice(0, 20)],
  ["one that sends a body for ever", "body", ENDLESS],
] as const)("connections that are owed nothing end: %s", async ([, of, sent]) => {
  const { close, underWay, open } = await draining({ [of]: 0 });
  const one = await open(sent);
  if (of === "idle") underWay[0]?.end("whole");
  if (sent === HEAD) await expect.poll(one.received).toContain("whole");
  expect(await close()).toBe(0);
  await one.closed;
});

test("after its time an answer is cut and counted", async () => {
  const { close, open } = await draining({ answers: 0 });
  const one = await open(HEAD);
  expect(await close()).toBe(1);
  expect(await one.closed).toBe("");
});
