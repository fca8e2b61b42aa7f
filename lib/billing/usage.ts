import { type Sum, type SumRow, sumParts } from "#db/queries/billing-event-list.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { readSpent } from "#db/queries/usage-counter.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/change.ts";
import type { Refused } from "#lib/core/result.ts";
import { type Forecast, forecastOf } from "./forecast.rules.ts";
import { daysIn, lastDayOf, type Period, periodOf } from "./period.rules.ts";
import { NO_CURRENCY } from "./spend.rules.ts";

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 28;

/** One way of telling the same sum apart. `value`: of a key its text; `null`: it is gone, or nobody knows. */
export type Part = Sum & { value: string | null; label: string | null };

/** A UTC month of live checks. Every part sums up to `total`, and `total` is what the invoice says of checks. */
export type UsageReport = {
  period: Period;
  currency: string;
  total: Sum;
  byDay: Part[];
  byProvider: Part[];
  byKey: Part[];
  byHost: Part[];
  /** Test checks, which cost nothing. */
  tests: number;
  forecast: Forecast | null;
};

/** `period`: `null` for the month it is, by the database's clock; `isNow`: it is that. `spentNowMinor`: what the cap is held against. */
export async function readUsage(
  actor: Actor,
  organizationId: string,
  period: Period | null = null,
): Promise<{ ok: true; usage: UsageReport; isNow: boolean; spentNowMinor: number } | Refused> {
  const found = await readOf(actor, "see billing", organizationId, async (db) => {
    const { today } = await readCalendar(db);
    // There is nothing to tell of a month that has not begun.
    const asked = period !== null && period < periodOf(today) ? period : periodOf(today);
    const span = { since: asked, until: lastDayOf(asked), credits: "without" as const };
    const [live, tests, history, terms, spentNowMinor] = await Promise.all([
      sumParts(db, organizationId, { ...span, mode: "live" }),
      sumParts(db, organizationId, { ...span, mode: "test" }),
      asked === periodOf(today)
        ? sumParts(db, organizationId, {
            since: dayOf(+today - HISTORY_DAYS * DAY_MS),
            until: dayOf(+today),
            mode: "live",
          })
        : [],
      findSubscription(db, organizationId),
      readSpent(db, organizationId, periodOf(today)),
    ]);
    return { today, asked, live, tests, history, spentNowMinor, currency: terms?.currency ?? NO_CURRENCY };
  });
  if (!found.ok) return found;
  const { today, asked, live, tests, history, spentNowMinor, currency } = found.read;
  const total = totalOf(partsOf(live, "mode"));
  const usage: UsageReport = {
    period: asked,
    currency,
    total,
    byDay: partsOf(live, "day"),
    byProvider: partsOf(live, "provider"),
    byKey: partsOf(live, "key"),
    byHost: partsOf(live, "host"),
    tests: totalOf(partsOf(tests, "mode")).checks,
    forecast: forecastOf(total.amountMinor, wholeDays(partsOf(history, "day"), today), daysLeft(asked, today)),
  };
  return { ok: true, usage, isNow: asked === periodOf(today), spentNowMinor };
}

function partsOf(rows: readonly SumRow[], part: SumRow["part"]): Part[] {
  return rows.filter((row) => row.part === part).map(({ part: _, ...row }) => row);
}

function totalOf(parts: readonly Part[]): Sum {
  const sum = { checks: 0, reversals: 0, amountMinor: 0 };
  for (const { checks, reversals, amountMinor } of parts) {
    sum.checks += checks;
    sum.reversals += reversals;
    sum.amountMinor += amountMinor;
  }
  return sum;
}

/** What each day before today came to, from the first with anything; a day without is 0. */
function wholeDays(days: readonly Part[], today: Date): number[] {
  const first = days[0]?.value;
  if (!first) return [];
  const amounts = new Map(days.map(({ value, amountMinor }) => [value, amountMinor]));
  const length = Math.round((Date.parse(dayOf(+today)) - Date.parse(first)) / DAY_MS);
  return Array.from({ length }, (_, n) => amounts.get(dayOf(Date.parse(first) + n * DAY_MS)) ?? 0);
}

/** The rest of today is a part of a day. */
function daysLeft(period: Period, today: Date): number {
  const gone = (+today - Date.parse(`${period}T00:00:00Z`)) / DAY_MS;
  return Math.max(0, daysIn(period) - gone);
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
