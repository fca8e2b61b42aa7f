import fc from "fast-check";
import { expect, test } from "vitest";
import { newTraceId, readTraceparent, traceresponseOf } from "#lib/observe/trace-context.ts";

const [TRACE, PARENT] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

test.for([
  ["of version 00", `00-${TRACE}-${PARENT}-01`, TRACE],
  ["not sampled", `00-${TRACE}-${PARENT}-00`, TRACE],
  ["of a later version", `cc-${TRACE}-${PARENT}-01`, TRACE],
  ["of a later version that has more", `cc-${TRACE}-${PARENT}-01-what-the-future-brings`, TRACE],
  ["empty", "", null],
  ["of version 00 that has more", `00-${TRACE}-${PARENT}-01-what`, null],
  ["of version ff", `ff-${TRACE}-${PARENT}-01`, null],
  ["without its flags", `00-${TRACE}-${PARENT}`, null],
  ["with more and no hyphen", `cc-${TRACE}-${PARENT}-01x`, null],
  ["in capitals", `00-${TRACE.toUpperCase()}-${PARENT}-01`, null],
  ["with another letter", `00-${TRACE.slice(1)}g-${PARENT}-01`, null],
  ["a digit short", `00-${TRACE.slice(1)}-${PARENT}-01`, null],
  ["a digit long", `00-${TRACE}0-${PARENT}-01`, null],
  ["of zeroes", `00-${"0".repeat(32)}-${PARENT}-01`, null],
  ["with a parent of zeroes", `00-${TRACE}-${"0".repeat(16)}-01`, null],
  ["with a line end", `00-${TRACE}-${PARENT}-01\n`, null],
  ["with a header after it", `cc-${TRACE}-${PARENT}-01-\r\nSet-Cookie: a=b`, null],
  ["sent twice, as Node joins it", `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`, null],
  ["as long as a head may be", `00-${TRACE}-${PARENT}-${"0".repeat(16_000)}`, null],
] as const)("a traceparent %s", ([, header, read]) => {
  expect(readTraceparent(header)).toEqual(read);
});

test("whatever it reads is an id that stands in the header", () => {
  const part = fc.constantFrom("00", "01", "ff", "-", TRACE, PARENT, "0".repeat(16), "\n", "x");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
      const header = parts.join("");
      const traceId = readTraceparent(header);
      if (traceId === null) return;
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(header).toContain(`-${traceId}-`);
    }),
  );
});

test("new ids have their length, and none is there twice", () => {
  const ids = Array.from({ length: 2_000 }, newTraceId);
  expect(new Set(ids).size).toBe(2_000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test("a traceresponse can be read as a traceparent, and each has an id of its own", () => {
  const context = { traceId: newTraceId() };
  const written = Array.from({ length: 2_000 }, () => traceresponseOf(context));
  expect(new Set(written).size).toBe(2_000);
  for (const one of written) expect(readTraceparent(one)).toBe(context.traceId);
});
