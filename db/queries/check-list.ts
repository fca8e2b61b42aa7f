import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { arrayOf } from "../prepared.ts";
import { ENDS, type MinimumAge, type Mode, type ProviderId } from "../schema/values.rules.ts";

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

/** The call that made a link, or a count of events that were not recorded at that moment. */
export type MadeRow = {
  id: string;
  at: Date;
  provider: ProviderId | null;
  mode: Mode;
  minimumAge: MinimumAge | null;
  host: string | null;
  /** `null`: the key was deleted. */
  key: string | null;
  keyLabel: string | null;
  reference: string | null;
  droppedCount: number | null;
};

export type SteppedRow = { id: string; reference: string };
export type StepRow = { id: string; reference: string; code: string; at: Date };

/** From `after` on, before `before`. */
export type IdRange = { after?: string | null; before?: string | null };

const MADE = sql`kind = 'call' AND code = 'accepted'`;

/**
 * The newest links that match the question, at most `max`. `withDropped`: and how many events were not recorded, in their place.
 * Rare ones are found as fast as common ones: the counters say which facets match, and an index has the newest of each facet.
 */
export function selectMade(
  db: Db,
  organizationId: string,
  question: CheckQuestion,
  range: IdRange,
  max: number,
  { withDropped = false } = {},
): Promise<MadeRow[]> {
  const kinds = withDropped ? sql`((${MADE}) OR kind = 'dropped')` : MADE;
  const ids = newest(organizationId, question, kinds, sql`id`, range, max);
  return inOrder(db, (tx) => tx.execute<MadeRow>(rowsOf(organizationId, ids)));
}

/** The links of these references that match the question. */
export function selectMadeOf(
  db: Db,
  organizationId: string,
  question: CheckQuestion,
  references: readonly string[],
  range: IdRange,
): Promise<MadeRow[]> {
  const { host } = question;
  return db.execute<MadeRow>(
    rowsOf(
      organizationId,
      sql`
        SELECT id FROM activity_event
        WHERE organization_id = ${organizationId} AND reference = ANY(${arrayOf(references)}::text[]) AND ${MADE}
          AND ${facetIs(question)} AND ${host === undefined ? sql`true` : sql`host = ${host}`} AND ${isIn(question, range)}`,
    ),
  );
}

/** The newest steps with one of these codes, of checks that match the question. */
export function selectStepped(
  db: Db,
  organizationId: string,
  { from, to: _, ...question }: CheckQuestion,
  codes: readonly string[],
  range: IdRange,
  max: number,
): Promise<SteppedRow[]> {
  const isStep = sql`kind = 'step' AND code = ANY(${arrayOf(codes)}::text[])`;
  const asked = from === undefined ? question : { ...question, from };
  const steps = newest(organizationId, asked, isStep, sql`id, reference`, range, max);
  return inOrder(db, (tx) => tx.execute<SteppedRow>(steps));
}

/** The steps of these checks; with `codes`, those with one of them. */
export function selectSteps(
  db: Db,
  organizationId: string,
  references: readonly string[],
  range: IdRange,
  codes: readonly string[] | null = null,
): Promise<StepRow[]> {
  return db.execute<StepRow>(sql`
    SELECT id, reference, code, uuid_v7_moment(id) AS at FROM activity_event
    WHERE organization_id = ${organizationId} AND reference = ANY(${arrayOf(references)}::text[]) AND kind = 'step'
      AND ${codes === null ? sql`true` : sql`code = ANY(${arrayOf(codes)}::text[])`} AND ${isIn({}, range)}
    ORDER BY id`);
}

/** The days, the newest first, on which more links were made than checks ended. */
export async function selectUnendedDays(db: Db, organizationId: string, question: CheckQuestion): Promise<string[]> {
  const isEnd = sql`kind = 'step' AND code = ANY(${arrayOf(ENDS)}::text[])`;
  const rows = await db.execute<{ day: string }>(sql`
    SELECT day::text AS day FROM activity_day
    WHERE organization_id = ${organizationId} AND ${facetIs(question)} AND ((${MADE}) OR (${isEnd})) AND ${isOnDay(question)}
    GROUP BY activity_day.day
    HAVING coalesce(sum(events) FILTER (WHERE ${MADE}), 0) > coalesce(sum(events) FILTER (WHERE ${isEnd}), 0)
    ORDER BY activity_day.day DESC`);
  return rows.map(({ day }) => day);
}

function rowsOf(organizationId: string, ids: SQL): SQL {
  return sql`
    SELECT a.id, uuid_v7_moment(a.id) AS at, a.provider, a.mode, a.minimum_age AS "minimumAge", a.host, a.reference,
      a.dropped_count AS "droppedCount", k.key, k.label AS "keyLabel"
    FROM (${ids}) AS page
    JOIN activity_event a ON a.organization_id = ${organizationId} AND a.id = page.id
    LEFT JOIN plugin_key k ON k.id = a.plugin_key_id
    ORDER BY a.id DESC`;
}

function newest(
  organizationId: string,
  question: CheckQuestion,
  isAsked: SQL,
  columns: SQL,
  range: IdRange,
  max: number,
): SQL {
  const { host } = question;
  return sql`
    WITH facets AS MATERIALIZED (
      SELECT DISTINCT facet FROM activity_day
      WHERE organization_id = ${organizationId} AND ${isAsked} AND ${facetIs(question)} AND ${isOnDay(question)}
    )
    SELECT found.* FROM facets CROSS JOIN LATERAL (
      SELECT ${columns} FROM activity_event
      WHERE ${host === undefined ? sql`facet = facets.facet` : sql`hashtextextended(host, facet) = hashtextextended(${host}, facets.facet)`}
        AND ${isIn(question, range)}
      ORDER BY id DESC LIMIT ${max}
    ) AS found
    ORDER BY found.id DESC LIMIT ${max}`;
}

/**
 * The planner cannot know how many events a facet has. Without this setting it sometimes reads and sorts all of them, though
 * the index gives the newest first.
 */
async function inOrder<Rows>(db: Db, read: (tx: Db) => Promise<Rows>): Promise<Rows> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL enable_sort = off`);
    return read(tx);
  });
}

function facetIs({ provider, mode, age, key }: Partial<CheckQuestion>): SQL {
  const asked = [
    provider !== undefined && sql`provider = ${provider}`,
    mode !== undefined && sql`mode = ${mode}`,
    age !== undefined && sql`minimum_age = ${age}`,
    key !== undefined && sql`plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`,
  ].filter((one) => one !== false);
  return asked.length === 0 ? sql`true` : sql.join(asked, sql` AND `);
}

/** A check counts on the day on which it was made: its steps may come on the day after. */
function isOnDay({ from, to }: Partial<CheckQuestion>): SQL {
  return sql`activity_day.day >= ${from ? dayOf(from) : sql`(now() AT TIME ZONE 'UTC')::date - 31`} - 1
    AND activity_day.day <= ${to ? dayOf(to) : sql`'infinity'`}`;
}

function isIn({ from, to }: Partial<CheckQuestion>, { after, before }: IdRange): SQL {
  const bounds = [
    from && sql`id >= uuid_v7_from(${from.toISOString()}::timestamptz)`,
    to && sql`id < uuid_v7_from(${to.toISOString()}::timestamptz)`,
    after && sql`id >= ${after}::uuid`,
    before && sql`id < ${before}::uuid`,
  ].filter((one) => one instanceof Object);
  return bounds.length === 0 ? sql`true` : sql.join(bounds as SQL[], sql` AND `);
}

function dayOf(moment: Date): SQL {
  return sql`${moment.toISOString().slice(0, 10)}::date`;
}
