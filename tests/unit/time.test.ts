import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dayOf,
  daysAfter,
  daysBetween,
  daysIn,
  daysMs,
  endOf,
  HOUR_MS,
  lastDayOf,
  periodAfter,
  periodOf,
  readPeriod,
  startOf,
  startOfDay,
} from "#lib/base/time.rules.ts";

test.for(["UTC", "Pacific/Kiritimati", "America/St_Johns"])(
  "a month begins and ends in UTC, also in %s",
  (elsewhere) => {
    process.env.TZ = elsewhere;
    expect(periodOf(new Date("2026-10-31T23:59:59.999Z"))).toBe("2026-10-01");
    expect(periodOf(new Date("2026-11-01T00:00:00.000Z"))).toBe("2026-11-01");
    expect(endOf("2026-10-01")).toEqual(startOf("2026-11-01"));
    expect(startOf("2026-11-01").toISOString()).toBe("2026-11-01T00:00:00.000Z");
  },
);

test.for([
  ["2026-02-01", 28, "2026-02-28"],
  ["2028-02-01", 29, "2028-02-29"],
  ["2100-02-01", 28, "2100-02-28"],
  ["2026-12-01", 31, "2026-12-31"],
] as const)("the month of %s has %d days, the last %s", ([period, days, last]) => {
  expect([daysIn(period), lastDayOf(period)]).toEqual([days, last]);
});

test("one month after the other, over the years and back", () => {
  expect([periodAfter("2026-12-01"), periodAfter("2027-01-01", -1), periodAfter("2026-11-01", 14)]).toEqual([
    "2027-01-01",
    "2026-12-01",
    "2028-01-01",
  ]);
});

test("every moment is in the month that it is said to be in", () => {
  const moment = fc.date({ min: new Date("1970-01-01"), max: new Date("2999-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(moment, (at) => {
      const period = periodOf(at);
      expect(+startOf(period) <= +at && +at < +endOf(period)).toBe(true);
      expect(periodAfter(periodAfter(period, 5), -5)).toBe(period);
    }),
  );
});

test("a month is read as people write it", () => {
  expect([readPeriod("2026-11"), readPeriod("2026-11-01")]).toEqual(["2026-11-01", "2026-11-01"]);
  for (const text of ["", "2026", "2026-13", "2026-00", "2026-11-02", "2026-1", " 2026-11", "2026-11 ", "0026-11"])
    expect(readPeriod(text), text).toBeNull();
});

test.for([
  ["2026-11-24T23:59:59.999Z", "2026-11-24", "2026-11-25"],
  ["2028-02-28T00:00:00.000Z", "2028-02-28", "2028-02-29"],
  ["1969-12-31T12:00:00.000Z", "1969-12-31", "1970-01-01"],
] as const)("%s is on the UTC day %s, before %s", ([moment, day, next]) => {
  const start = startOfDay(new Date(moment));
  expect([dayOf(+new Date(moment)), start.toISOString()]).toEqual([day, `${day}T00:00:00.000Z`]);
  expect(dayOf(daysAfter(start, 1))).toBe(next);
  expect(daysBetween(start, daysAfter(start, 1.5)) * daysMs(1)).toBe(36 * HOUR_MS);
});
