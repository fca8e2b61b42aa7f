import type { Db } from "#db/client.ts";
import { type LedgerQuestion, type Sum, type SumRow, sumParts } from "#db/queries/billing-event-list.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { readSpent } from "#db/queries/usage-counter.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import type { Refused } from "#lib/core/result.ts";
import { reusing } from "#lib/core/reuse.ts";
import { type Forecast, forecastOf } from "./forecast.rules.ts";
import { daysLeft } from "./next-invoice.rules.ts";
import { lastDayOf, type Period, periodOf } from "./period.rules.ts";
import type { CheckCounts } from "./plan-cost.rules.ts";
import { NO_CURRENCY } from "./spend.rules.ts";

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 28;

/** The sum of one day, provider, key or host. `value`: its name; `null`: it was deleted, or the row does not say. */
export type Part = Sum & { value: string | null; label: string | null };

/** The live checks of a UTC month. Each breakdown adds up to `total`, and `total` is the amount for checks on the invoice. */
export type UsageReport = {
  period: Period;
  currency: string;
  total: Sum;
  byDay: Part[];
  byProvider: Part[];
  byKey: Part[];
  byHost: Part[];
  /** The number of test checks, which cost nothing. */
  tests: number;
  forecast: Forecast | null;
};

/**
 * `period`: `null` for the current month by the database's clock. `isNow`: the answer is about the current month. `now`: that clock.
 * `spentNowMinor`: spent in the current month, which counts against the cap.
 */
export async function readUsage(
  actor: Actor,
  organizationId: string,
  period: Period | null = null,
): Promise<{ ok: true; usage: UsageReport; isNow: boolean; now: Date; spentNowMinor: number } | Refused> {
  const found = await readOf(actor, "see billing", organizationId, async (db) => {
    const { today } = await readCalendar(db);
    // A future month has no usage: answer with the current one.
    const asked = period !== null && period < periodOf(today) ? period : periodOf(today);
    const month = { since: asked, until: lastDayOf(asked), credits: "without" as const };
    const [{ live, tests }, history, terms, spentNowMinor] = await Promise.all([
      sumModes(db, organizationId, month),
      asked === periodOf(today) ? readDayAmounts(db, organizationId, today) : [],
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
    forecast: forecastOf(total.amountMinor, history, daysLeft(asked, today)),
  };
  return { ok: true, usage, isNow: asked === periodOf(today), now: today, spentNowMinor };
}

const sumLarge = reusing("parts", sumParts, countOf);

/** Both are sums over the rows of both. */
const sumModes = reusing(
  "modes",
  async (db, organizationId: string, question: LedgerQuestion) => {
    const of = (mode: Mode) => sumParts(db, organizationId, { ...question, mode });
    const [live, tests] = await Promise.all([of("live"), of("test")]);
    return { live, tests };
  },
  ({ live, tests }) => countOf(live) + countOf(tests),
);

function countOf(rows: readonly SumRow[]): number {
  const { checks, reversals } = totalOf(partsOf(rows, "mode"));
  return checks + reversals;
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

/** The amount of each day before today, from the first day with a check on; a day without checks is 0. */
function wholeDays(days: readonly Part[], today: Date): number[] {
  const first = days[0]?.value;
  if (!first) return [];
  const amounts = new Map(days.map(({ value, amountMinor }) => [value, amountMinor]));
  const length = Math.round((Date.parse(dayOf(+today)) - Date.parse(first)) / DAY_MS);
  return Array.from({ length }, (_, n) => amounts.get(dayOf(Date.parse(first) + n * DAY_MS)) ?? 0);
}

/** The cost of each whole day before today that a forecast looks at, the oldest first. */
export async function readDayAmounts(db: Db, organizationId: string, today: Date): Promise<number[]> {
  const since = dayOf(+today - HISTORY_DAYS * DAY_MS);
  const rows = await sumLarge(db, organizationId, { since, until: dayOf(+today), mode: "live" });
  return wholeDays(partsOf(rows, "day"), today);
}

/** The live checks of the whole days before today, by provider, and how many days these are, from the first check on. */
export async function readRecentChecks(
  db: Db,
  organizationId: string,
  today: Date,
  maxDays = HISTORY_DAYS,
): Promise<{ counts: CheckCounts; days: number }> {
  const rows = await sumLarge(db, organizationId, {
    since: dayOf(+today - maxDays * DAY_MS),
    until: dayOf(+today - DAY_MS),
    mode: "live",
    credits: "without",
  });
  const counts = { s: 0, b: 0 };
  for (const { value, checks, reversals } of partsOf(rows, "provider"))
    if (value === "s" || value === "b") counts[value] = Math.max(0, checks - reversals);
  return { counts, days: wholeDays(partsOf(rows, "day"), today).length };
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
