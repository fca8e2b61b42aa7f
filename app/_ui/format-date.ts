import { daysAfter, HOUR_MS, MINUTE_MS } from "#lib/base/time.rules.ts";

/** Writes a date and time, such as "21 Nov 2026, 14:35". */
export function formatDate(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);
}

/** Writes a day, such as "21 Nov 2026". */
export function formatDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone }).format(at);
}

/** Writes a moment, such as "Tue 24 Nov, 09:00"; of another year "24 Nov 2025, 09:00". */
export function formatMoment(at: Date, timeZone: string, now: Date): string {
  const { weekday, year } = partsOf(at, timeZone);
  const short = formatShortDay(at, timeZone, now);
  const day = year === partsOf(now, timeZone).year ? `${weekday} ${short}` : short;
  return `${day}, ${formatTime(at, timeZone)}`;
}

/** Writes a day without its year, such as "24 Nov"; of another year "24 Nov 2025". */
export function formatShortDay(at: Date, timeZone: string, now: Date): string {
  const { day, month, year } = partsOf(at, timeZone);
  return year === partsOf(now, timeZone).year ? `${day} ${month}` : `${day} ${month} ${year}`;
}

/** Writes UTC days from the first to the last, such as "3 Nov – 9 Nov". */
export function formatDays(first: string, last: string, now: Date): string {
  const nameOf = (day: string) => formatShortDay(new Date(day), "UTC", now);
  return first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`;
}

/** Writes hours and minutes, such as "09:00". */
export function formatTime(at: Date, timeZone: string): string {
  const { hour, minute } = partsOf(at, timeZone);
  return `${hour}:${minute}`;
}

/** Writes the seconds too, such as "14:32:41". */
export function formatClock(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone }).format(at);
}

const NOW_MS = 3_000;

/**
 * Says how long ago, or in how long: "12 s ago", "in 3 min", "today, 04:10", "yesterday, 17:02", "Tue 24 Nov, 09:00".
 * After an hour the clock says more than a number of hours.
 */
export function formatWhen(at: Date, timeZone: string, now: Date): string {
  const ms = +at - +now;
  const distance = Math.abs(ms);
  if (distance < HOUR_MS) {
    if (ms <= 0 && distance < NOW_MS) return "just now";
    const isSeconds = distance < MINUTE_MS;
    const amount = isSeconds ? `${Math.floor(distance / 1_000)} s` : `${Math.floor(distance / MINUTE_MS)} min`;
    return ms <= 0 ? `${amount} ago` : `in ${amount}`;
  }
  const named = dayNameOf(at, timeZone, now);
  return named === null ? formatMoment(at, timeZone, now) : `${named}, ${formatTime(at, timeZone)}`;
}

/** Heads a day: "Today", "Yesterday", "Thursday 19 November", "19 November 2025". */
export function formatDayHeading(at: Date, timeZone: string, now: Date): string {
  const named = dayNameOf(at, timeZone, now);
  if (named !== null) return named.charAt(0).toUpperCase() + named.slice(1);
  const isThisYear = partsOf(at, timeZone).year === partsOf(now, timeZone).year;
  const rest = isThisYear ? ({ weekday: "long" } as const) : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone, ...rest })
    .format(at)
    .replace(",", "");
}

/** "today", "yesterday" or "tomorrow", in this zone. */
function dayNameOf(at: Date, timeZone: string, now: Date): string | null {
  const nameOf = (moment: Date) => {
    const { day, month, year } = partsOf(moment, timeZone);
    return `${day} ${month} ${year}`;
  };
  const names = [
    ["today", 0],
    ["yesterday", -1],
    ["tomorrow", 1],
  ] as const;
  return names.find(([, days]) => nameOf(daysAfter(now, days)) === nameOf(at))?.[0] ?? null;
}

function partsOf(at: Date, timeZone: string): Record<Intl.DateTimeFormatPartTypes, string> {
  const parts = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<
    Intl.DateTimeFormatPartTypes,
    string
  >;
}
