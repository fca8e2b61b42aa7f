import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { send } from "#tests/support/gateway.ts";

test("the document that is served is the one in the repository, with this instance as its server", async () => {
  const { status, headers, text, body } = await send("/openapi.json");
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
  const own = readFileSync("docs/openapi.json", "utf8").replaceAll("https://age.example", process.env.BASE_URL ?? "");
  expect(body).toEqual(JSON.parse(own));
  expect(text).not.toContain("age.example");
});

test("a tool in a page of any origin may read it", async () => {
  const { headers } = await send("/openapi.json", { headers: { Origin: "https://tool.example" } });
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-credentials")).toBeNull();
});

test("a page may ask before it reads it with headers of its own", async () => {
  const headers = { Origin: "https://tool.example", "Access-Control-Request-Method": "GET" };
  const { status, headers: answered } = await send("/openapi.json", { method: "OPTIONS", headers });
  const allowed = ["origin", "methods", "headers"].map((name) => answered.get(`access-control-allow-${name}`));
  expect([status, ...allowed]).toEqual([204, "*", "GET, HEAD", "*, Authorization"]);
});

if (process.env.SERVER === "server")
  test("the script for a browser’s id is there, and unchanged for who has it", async () => {
    const { status, headers } = await send("/device_id.js");
    const again = await send("/device_id.js", { headers: { "If-None-Match": headers.get("etag") ?? "" } });
    expect([status, again.status]).toEqual([200, 304]);
  });

test("a reader who has it hears that it is unchanged", async () => {
  const { headers } = await send("/openapi.json");
  const etag = headers.get("etag") ?? "";
  const again = await send("/openapi.json", { headers: { "If-None-Match": etag } });
  expect([again.status, again.text]).toEqual([304, ""]);
  const other = await send("/openapi.json", { headers: { "If-None-Match": 'W/"other"' } });
  expect(other.status).toBe(200);
});
