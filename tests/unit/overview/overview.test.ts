import { expect, test } from "vitest";
import {
  changeOf,
  isRising,
  overviewAddress,
  percentText,
  readDays,
  shareParts,
} from "#app/(dashboard)/dashboard/_overview/overview.rules.ts";
import { count } from "#lib/billing/money.rules.ts";

test.for([
  [8581, 6002, ["70 % confirmed", "6,002 of 8,581 checks"]],
  [100, 100, ["100 % confirmed", "100 of 100 checks"]],
  [100, 0, ["0 % confirmed", "0 of 100 checks"]],
  [1000, 997, ["99.7 % confirmed", "997 of 1,000 checks"]],
  [1000, 4, ["0.4 % confirmed", "4 of 1,000 checks"]],
  [20, 9, ["45 % confirmed", "9 of 20 checks"]],
  [19, 9, ["9 of 19 checks confirmed"]],
  [1, 1, ["1 of 1 check confirmed"]],
] as const)("of %i checks, %i confirmed: %s", ([made, confirmed, parts]) => {
  expect(shareParts({ made, confirmed }, "live", count)).toEqual(parts);
});

test("test checks are called so", () => {
  expect(shareParts({ made: 14, confirmed: 9 }, "test", count)).toEqual(["9 of 14 test checks confirmed"]);
});

test("a share is never rounded to all or none", () => {
  expect(percentText(973, 1_000, (value) => value.toLocaleString("de-DE"))).toBe("97,3 %");
  expect([percentText(9999, 10_000, count), percentText(1, 10_000, count)]).toEqual(["99.9 %", "0.1 %"]);
  expect([percentText(7, 7, count), percentText(0, 7, count), percentText(0, 0, count)]).toEqual([
    "100 %",
    "0 %",
    "0 %",
  ]);
});

test.for([
  [70, 67, "up", "3 points"],
  [67, 70, "down", "3 points"],
  [68, 67, "up", "1 point"],
  [70, 70, null, "no change"],
] as const)("from %i of 100 on %i of 100 before it goes %s, %s", ([now, before, direction, words]) => {
  const of = (confirmed: number) => ({ made: 100, confirmed });
  expect(changeOf(of(now), of(before), count)).toEqual({ direction, words });
});

test("a change is told only where both periods have a share", () => {
  const [many, few] = [
    { made: 20, confirmed: 14 },
    { made: 19, confirmed: 14 },
  ];
  expect(changeOf(many, many, count)).not.toBeNull();
  expect([changeOf(many, few, count), changeOf(few, many, count)]).toEqual([null, null]);
});

test("refusals rise from twenty on, by half", () => {
  expect([isRising(19, 0), isRising(20, 0), isRising(29, 20), isRising(30, 20)]).toEqual([false, true, false, true]);
});

test("an address says what is unlike the usual, and is read back", () => {
  expect(overviewAddress({ mode: "live", days: 30 })).toBe("/dashboard?mode=live");
  expect(overviewAddress({ mode: "test", days: 7 })).toBe("/dashboard?mode=test&days=7");
  expect([readDays({ days: "7" }), readDays({ days: "8" }), readDays({})]).toEqual([7, 30, 30]);
});
