import { expect, test } from "vitest";
import { exhaustedByCall } from "#lib/flow/limits.ts";

test("one made-up key that insists is stopped, and thousands of them stop nobody else", async () => {
  const answers = [];
  for (let n = 0; n < 31; n += 1) answers.push(await exhaustedByCall("made-up", "device"));
  expect(answers.filter((answer) => answer === null)).toHaveLength(30);
  expect(answers.at(-1)).toEqual({ limit: "device", quota: 30, retryAfterSeconds: expect.any(Number) });
  for (let n = 0; n < 40_000; n += 1) expect(await exhaustedByCall(`made-up ${n}`, "device")).toBeNull();
});
