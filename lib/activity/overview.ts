import { countByDay, countWhyNot, listActivityCounts } from "#db/queries/activity-day.ts";
import { hasVerifiedDomain } from "#db/queries/domain.ts";
import { type KeyUse, listKeyUse } from "#db/queries/plugin-key-use.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/change.ts";
import type { Refused } from "#lib/core/result.ts";
import { type Checklist, type Counters, checklistOf, countersOf } from "./overview.rules.ts";
import { type DisclosedCounts, disclosedCounts, isSettled } from "./why-not.rules.ts";

const DAYS = 30;

/** `days`: only those on which something happened, by the UTC date, the oldest first. */
export type Overview = {
  checklist: Checklist;
  live: Counters;
  test: Counters;
  days: { day: string; live: Counters; test: Counters }[];
  /** Of live checks, why they were not confirmed: the days on which that may be told. */
  whyNot: ({ day: string } & DisclosedCounts)[];
};

/** Thirty days, today among them, and how far the organization has come. */
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
  const [rows, happened, isVerified, counted] = found.read;
  const byMode = (some: typeof rows) => ({
    live: countersOf(some.filter(({ mode }) => mode === "live")),
    test: countersOf(some.filter(({ mode }) => mode === "test")),
  });
  const days = [...Map.groupBy(rows, ({ day }) => day)].map(([day, some]) => ({ day, ...byMode(some) }));
  const whyNot = counted.flatMap(({ day, ...counts }) => {
    const told = isSettled(day, now) ? disclosedCounts(counts) : null;
    return told === null ? [] : [{ day, ...told }];
  });
  return { ok: true, checklist: checklistOf(happened, isVerified), ...byMode(rows), days, whyNot };
}

/** Of every key, revoked ones too: when it was last called, for which host, and how often in 24 hours. */
export async function keyUseOf(actor: Actor, organizationId: string): Promise<{ ok: true; rows: KeyUse[] } | Refused> {
  const found = await readOf(actor, "see activity", organizationId, (db) => listKeyUse(db, organizationId));
  return found.ok ? { ok: true, rows: found.read } : found;
}
