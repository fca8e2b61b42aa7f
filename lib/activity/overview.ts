import { countByDay, countWhyNot, type DayRange, listActivityCounts } from "#db/queries/activity-day.ts";
import { countUnderWay } from "#db/queries/check-list.ts";
import { hasVerifiedDomain } from "#db/queries/domain.ts";
import { readShopUse } from "#db/queries/shop-use.ts";
import { findSubscription } from "#db/queries/subscription.ts";
import { PROVIDERS } from "#db/schema/values.rules.ts";
import { dayOf, daysAfter } from "#lib/base/time.rules.ts";
import type { Actor } from "#lib/core/actor.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import { config } from "#lib/runtime/config.ts";
import { type ActivityKind, wentWell } from "./activity.rules.ts";
import { checklistOf } from "./checklist.rules.ts";
import { addFunnels, type Counted, type Funnel, funnelOf } from "./funnel.rules.ts";
import { disclosedCounts, isSettled, openMs } from "./why-not.rules.ts";

/** Asks about the checks of one mode in so many UTC days. `until`: the last of them; without it, today. */
export type OverviewQuestion = { days: number; until?: string | undefined; mode: Mode };

/** A reason for which calls, or questions about tokens, were refused, and how many. */
type RefusedCount = { kind: Extract<ActivityKind, "call" | "check">; code: string; events: number };

export type Overview = Extract<Awaited<ReturnType<typeof overviewOf>>, { ok: true }>;

/** More links than these are not read one by one. */
const MAX_LATEST = 10_000;

/** Tells what the checks of a period came to, and which steps of the integration are done. */
export async function overviewOf(
  actor: Actor,
  organizationId: string,
  { days, until, mode }: OverviewQuestion,
  now = new Date(),
  maxLatest = MAX_LATEST,
) {
  const last = until === undefined ? now : Date.parse(until);
  const dayBefore = (count: number) => dayOf(daysAfter(last, -count));
  const period: DayRange = { from: dayBefore(days - 1), to: dayBefore(0) };
  const before: DayRange = { from: dayBefore(2 * days - 1), to: dayBefore(days) };
  const openSince = new Date(+now - openMs(config().ttl));
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    Promise.all([
      countByDay(db, organizationId, mode, { from: before.from, to: period.to }),
      listActivityCounts(db, organizationId),
      hasVerifiedDomain(db, organizationId),
      readShopUse(db, organizationId),
      findSubscription(db, organizationId),
      mode === "live" ? countWhyNot(db, organizationId, period) : [],
      countUnderWay(db, organizationId, { mode, openSince, days: period, max: maxLatest }),
    ]),
  );
  if (!found.ok) return found;
  const [all, events, isVerified, shop, subscription, counted, open] = found.read;
  const hasPlan = subscription !== null && subscription.status !== "canceled";
  const isOver = (day: string) => isSettled(day, now, openMs(config().ttl));
  const cells = cellsOf(all, (day) => mode === "test" || isOver(day));
  const [these, then] = [cells.filter(({ day }) => day >= period.from), cells.filter(({ day }) => day < period.from)];
  const eids = PROVIDERS.map((provider) => ({
    provider,
    ...addFunnels(these.filter((cell) => cell.provider === provider)),
  }));
  const whyNot = counted.flatMap(({ day, ...counts }) => {
    const disclosed = isOver(day) ? disclosedCounts(counts) : null;
    return disclosed === null ? [] : [{ day, ...disclosed }];
  });
  const funnel = addFunnels(these);
  const hasMade = (which: Mode) =>
    events.some((one) => one.mode === which && one.kind === "call" && one.code === "accepted");
  return {
    ok: true as const,
    /** Links were made with test keys, and none with a live key. */
    hasOnlyTestChecks: hasMade("test") && !hasMade("live"),
    /** Nobody has called yet. */
    isNew: !events.some(({ kind }) => kind === "call"),
    checklist: checklistOf(events, { ...shop, isVerified, hasPlan }),
    funnel,
    /**
     * Counts those of these checks that may still end, and met no problem, by how far they came. `null`: of so many that
     * were made lately nobody counts them. Where an event was lost, the counters and the list may differ.
     */
    underWay: open,
    /** Covers the same number of days before. */
    before: addFunnels(then),
    /** Has every UTC day of the period, the oldest first; days without a check, too. */
    days: Array.from({ length: days }, (_, n) => dayBefore(days - 1 - n)).map((day) => ({
      day,
      ...addFunnels(these.filter((cell) => cell.day === day)),
    })),
    /** Lists the eIDs that a link was made for, the most used first. */
    eids: eids.filter(({ made }) => made > 0).toSorted((a, b) => b.made - a.made),
    /** Tells why live checks were not confirmed, on the days whose counts may be disclosed. None of test checks. */
    whyNot,
    /** Lists the most frequent reason first. */
    refused: refusedIn(all.filter(({ day }) => day >= period.from)),
    /** Counts what was refused in the same number of days before. */
    refusedBefore: refusedIn(all.filter(({ day }) => day < period.from)).reduce((sum, { events }) => sum + events, 0),
    /** Counts the calls that the limit of one address refused on the last two days. */
    addressLimited: refusedIn(all.filter(({ day, code }) => day >= dayBefore(1) && code === "address_limited")).reduce(
      (sum, { events }) => sum + events,
      0,
    ),
    /** Counts each step of the period, by its code. Who went to the eID only the funnels tell, when they may. */
    steps: stepsIn(all.filter(({ day }) => day >= period.from)),
  };
}

type Row = Counted & { day: string; provider: ProviderId | null };

/** One funnel for each day and eID. All sums are of these, so that they agree with each other. */
function cellsOf(
  rows: readonly Row[],
  isDisclosed: (day: string) => boolean,
): (Funnel & Pick<Row, "day" | "provider">)[] {
  const groups = Map.groupBy(rows, ({ day, provider }) => `${day} ${provider}`).values();
  return [...groups].flatMap((group) => {
    const [first] = group;
    return first ? [{ day: first.day, provider: first.provider, ...funnelOf(group, isDisclosed(first.day)) }] : [];
  });
}

function refusedIn(rows: readonly Counted[]): RefusedCount[] {
  const sums = new Map<string, RefusedCount>();
  for (const { kind, code, events } of rows) {
    if ((kind !== "call" && kind !== "check") || wentWell(kind, code)) continue;
    const sum = sums.get(`${kind} ${code}`) ?? { kind, code, events: 0 };
    sums.set(`${kind} ${code}`, { ...sum, events: sum.events + events });
  }
  return [...sums.values()].toSorted((a, b) => b.events - a.events);
}

function stepsIn(rows: readonly Counted[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { kind, code, events } of rows)
    if (kind === "step" && code !== "claimed") sums[code] = (sums[code] ?? 0) + events;
  return sums;
}
