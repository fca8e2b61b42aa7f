import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { spellingsOf } from "#tests/support/spellings.ts";

const holds = (text: Buffer | string, value: string) =>
  spellingsOf(value).some((spelling) => Buffer.from(text as string).includes(spelling));

const values = fc.string({ unit: "grapheme", minLength: 6, maxLength: 40 });
const around = fc.string({ maxLength: 9 });

test("a value is found wherever it lies in a text, in each encoding", () => {
  fc.assert(
    fc.property(values, around, around, (value, before, after) => {
      const text = Buffer.from(before + value + after);
      for (const encoding of ["utf8", "hex", "base64", "base64url"] as const)
        expect([encoding, holds(text.toString(encoding), value)]).toEqual([encoding, true]);
      expect(holds(text.toString("hex").toUpperCase(), value)).toBe(true);
      expect(holds(encodeURIComponent(before) + encodeURIComponent(value), value)).toBe(true);
      expect(holds(JSON.stringify({ value }), value)).toBe(true);
    }),
  );
});

test("an opaque value is found in a column of bytes, too", () => {
  const raw = randomBytes(32);
  const value = raw.toString("base64url");
  expect(holds(Buffer.concat([randomBytes(5), raw, randomBytes(5)]), value)).toBe(true);
  expect(holds(`\\x${raw.toString("hex")}`, value)).toBe(true);
  expect(holds(randomBytes(5_000), value)).toBe(false);
});

test("a value that is not there is not found", () => {
  expect(holds("Kanarie Vogel, 1984-08-25, 2001:db8::8", "1984-08-24")).toBe(false);
});
