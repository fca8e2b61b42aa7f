import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forwardTo, restoreRequest } from "#app/_server/forward.ts";

test("the address of the caller's connection reaches the pages, and never one that the caller wrote", async () => {
  const { ask } = await open((request, response) => {
    const { peer } = restoreRequest(request);
    response.end(JSON.stringify([peer, request.socket.remoteAddress, request.headers["ageway-peer"] ?? null]));
  });
  const headers = { "Ageway-Peer": "192.0.2.1", "X-Forwarded-For": "192.0.2.2" };
  for (let n = 0; n < 2; n += 1)
    expect(JSON.parse((await ask({ headers })).text)).toEqual(["127.0.0.1", "127.0.0.1", null]);
});

test("a request and its answer pass as they are: repeated headers, spelling, reason phrase, bytes", async () => {
  const { ask } = await open((request, response) => {
    const names = request.rawHeaders.filter((_, n) => n % 2 === 0);
    response.statusMessage = "Just So";
    response.setHeader("Set-Cookie", ["a=1", "b=2"]);
    response.setHeader("X-Seen", [request.url ?? "", names.join(" "), String(request.headers["x-twice"])]);
    response.writeHead(207).end(Buffer.from([0, 255, 13, 10]));
  });
  const { status, phrase, headers, text } = await ask({
    path: "/a%20b?c=%ff",
    headers: { "X-Twice": ["1", "2"], "Keep-Alive": "timeout=1", TE: "trailers" },
  });
  expect([status, phrase, text]).toEqual([207, "Just So", Buffer.from([0, 255, 13, 10]).toString("latin1")]);
  expect(headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(headers["x-seen"]).toBe("/a%20b?c=%ff, X-Twice X-Twice Host ageway-peer ageway-trace Connection, 1, 2");
});

test("a body goes with a POST only, as long as it is", async () => {
  const { ask } = await open(async (request, response) => response.end(await textOf(request)));
  expect((await ask({ method: "POST", body: "a=1" })).text).toBe("a=1");
  expect((await ask({ method: "GET", body: "a=1" })).text).toBe("");
});

test("a HEAD has the length of the answer, and no body", async () => {
  const { ask } = await open((_, response) => response.setHeader("Content-Length", 5).end("12345"));
  const { headers, text } = await ask({ method: "HEAD" });
  expect([headers["content-length"], text]).toEqual(["5", ""]);
});

test("an answer that breaks off does not look whole", async () => {
  const { ask } = await open((_, response) => {
    response.write("half");
    setImmediate(() => response.destroy());
  });
  await expect(ask({})).rejects.toThrow();
});

test("a caller who hangs up ends the work on the pages", async () => {
  const started = Promise.withResolvers<IncomingMessage>();
  const { port } = await open((request) => started.resolve(request));
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  const inner = await started.promise;
  inner.on("error", () => {});
  socket.destroy();
  await new Promise((done) => inner.once("close", done));
  expect(inner.socket.destroyed).toBe(true);
});

test("where the pages are away: 503 with when to come back, and the next process serves on the same socket", async () => {
  const { ask, path, pages } = await open((_, response) => response.end("first"));
  expect((await ask({})).text).toBe("first");
  await close(pages);
  const away = await ask({});
  expect([away.status, away.headers["retry-after"], away.headers["cache-control"]]).toEqual([503, "2", "no-store"]);
  const next = createServer((_, response) => response.end("second")).listen(path);
  onTestFinished(() => close(next));
  await once(next, "listening");
  expect((await ask({})).text).toBe("second");
});

test("a connection that the pages closed while it was idle costs nobody an answer", async () => {
  let served = 0;
  const { ask, pages } = await open((request, response) => {
    served += 1;
    if (served === 2) request.socket.destroy();
    else response.end(String(served));
  });
  expect((await ask({})).text).toBe("1");
  // The second one meets a connection that closes without an answer, and is asked again.
  expect((await ask({})).text).toBe("3");
  expect(pages.listening).toBe(true);
});

test("a write is never sent twice: where its connection ends without an answer, nobody knows whether it was read", async () => {
  let served = 0;
  const { ask } = await open((request, response) => {
    served += 1;
    if (served === 2) request.socket.destroy();
    else response.end(String(served));
  });
  expect((await ask({})).text).toBe("1");
  expect([(await ask({ method: "POST", body: "label=Web+shop" })).status, served]).toEqual([503, 2]);
});

type Asked = {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
};

/** A server that forwards, and one of pages that answers so. */
async function open(answer: RequestListener) {
  const folder = mkdtempSync(join(tmpdir(), "ageway-forward-"));
  const path = join(folder, "pages");
  const pages = createServer(answer).listen(path);
  const forward = forwardTo(path);
  const forwarder = createServer(forward.answer).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    await forward.close();
    await Promise.all([close(forwarder), close(pages)]);
    rmSync(folder, { recursive: true, force: true });
  });
  await Promise.all([once(forwarder, "listening"), pages.listening || once(pages, "listening")]);
  const { port } = forwarder.address() as AddressInfo;
  const ask = ({ body, ...sent }: Asked) =>
    new Promise<{ status: number; phrase: string; headers: IncomingMessage["headers"]; text: string }>((done, fail) => {
      const length = body === undefined ? {} : { "Content-Length": String(body.length) };
      const options = { port, host: "127.0.0.1", ...sent, headers: { ...sent.headers, ...length } };
      const outgoing = request(options, (incoming) => {
        const { statusCode = 0, statusMessage = "", headers } = incoming;
        textOf(incoming).then((text) => done({ status: statusCode, phrase: statusMessage, headers, text }), fail);
      });
      outgoing.once("error", fail).end(body);
    });
  return { ask, path, pages, port };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
