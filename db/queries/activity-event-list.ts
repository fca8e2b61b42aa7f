import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { Mode, ProviderId } from "../schema/values.rules.ts";
import type { NewActivity } from "./activity-event.ts";

/** A filter: an absent property does not filter. `key`: the text of a plugin key. `from` is inclusive, `to` exclusive. */
export type ActivityQuestion = {
  kind?: NewActivity["kind"];
  ok?: boolean;
  code?: string;
  provider?: ProviderId;
  mode?: Mode;
  key?: string;
  host?: string;
  reference?: string;
  from?: Date;
  to?: Date;
};

export type ActivityRow = Omit<NewActivity, "agoMs" | "pluginKey" | "pluginKeyId" | "whyNot"> & {
  id: string;
  at: Date;
  mode: Mode;
  /** `null`: the key was deleted. */
  key: string | null;
  keyLabel: string | null;
};

/**
 * The newest events that match the question, at most `max`, older than `before`. Rare events are found as fast as common ones:
 * the counters say which facets match, and an index gives the newest events of each facet.
 */
export async function selectActivity(
  db: Db,
  organizationId: string,
  question: ActivityQuestion,
  before: string | null,
  max: number,
): Promise<ActivityRow[]> {
  const { from: _, to: __, ...asked } = question;
  const isAll = Object.keys(asked).length === 0;
  const idsOf = isAll ? idsOfAll : question.reference === undefined ? idsOfFacets : idsOfReference;
  const ids = idsOf(organizationId, question, before, max);
  const query = sql`
    SELECT a.id, uuid_v7_moment(a.id) AS at, a.kind, a.code, a.ok, a.provider, a.mode, a.minimum_age AS "minimumAge", a.host,
      a.billed, a.reference, a.dropped_count AS "droppedCount", k.key, k.label AS "keyLabel"
    FROM (${ids}) AS page
    JOIN activity_event a ON a.organization_id = ${organizationId} AND a.id = page.id
    LEFT JOIN plugin_key k ON k.id = a.plugin_key_id
    ORDER BY a.id DESC
  `;
  // The planner cannot know how many events a facet has. Without this setting it sometimes reads and sorts all of them, though
  // the index gives the newest first.
  return db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_sort = off`);
    return tx.execute<ActivityRow>(query);
  });
}

type IdsOf = (organizationId: string, question: ActivityQuestion, before: string | null, max: number) => SQL;

const idsOfAll: IdsOf = (organizationId, question, before, max) => sql`
  SELECT id FROM activity_event
  WHERE organization_id = ${organizationId} AND ${isInRange(question, before)}
  ORDER BY id DESC LIMIT ${max}`;

const idsOfFacets: IdsOf = (organizationId, question, before, max) => {
  const { host, from, to } = question;
  return sql`
    WITH facets AS MATERIALIZED (
      SELECT DISTINCT facet FROM activity_day
      WHERE organization_id = ${organizationId} AND ${facetIs(question)}
        AND day >= ${from ? dayOf(from) : sql`(now() AT TIME ZONE 'UTC')::date - 31`} - 1
        AND day <= ${to ? dayOf(to) : sql`'infinity'`}
    )
    SELECT found.id FROM facets CROSS JOIN LATERAL (
      SELECT id FROM activity_event
      WHERE ${host === undefined ? sql`facet = facets.facet` : sql`hashtextextended(host, facet) = hashtextextended(${host}, facets.facet)`}
        AND ${isInRange(question, before)}
      ORDER BY id DESC LIMIT ${max}
    ) AS found
    ORDER BY found.id DESC LIMIT ${max}`;
};

const idsOfReference: IdsOf = (organizationId, question, before, max) => sql`
  WITH found AS MATERIALIZED (
    SELECT id FROM activity_event
    WHERE organization_id = ${organizationId} AND reference = ${question.reference ?? null}
      AND ${question.host === undefined ? sql`true` : sql`host = ${question.host}`}
      AND ${facetIs(question)} AND ${isInRange(question, before)}
  )
  SELECT id FROM found ORDER BY id DESC LIMIT ${max}`;

function facetIs({ kind, ok, code, provider, mode, key }: ActivityQuestion): SQL {
  const asked = [
    kind !== undefined && sql`kind = ${kind}`,
    ok !== undefined && sql`ok = ${ok}`,
    code !== undefined && sql`code = ${code}`,
    provider !== undefined && sql`provider = ${provider}`,
    mode !== undefined && sql`mode = ${mode}`,
    key !== undefined && sql`plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`,
  ].filter((one) => one !== false);
  return asked.length === 0 ? sql`true` : sql.join(asked, sql` AND `);
}

function isInRange({ from, to }: ActivityQuestion, before: string | null): SQL {
  const bounds = [
    from && sql`id >= uuid_v7_from(${from.toISOString()}::timestamptz)`,
    to && sql`id < uuid_v7_from(${to.toISOString()}::timestamptz)`,
    before && sql`id < ${before}::uuid`,
  ].filter((one) => one instanceof Object);
  return bounds.length === 0 ? sql`true` : sql.join(bounds as SQL[], sql` AND `);
}

function dayOf(moment: Date): SQL {
  return sql`${moment.toISOString().slice(0, 10)}::date`;
}
