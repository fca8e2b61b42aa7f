import { expect, test } from "vitest";
import { send } from "#tests/support/gateway.ts";

test("an eID finds the public keys of this instance, and nothing private", async () => {
  const { status, headers, text } = await send("/.well-known/eid-jwks.json");
  expect([status, headers.get("content-type")]).toEqual([200, "application/jwk-set+json"]);
  const { keys } = JSON.parse(text);
  expect(keys).toContainEqual(expect.objectContaining({ kty: "EC", use: "sig", kid: expect.any(String) }));
  expect(text).not.toMatch(/"(d|p|q|k)":/);
});
