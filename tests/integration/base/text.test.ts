import { expect, test } from "vitest";
import { isTyped, readLine } from "#lib/base/text.ts";

test.for([
  ["Vin  &   Vin", "Vin & Vin"],
  ["  Shop ", "Shop"],
  ["Shop \u{1f469}\u200d\u{1f373}", "Shop \u{1f469}\u200d\u{1f373}"],
  ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ["", ""],
])("%j is written %j", ([given, written]) => {
  expect(readLine(given ?? "", 80)).toBe(written);
});

test.for(["\u3164", "\u2800 \u2800", "\u200d", "a\u202eb", "a\u0000b", "a\nb", "\u00ad", "x".repeat(81)])(
  "%j is no line that somebody could read",
  (given) => {
    expect(readLine(given, 80)).toBeNull();
  },
);

test("what is typed to confirm may have other spaces, and nothing else", () => {
  expect(isTyped(" Vin  Vin ", "Vin Vin")).toBe(true);
  for (const typed of ["", " ", "vin vin", "VinVin", "Vin Vin."]) expect(isTyped(typed, "Vin Vin")).toBe(false);
  expect(isTyped(" ", "")).toBe(false);
});
