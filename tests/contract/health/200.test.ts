import { expect, test } from "vitest";
import { send } from "#tests/support/gateway.ts";

test.for([
  ["/api/health/live", "live"],
  ["/api/health/ready", "ready"],
])("%s says so in a word, to anybody, and is never stored", async ([path = "", status]) => {
  const answer = await send(path);
  expect([answer.status, answer.body]).toEqual([200, { status }]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});
