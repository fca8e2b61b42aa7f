import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readRefusedWrite } from "#app/_ui/refused-write.rules.ts";
import { writeRefusal } from "#server/write-refusal.ts";

const asked = (headers: IncomingMessage["headers"]) => ({ url: "/dashboard/keys", headers }) as IncomingMessage;

test("a form with script reads why the server refused it, and any other answer as none", () => {
  const plain = writeRefusal("origin_foreign", asked({}))?.text ?? "";
  expect(plain).toContain("Nothing was changed.");
  const { text = "", headers } = writeRefusal("origin_foreign", asked({ "next-action": "0" })) ?? {};
  expect([readRefusedWrite(text), headers?.["Content-Type"]]).toEqual([plain, "text/plain"]);
  for (const answer of [plain, "", "null", "[]", '{"refused":1}', "<html>", "An unexpected response was received"])
    expect(readRefusedWrite(answer), answer).toBeNull();
});
