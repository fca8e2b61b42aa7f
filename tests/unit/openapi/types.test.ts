import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the types of the client are those of the document (npm run docs writes them)", () => {
  const digest = createHash("sha256").update(readFileSync("docs/openapi.json")).digest("hex");
  expect(readFileSync("tests/openapi/types.ts", "utf8")).toContain(`SHA-256 ${digest}.`);
});
