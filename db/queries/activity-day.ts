import { and, between, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { activityDay, whyNotDay } from "../schema/activity.ts";
import { pluginKey } from "../schema/plugin-key.ts";
import type { Mode } from "../schema/values.rules.ts";

const events = sql<number>`sum(${activityDay.events})`;

/** UTC days, both included. */
export type DayRange = { from: string; to: string };

/** Counts the events of a mode, or of one key of it, by kind, code and eID on each day of a period. `key`: its text. */
export async function countByDay(db: Db, organizationId: string, mode: Mode, { from, to }: DayRange, key?: string) {
  return db
    .select({
      day: activityDay.day,
      kind: activityDay.kind,
      code: activityDay.code,
      provider: activityDay.provider,
      events,
    })
    .from(activityDay)
    .where(
      and(
        eq(activityDay.organizationId, organizationId),
        eq(activityDay.mode, mode),
        between(activityDay.day, from, to),
        key === undefined
          ? undefined
          : inArray(
              activityDay.pluginKeyId,
              db.select({ id: pluginKey.id }).from(pluginKey).where(eq(pluginKey.key, key)),
            ),
      ),
    )
    .groupBy(activityDay.day, activityDay.kind, activityDay.code, activityDay.provider)
    .orderBy(activityDay.day);
}

/** Counts unconfirmed live checks by reason. A day without any has no row. */
export async function countWhyNot(db: Db, organizationId: string, { from, to }: DayRange) {
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
    .where(and(eq(whyNotDay.organizationId, organizationId), between(whyNotDay.day, from, to)))
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
