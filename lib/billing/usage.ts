import type { Db } from "#db/client.ts";
import { readBillFacts } from "#db/queries/bill-facts.ts";
import { type DaySum, type Sum, sumDays } from "#db/queries/billing-event-list.ts";
import { readCalendar } from "#db/queries/closed-month.ts";
import { dayOf, daysAfter, daysBetween, lastDayOf, type Period, periodOf } from "#lib/base/time.rules.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOrganization } from "#lib/core/read.ts";
import { reusing } from "#lib/runtime/reuse.ts";
import { forecastOf } from "./forecast.rules.ts";
import { daysLeft } from "./next-invoice.rules.ts";
import type { CheckCounts } from "./plan-cost.rules.ts";
import { NO_CURRENCY } from "./spend.rules.ts";

const HISTORY_DAYS = 28;
/** As far back as anybody asks. */
const LATELY_DAYS = 30;

/** The sum of one day, provider, key or host. `value`: its name; `null`: it was deleted, or the row does not say. */
export type Part = Sum & { value: string | null; label: string | null };

/** The live checks of a UTC month. Each breakdown adds up to `total`, and `total` is the amount for checks on the invoice. */
export type UsageReport = Extract<Awaited<ReturnType<typeof readUsage>>, { ok: true }>["usage"];

/**
 * `period`: `null` for the current month by the database's clock. `isNow`: the answer is about the current month. `now`: that clock.
 * `spentNowMinor`: spent in the current month, which counts against the cap.
 */
export async function readUsage(actor: Actor, organizationId: string, period: Period | null = null) {
  return readOrganization(actor, "see billing", organizationId, async (db) => {
    const { today } = await readCalendar(db);
    // A future month has no usage: answer with the current one.
    const asked = period !== null && period < periodOf(today) ? period : periodOf(today);
    const isNow = asked === periodOf(today);
    const [days, { terms, usage: spentNow }] = await Promise.all([
      isNow ? sumLately(db, organizationId, today) : sumLarge(db, organizationId, asked, lastDayOf(asked)),
      readBillFacts(db, organizationId),
    ]);
    const month = days.filter(({ day }) => day >= asked);
    const [live, tests] = [month.filter(isLive), month.filter(({ mode }) => mode === "test")];
    const total = totalOf(live);
    const usage = {
      period: asked,
      currency: terms?.currency ?? NO_CURRENCY,
      total,
      byDay: partsOf(live, "day"),
      byProvider: partsOf(live, "provider").toSorted(byChecks),
      byKey: partsOf(live, "key").toSorted(byChecks),
      byHost: partsOf(live, "host").toSorted(byChecks),
      tests: totalOf(tests).checks,
      forecast: isNow ? forecastOf(total.amountMinor, dayAmounts(days, today), daysLeft(asked, today)) : null,
    };
    return { ok: true, usage, isNow, now: today, spentNowMinor: spentNow.spentMinor };
  });
}

const sumLarge = reusing("days", sumDays, (days) => {
  const { checks, reversals } = totalOf(days);
  return checks + reversals;
});

/** Sums all that pages say of this month and of the days before it: they ask for the same days, so that one sum serves them. */
function sumLately(db: Db, organizationId: string, today: Date): Promise<DaySum[]> {
  const first = dayOf(daysAfter(today, -LATELY_DAYS));
  return sumLarge(db, organizationId, first < periodOf(today) ? first : periodOf(today), dayOf(today));
}

function isLive({ mode }: DaySum): boolean {
  return mode === "live";
}

function partsOf(sums: readonly DaySum[], by: "day" | "provider" | "key" | "host"): Part[] {
  return [...Map.groupBy(sums, (sum) => sum[by])].map(([value, alike]) => ({
    ...totalOf(alike),
    value,
    label: by === "key" ? (alike[0]?.label ?? null) : null,
  }));
}

function byChecks(a: Part, b: Part): number {
  return b.checks - a.checks || String(a.value).localeCompare(String(b.value), "en");
}

function totalOf(sums: readonly Sum[]): Sum {
  const total = { checks: 0, reversals: 0, amountMinor: 0 };
  for (const { checks, reversals, amountMinor } of sums) {
    total.checks += checks;
    total.reversals += reversals;
    total.amountMinor += amountMinor;
  }
  return total;
}

/** Computes the amount of each of the last whole days before today, from the first day with a live check on; a day without checks is 0. */
function dayAmounts(sums: readonly DaySum[], today: Date): number[] {
  const [since, until] = [dayOf(daysAfter(today, -HISTORY_DAYS)), dayOf(today)];
  const known = sums.filter((sum) => isLive(sum) && sum.day >= since && sum.day < until);
  const amounts = new Map(partsOf(known, "day").map(({ value, amountMinor }) => [value, amountMinor]));
  const [first] = known;
  const length = first ? daysBetween(Date.parse(first.day), Date.parse(until)) : 0;
  return Array.from({ length }, (_, n) => amounts.get(dayOf(daysAfter(Date.parse(first?.day ?? until), n))) ?? 0);
}

/**
 * Reads the live checks of the days before today. `dayAmounts`: the cost of each whole day that a forecast looks at, the
 * oldest first; `perDay`: their checks a day; `counts`: of the last 30 days, of which today is one. Part of verbs that have asked.
 */
export async function readLately(db: Db, organizationId: string, today: Date) {
  const sums = await sumLately(db, organizationId, today);
  const [since, until] = [dayOf(daysAfter(today, -HISTORY_DAYS)), dayOf(today)];
  const before = dayOf(daysAfter(today, -LATELY_DAYS));
  const history = countsOf(sums.filter(({ day }) => day >= since && day < until));
  const amounts = dayAmounts(sums, today);
  return {
    dayAmounts: amounts,
    perDay: { s: history.s / amounts.length, b: history.b / amounts.length },
    counts: countsOf(sums.filter(({ day }) => day > before)),
  };
}

function countsOf(sums: readonly DaySum[]): CheckCounts {
  const counts = { s: 0, b: 0 };
  for (const { value, checks, reversals } of partsOf(sums.filter(isLive), "provider"))
    if (value === "s" || value === "b") counts[value] = Math.max(0, checks - reversals);
  return counts;
}
