import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Endpoint } from "#app/_http/answer.ts";
import { log } from "#lib/observe/log.ts";
import { answerCall } from "#server/answer-call.ts";

const { level } = log;
beforeAll(() => {
  log.level = "silent";
});
afterAll(() => {
  log.level = level;
});

/** The answer that a caller gets from this endpoint, as it is on the wire. */
async function answerOf(endpoint: Endpoint, method = "GET") {
  const server = createServer(
    (request, response) => void answerCall(request, response, { name: "/api/test", endpoint }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const sent = request({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", method, agent: false }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const chunks = await answer.setEncoding("utf8").toArray();
  return { status: answer.statusCode, rawHeaders: answer.rawHeaders, text: chunks.join("") };
}

test("an answer is sent as it is, with its length in bytes", async () => {
  const answer = await answerOf(async () => ({ status: 403, headers: { "a-b": "c", vary: "d" }, body: "ü" }));
  expect(answer).toMatchObject({ status: 403, text: "ü" });
  expect(answer.rawHeaders.slice(0, 6)).toEqual(["a-b", "c", "vary", "d", "content-length", "2"]);
});

test("a page keeps each of its cookies, after its other headers", async () => {
  const headers: [string, string][] = [
    ["Set-Cookie", "a=1"],
    ["X-A", "b"],
    ["Set-Cookie", "c=2"],
    ["Content-Type", "text/html"],
  ];
  const { rawHeaders, text } = await answerOf(async () => new Response("<p>", { status: 200, headers }));
  expect(rawHeaders.slice(0, 10)).toEqual([
    "content-type",
    "text/html",
    "x-a",
    "b",
    "set-cookie",
    "a=1",
    "set-cookie",
    "c=2",
    "content-length",
    "3",
  ]);
  expect(text).toBe("<p>");
});

test.for<[string, Endpoint]>([
  ["an endpoint that throws", async () => Promise.reject(new Error("broken"))],
  [
    "a header that cannot be sent",
    async () => ({ status: 303, headers: { location: "https://shop.example/ü\u2028" }, body: null }),
  ],
])("%s is answered 500, and the next call as ever", async ([, endpoint]) => {
  expect(await answerOf(endpoint)).toMatchObject({ status: 500, text: "" });
  expect(await answerOf(async () => ({ status: 200, headers: {}, body: "ok" }))).toMatchObject({ status: 200 });
});

test("a caller who is gone gets nothing, and the server goes on", async () => {
  const gone = Promise.withResolvers<ServerResponse>();
  const server = createServer((incoming, response) => {
    const endpoint: Endpoint = async () => {
      incoming.socket.destroy();
      await once(response, "close");
      return { status: 200, headers: {}, body: "late" };
    };
    void answerCall(incoming, response, { name: "/api/test", endpoint }).then(() => gone.resolve(response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const sent = request({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", agent: false }).end();
  sent.on("error", () => {});
  expect((await gone.promise).headersSent).toBe(false);
});
