import { request } from "node:http";
import { connect } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { sharedApp } from "#tests/support/shared-app.ts";

let url = "";
beforeAll(async () => {
  url = await sharedApp();
});

/** Written by hand: clients would tidy these requests up, or not send them at all. */
function statusOf(line: string, host = "localhost"): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(url).port), "localhost");
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    socket.once("close", () => done(answer.split(" ")[1] ?? "nothing"));
    socket.once("error", fail);
    socket.end(`${[line, `Host: ${host}`, "Connection: close"].join("\r\n")}\r\n\r\n`);
  });
}

test.for([
  ["GET /% HTTP/1.1", "404"],
  ["GET /verify/%E0%A4 HTTP/1.1", "404"],
  ["GET /api/health/% HTTP/1.1", "404"],
  ["POST /device_id.js HTTP/1.1", "405"],
  ["OPTIONS /device_id.js HTTP/1.1", "405"],
  ["OPTIONS /robots.txt HTTP/1.1", "405"],
  // What HAProxy asks unless it is told otherwise.
  ["OPTIONS / HTTP/1.0", "204"],
  ["OPTIONS * HTTP/1.1", "400"],
  ["TRACE / HTTP/1.1", "405"],
  ["TRACE /verify/s/callback HTTP/1.1", "405"],
  ["PROPFIND / HTTP/1.1", "405"],
  ["GET http://localhost/verify/b HTTP/1.1", "400"],
])("%s: %s", async ([line = "", status]) => {
  expect(await statusOf(line)).toBe(status);
});

test.for(["/api/url_generator_b/x/y/18", "/api/auth_check/x/y", "/verify/b?session=x"])(
  "a Host that no URL can have is a bad request at %s",
  async (path) => {
    for (const host of ["999.999.999.999", "a@b"]) expect(await statusOf(`GET ${path} HTTP/1.1`, host)).toBe("400");
  },
);

test.for([
  ["TRACE", `/api/url_generator_s/pk_live_x/3f0f5f0e-8d5c/18`, "GET, OPTIONS", '{"url":null}'],
  ["PROPFIND", `/test/api/url_generator_b/pk_live_x/3f0f5f0e-8d5c/18`, "GET, OPTIONS", '{"url":null}'],
  ["SEARCH", "/api/auth_check/x/3f0f5f0e-8d5c", "GET", '{"age":null,"verified":false}'],
])("%s is answered by %s in its own words", async ([method = "", path = "", allow, body]) => {
  const [head = "", text = ""] = (await answerTo(path, method)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 405 /);
  expect(head).toMatch(new RegExp(`\r\nallow: ${allow}\r\n`, "i"));
  expect(head).toMatch(/\r\nageway-reference: [2-9A-HJ-NP-Z]{8}\r\n/i);
  expect(text).toBe(body);
});

/** The bytes of a request line, as a program sends that encodes nothing. */
function answerTo(target: string, method = "GET"): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(url).port), "localhost");
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    socket.once("close", () => done(answer));
    socket.once("error", fail);
    socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, "latin1"));
  });
}

const CALL = "/api/url_generator_b/pk_live_x/3f0f5f0e-8d5c/18?domain=https://shop.example/";

test.for([
  ["in Latin-1", `${CALL}k\u00f8b`],
  ["in UTF-8", `${CALL}k\u00c3\u00b8b`],
  ["with a space", `${CALL}a b`],
  ["at the test address", `/test${CALL}a b`],
])("a return URL that nobody encoded, %s, is told from every other mistake", async ([, target = ""]) => {
  const [head = "", body] = (await answerTo(target)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  for (const line of [
    "Ageway-Reason: domain_invalid",
    "Ageway-Detail: not_encoded",
    "Content-Type: application/json",
    "Access-Control-Allow-Origin: *",
    "Cache-Control: no-store",
    "Connection: close",
  ])
    expect(head.split("\r\n")).toContain(line);
  expect(head).toMatch(/Ageway-Reference: [2-9A-HJ-NP-Z]{8}\r\n/);
  expect(body).toBe('{"url":null}');
});

test.for(["/api/auth_check/a b/c", "/\u00f8", "/x\u0001"])(
  "%j is a bad request, and no more is said of it",
  async (target) => {
    expect(await answerTo(target)).toBe("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  },
);

test("a request that offers another protocol is answered in ours", async () => {
  const upgrade = { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__" };
  const status = await new Promise((done, fail) => {
    request(new URL("/api/health/live", url), { headers: upgrade }, (response) => {
      response.resume();
      done(response.statusCode);
    })
      .once("error", fail)
      .end();
  });
  expect(status).toBe(200);
});
