import { dayOf } from "#lib/base/time.rules.ts";
import { MINIMUM_AGES, type MinimumAge } from "./age.rules.ts";

/** Holds a day of the calendar, without a clock or a zone. `month` and `day` count from 1. */
export type CalendarDate = { year: number; month: number; day: number };

/** Holds the eID's answer for each age; `null`: it gave none. */
export type Ages = Record<MinimumAge, boolean | null>;

/** Bounds an age: an older birth date means "not known", as 1 January 1900 often does. */
const OLDEST_YEARS = 120;

/**
 * A person reaches an age at the start of that birthday. Somebody born on 29 February reaches it on 1 March of a common year,
 * which is also the law; comparing year, month and day in turn gives that.
 */
export function hasReached(years: number, birth: CalendarDate, today: CalendarDate): boolean {
  return compare({ ...birth, year: birth.year + years }, today) <= 0;
}

export function yearsSince(birth: CalendarDate, today: CalendarDate): number {
  const years = today.year - birth.year;
  return hasReached(years, birth, today) ? years : years - 1;
}

export function isSameDate(a: CalendarDate, b: CalendarDate): boolean {
  return compare(a, b) === 0;
}

/** Answers for a birth date; `null` for a date in the future, or more than 120 years ago. */
export function agesOf(birth: CalendarDate, today: CalendarDate): Ages | null {
  if (compare(birth, today) > 0 || hasReached(OLDEST_YEARS + 1, birth, today)) return null;
  return agesBy((age) => hasReached(age, birth, today));
}

/** Answers for an age in whole years. */
export function agesOfYears(years: number): Ages | null {
  return Number.isInteger(years) && years >= 0 && years <= OLDEST_YEARS ? agesBy((age) => years >= age) : null;
}

/** Concludes from one answer: over 18 is over 16, and under 16 is under 18. */
export function agesOfAnswer(age: MinimumAge, answer: boolean): Ages {
  return agesBy((one) => ((answer ? one <= age : one >= age) ? answer : null));
}

/** Merges two statements about one person; `null` where they contradict each other. */
export function bothOf(a: Ages, b: Ages): Ages | null {
  const isSound = MINIMUM_AGES.every((age) => a[age] === null || b[age] === null || a[age] === b[age]);
  return isSound ? agesBy((age) => a[age] ?? b[age]) : null;
}

/** A real day written `YYYY-MM-DD` (ISO 8601, as OpenID Connect Core 5.1 has it), else `null`. */
export function parseIsoDate(text: string): CalendarDate | null {
  const moment = new Date(`${text}T00:00:00Z`);
  // 30 February is a day of March then.
  if (Number.isNaN(+moment) || dayOf(moment) !== text) return null;
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() };
}

/** Reads the calendar date at an instant in an IANA time zone. Ages are counted in the zone of the eID's country. */
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

function agesBy(answer: (age: MinimumAge) => boolean | null): Ages {
  return Object.fromEntries(MINIMUM_AGES.map((age) => [age, answer(age)])) as Ages;
}
