import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { activityDay, whyNotDay } from "../schema/activity.ts";

const events = sql<number>`sum(${activityDay.events})`;

/** Counts events by kind and code on each of the last `days` UTC days. */
export async function countByDay(db: Db, organizationId: string, days: number) {
  return db
    .select({
      day: activityDay.day,
      mode: activityDay.mode,
      kind: activityDay.kind,
      code: activityDay.code,
      events,
    })
    .from(activityDay)
    .where(and(eq(activityDay.organizationId, organizationId), isInRange(activityDay.day, days)))
    .groupBy(activityDay.day, activityDay.mode, activityDay.kind, activityDay.code)
    .orderBy(activityDay.day, activityDay.mode);
}

/** Counts unconfirmed live checks by reason. A day of the last `days` UTC days without any has no row. */
export async function countWhyNot(db: Db, organizationId: string, days: number) {
  const of = (why: (typeof whyNotDay.why.enumValues)[number]) =>
    sql<number>`coalesce(sum(${whyNotDay.checks}) FILTER (WHERE ${whyNotDay.why} = ${why}), 0)`;
  return db
    .select({
      day: whyNotDay.day,
      too_young: of("too_young"),
      cancelled: of("cancelled"),
      no_age: of("no_age"),
      failed: of("failed"),
    })
    .from(whyNotDay)
    .where(and(eq(whyNotDay.organizationId, organizationId), isInRange(whyNotDay.day, days)))
    .groupBy(whyNotDay.day)
    .orderBy(whyNotDay.day);
}

/** The kinds and codes that the organization has any event of, as far back as the counters go. */
export async function listActivityCounts(db: Db, organizationId: string) {
  return db
    .selectDistinct({ mode: activityDay.mode, kind: activityDay.kind, code: activityDay.code })
    .from(activityDay)
    .where(eq(activityDay.organizationId, organizationId));
}

function isInRange(day: typeof activityDay.day | typeof whyNotDay.day, days: number) {
  return gt(day, sql`(now() AT TIME ZONE 'UTC')::date - ${days}::int`);
}
