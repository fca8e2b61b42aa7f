import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the types of the client say by a hash that they were made of this document (npm run docs makes them)", () => {
  const digest = createHash("sha256").update(readFileSync("docs/openapi.json")).digest("hex");
  expect(readFileSync("tests/contract/openapi/types.ts", "utf8")).toContain(`SHA-256 ${digest}.`);
});
