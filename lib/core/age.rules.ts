import type { MinimumAge } from "#db/schema/values.rules.ts";

/** A day on the calendar, without a clock or a zone. `month` and `day` count from 1. */
export type CalendarDate = { year: number; month: number; day: number };

export type { MinimumAge };

/** What an eID said. `null`: it said nothing about this age. */
export type Ages = { over16: boolean | null; over18: boolean | null };

/** Nobody who asks is older: a date before that stands for "not known", as 1 January 1900 often does. */
const OLDEST_YEARS = 120;

/**
 * Someone reaches an age at the start of that birthday. Comparing year, month and day in turn is also the law for
 * 29 February: in a common year no day lies between 28 February and 1 March, so the birthday counts from 1 March.
 */
export function hasReached(years: number, birth: CalendarDate, today: CalendarDate): boolean {
  return compare({ ...birth, year: birth.year + years }, today) <= 0;
}

/** Both answers for a birth date, or `null` for a date that no living person has: in the future, or too long ago. */
export function agesOf(birth: CalendarDate, today: CalendarDate): Ages | null {
  if (compare(birth, today) > 0 || hasReached(OLDEST_YEARS + 1, birth, today)) return null;
  return { over16: hasReached(16, birth, today), over18: hasReached(18, birth, today) };
}

/** Both answers for an age in whole years. */
export function agesOfYears(years: number): Ages | null {
  if (!Number.isInteger(years) || years < 0 || years > OLDEST_YEARS) return null;
  return { over16: years >= 16, over18: years >= 18 };
}

/** What a yes or no about one age says about both: over 18 is over 16, and not over 16 is not over 18. */
export function agesOfAnswer(age: MinimumAge, answer: boolean): Ages {
  if (age === 18) return { over16: answer ? true : null, over18: answer };
  return { over16: answer, over18: answer ? null : false };
}

/** Two statements about one person, or `null` where they contradict each other. */
export function bothOf(a: Ages, b: Ages): Ages | null {
  const over16 = agreed(a.over16, b.over16);
  const over18 = agreed(a.over18, b.over18);
  return over16 === "contradiction" || over18 === "contradiction" ? null : { over16, over18 };
}

/** A real day written `YYYY-MM-DD` (ISO 8601, as OpenID Connect Core 5.1 has it), else `null`. */
export function parseIsoDate(text: string): CalendarDate | null {
  const written = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!written) return null;
  const [year, month, day] = [Number(written[1]), Number(written[2]), Number(written[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) ? { year, month, day } : null;
}

/** The calendar date at an instant in an IANA time zone: age is reckoned where the eID is issued. */
export function dateIn(timeZone: string, at: Date): CalendarDate {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "numeric", day: "numeric" })
    .formatToParts(at)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { year, month, day } = Object.fromEntries(parts) as CalendarDate;
  return { year, month, day };
}

function compare(a: CalendarDate, b: CalendarDate): number {
  return a.year - b.year || a.month - b.month || a.day - b.day;
}

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function agreed(a: boolean | null, b: boolean | null): boolean | null | "contradiction" {
  if (a === null || a === b) return b;
  return b === null ? a : "contradiction";
}
