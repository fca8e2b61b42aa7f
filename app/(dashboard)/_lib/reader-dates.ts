import { cache } from "react";
import { formatMoment, formatShortDay, formatTime, formatWhen } from "#app/_ui/format-date.ts";
import { currentMembership } from "./current-membership.ts";

export type ReaderDates = Awaited<ReturnType<typeof readerDates>>;

/** Reads the clock once for a page, and writes moments as they read then, in the time zone of the organization. */
export const readerDates = cache(async () => {
  const { timeZone } = (await currentMembership()).organization;
  const now = new Date();
  return {
    now,
    timeZone,
    moment: (at: Date) => formatMoment(at, timeZone, now),
    shortDay: (at: Date) => formatShortDay(at, timeZone, now),
    time: (at: Date) => formatTime(at, timeZone),
    when: (at: Date) => formatWhen(at, timeZone, now),
  };
});
