export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function daysMs(days: number): number {
  return days * DAY_MS;
}

export function daysAfter(moment: Date | number, days: number): Date {
  return new Date(+moment + days * DAY_MS);
}

/** Counts also parts of a day. */
export function daysBetween(from: Date | number, to: Date | number): number {
  return (+to - +from) / DAY_MS;
}

/** Names the UTC day of a moment, such as "2026-11-24". */
export function dayOf(moment: Date | number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Writes a moment to the second, such as "2026-11-24 09:05:07 UTC". */
export function timeText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

export function startOfDay(moment: Date | number): Date {
  return new Date(Math.floor(+moment / DAY_MS) * DAY_MS);
}

/** Names a UTC month by its first day, such as "2026-11-01". We bill by UTC month, so that no time zone matters. */
export type Period = string;

export function periodOf(moment: Date): Period {
  return `${moment.toISOString().slice(0, 7)}-01`;
}

/** Reads a month as people write it, such as "2026-11" or "2026-11-01"; `null`: the text is no month. */
export function readPeriod(text: string): Period | null {
  return /^[12]\d{3}-(0[1-9]|1[0-2])(-01)?$/.test(text) ? `${text.slice(0, 7)}-01` : null;
}

/** Names the month that is `months` later, or earlier if `months` is negative. */
export function periodAfter(period: Period, months = 1): Period {
  const [year = 0, month = 0] = period.split("-").map(Number);
  return periodOf(new Date(Date.UTC(year, month - 1 + months, 1)));
}

export function startOf(period: Period): Date {
  return new Date(`${period}T00:00:00Z`);
}

/** Gives the first moment after the period. */
export function endOf(period: Period): Date {
  return startOf(periodAfter(period));
}

/** Names a day, such as "2028-02-29". */
export function lastDayOf(period: Period): string {
  return dayOf(+endOf(period) - 1);
}

export function daysIn(period: Period): number {
  return daysBetween(startOf(period), endOf(period));
}

/** Writes a moment by the clock of a zone, such as "4 December 2026 at 14:35 (Europe/Stockholm)". */
export function momentText(moment: Date, timeZone: string): string {
  const text = moment.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone });
  return `${text} (${timeZone})`;
}

/** Writes a month, such as "November 2026". */
export function monthText(period: Period): string {
  return startOf(period).toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
}
