import { type SQL, sql } from "drizzle-orm";
import type { MinimumAge, Mode, ProviderId } from "../schema/values.rules.ts";

/** Which checks; an absent property does not filter. `key`: the text of a plugin key. `from` is inclusive, `to` exclusive. */
export type CheckQuestion = {
  mode: Mode;
  provider?: ProviderId;
  age?: MinimumAge;
  key?: string;
  host?: string;
  from?: Date;
  to?: Date;
};

/** From `after` on, before `before`. */
export type IdRange = { after?: string | null; before?: string | null };

/** The facets of the events that are asked for. The counters know them, and the index has the newest events of each. */
export function facetsOf(organizationId: string, question: Partial<CheckQuestion>, isAsked: SQL): SQL {
  return sql`
    SELECT DISTINCT facet FROM activity_day
    WHERE organization_id = ${organizationId} AND ${isAsked} AND ${facetIs(question)} AND ${isOnDay(question)}`;
}

export function facetIs({ provider, mode, age, key }: Partial<CheckQuestion>): SQL {
  const asked = [
    provider !== undefined && sql`provider = ${provider}`,
    mode !== undefined && sql`mode = ${mode}`,
    age !== undefined && sql`minimum_age = ${age}`,
    key !== undefined && sql`plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`,
  ].filter((one) => one !== false);
  return asked.length === 0 ? sql`true` : sql.join(asked, sql` AND `);
}

/** A check counts on the day on which it was made: its steps may come on the day after. */
export function isOnDay({ from, to }: Partial<CheckQuestion>): SQL {
  return sql`activity_day.day >= ${from ? dayOf(from) : sql`(now() AT TIME ZONE 'UTC')::date - 31`} - 1
    AND activity_day.day <= ${to ? dayOf(to) : sql`'infinity'`}`;
}

export function isIn({ from, to }: Partial<CheckQuestion>, { after, before }: IdRange, id = sql`id`): SQL {
  const bounds = [
    from && sql`${id} >= uuid_v7_from(${from.toISOString()}::timestamptz)`,
    to && sql`${id} < uuid_v7_from(${to.toISOString()}::timestamptz)`,
    after && sql`${id} >= ${after}::uuid`,
    before && sql`${id} < ${before}::uuid`,
  ].filter((one) => one instanceof Object);
  return bounds.length === 0 ? sql`true` : sql.join(bounds as SQL[], sql` AND `);
}

function dayOf(moment: Date): SQL {
  return sql`${moment.toISOString().slice(0, 10)}::date`;
}
