import { countByDay, countWhyNot, listActivityCounts } from "#db/queries/activity-day.ts";
import { hasVerifiedDomain } from "#db/queries/domain.ts";
import { type KeyUse, listKeyUse } from "#db/queries/plugin-key-use.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/read.ts";
import type { Refused } from "#lib/core/result.ts";
import { type Checklist, type Counters, checklistOf, countersOf } from "./overview.rules.ts";
import { type DisclosedCounts, disclosedCounts, isSettled } from "./why-not.rules.ts";

const DAYS = 30;

/** `days`: those with events, by UTC date, the oldest first. */
export type Overview = {
  checklist: Checklist;
  live: Counters;
  test: Counters;
  days: { day: string; live: Counters; test: Counters }[];
  /** Why live checks were not confirmed, on the days whose counts may be disclosed. */
  whyNot: ({ day: string } & DisclosedCounts)[];
};

/** The last 30 days including today, and which steps of the integration are done. */
export async function overviewOf(
  actor: Actor,
  organizationId: string,
  now = new Date(),
): Promise<({ ok: true } & Overview) | Refused> {
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    Promise.all([
      countByDay(db, organizationId, DAYS),
      listActivityCounts(db, organizationId),
      hasVerifiedDomain(db, organizationId),
      countWhyNot(db, organizationId, DAYS),
    ]),
  );
  if (!found.ok) return found;
  const [rows, events, isVerified, counted] = found.read;
  const byMode = (some: typeof rows) => ({
    live: countersOf(some.filter(({ mode }) => mode === "live")),
    test: countersOf(some.filter(({ mode }) => mode === "test")),
  });
  const days = [...Map.groupBy(rows, ({ day }) => day)].map(([day, some]) => ({ day, ...byMode(some) }));
  const whyNot = counted.flatMap(({ day, ...counts }) => {
    const disclosed = isSettled(day, now) ? disclosedCounts(counts) : null;
    return disclosed === null ? [] : [{ day, ...disclosed }];
  });
  return { ok: true, checklist: checklistOf(events, isVerified), ...byMode(rows), days, whyNot };
}

/** When each key was last called, for which host, and how often in 24 hours; revoked keys too. */
export async function keyUseOf(actor: Actor, organizationId: string): Promise<{ ok: true; rows: KeyUse[] } | Refused> {
  const found = await readOf(actor, "see activity", organizationId, (db) => listKeyUse(db, organizationId));
  return found.ok ? { ok: true, rows: found.read } : found;
}
