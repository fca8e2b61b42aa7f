import { expect, test } from "vitest";
import { countRepeats } from "#lib/base/repeats.rules.ts";
import { faultOf } from "#lib/observe/log.ts";

test("a fault that goes on is logged once, and once a minute with how often it came; another one by itself", () => {
  const repeats = countRepeats(60_000);
  expect(repeats("ECONNREFUSED", 0)).toBe(1);
  expect(repeats("ECONNREFUSED", 500)).toBeNull();
  expect(repeats("57P03", 500)).toBe(1);
  expect(repeats("ECONNREFUSED", 59_999)).toBeNull();
  expect(repeats("ECONNREFUSED", 60_000)).toBe(3);
  expect(repeats("ECONNREFUSED", 60_001)).toBeNull();
});

test("a copy of a fault, as pg-boss reports it, has the code and the frames of the fault, and not its message", () => {
  const fault = Object.assign(new Error("marked"), { code: "57P03" });
  const copy = { ...fault, message: fault.message, stack: fault.stack, queue: "send-mail" };
  expect(faultOf(copy)).toEqual(faultOf(fault));
  expect(faultOf(copy)).toMatchObject({
    condition: "cannot_connect_now",
    advice: expect.stringContaining("recovers"),
  });
  expect(JSON.stringify(faultOf(copy))).not.toContain("marked");
});
