import { formatShortDay } from "#app/_ui/format-date.ts";
import { type Period, startOf } from "#lib/base/time.rules.ts";

/** Billing goes by UTC days and months, as invoices count them. For example "28 Nov". */
export function shortDay(at: Date, now = new Date()): string {
  return formatShortDay(at, "UTC", now);
}

/** Names a month, such as "November"; of another year "November 2025". */
export function monthName(period: Period, now = new Date()): string {
  const year = period.slice(0, 4) === now.toISOString().slice(0, 4) ? undefined : ("numeric" as const);
  return startOf(period).toLocaleDateString("en-GB", { month: "long", ...(year && { year }), timeZone: "UTC" });
}

/** Names a month shortly, such as "Nov"; of another year "Nov 2025". */
export function shortMonthName(period: Period, now = new Date()): string {
  const [, ...rest] = formatShortDay(startOf(period), "UTC", now).split(" ");
  return rest.join(" ");
}
