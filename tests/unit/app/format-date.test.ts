import { expect, test } from "vitest";
import { formatDayHeading, formatDays, formatMoment, formatShortDay, formatWhen } from "#app/_ui/format-date.ts";

const ZONE = "Europe/Copenhagen";
/** 14:33 on a Saturday in Copenhagen. */
const NOW = new Date("2026-11-21T13:33:00Z");
const at = (iso: string) => new Date(iso);

test.for([
  ["2026-11-21T13:33:00Z", "just now"],
  ["2026-11-21T13:32:57.001Z", "just now"],
  ["2026-11-21T13:32:57Z", "3 s ago"],
  ["2026-11-21T13:32:48Z", "12 s ago"],
  ["2026-11-21T13:32:00.001Z", "59 s ago"],
  ["2026-11-21T13:32:00Z", "1 min ago"],
  ["2026-11-21T12:33:00.001Z", "59 min ago"],
  ["2026-11-21T12:33:00Z", "today, 13:33"],
  ["2026-11-20T23:00:00Z", "today, 00:00"],
  ["2026-11-20T22:59:00Z", "yesterday, 23:59"],
  ["2026-11-19T08:10:00Z", "Thu 19 Nov, 09:10"],
  ["2025-11-19T08:10:00Z", "19 Nov 2025, 09:10"],
  ["2026-11-21T13:33:20Z", "in 20 s"],
  ["2026-11-21T13:36:00Z", "in 3 min"],
  ["2026-11-21T22:59:00Z", "today, 23:59"],
  ["2026-11-22T03:23:00Z", "tomorrow, 04:23"],
  ["2026-11-24T08:00:00Z", "Tue 24 Nov, 09:00"],
] as const)("%s is said as %s", ([iso, words]) => {
  expect(formatWhen(at(iso), ZONE, NOW)).toBe(words);
});

test("a moment and a day name the year only where it is another", () => {
  expect(formatMoment(at("2026-11-24T08:00:00Z"), ZONE, NOW)).toBe("Tue 24 Nov, 09:00");
  expect(formatMoment(at("2027-01-01T08:00:00Z"), ZONE, NOW)).toBe("1 Jan 2027, 09:00");
  expect(formatShortDay(at("2026-11-02T08:00:00Z"), ZONE, NOW)).toBe("2 Nov");
  expect(formatShortDay(at("2025-12-31T23:30:00Z"), ZONE, NOW)).toBe("1 Jan");
});

test("a heading over a day is a day's name, in the organization's zone", () => {
  expect(formatDayHeading(at("2026-11-20T23:30:00Z"), ZONE, NOW)).toBe("Today");
  expect(formatDayHeading(at("2026-11-20T22:30:00Z"), ZONE, NOW)).toBe("Yesterday");
  expect(formatDayHeading(at("2026-11-19T08:10:00Z"), ZONE, NOW)).toBe("Thursday 19 November");
  expect(formatDayHeading(at("2025-11-19T08:10:00Z"), ZONE, NOW)).toBe("19 November 2025");
});

test("days are named from the first to the last, and one day once", () => {
  expect(formatDays("2025-12-30", "2026-11-09", NOW)).toBe("30 Dec 2025 – 9 Nov");
  expect(formatDays("2026-11-09", "2026-11-09", NOW)).toBe("9 Nov");
});
