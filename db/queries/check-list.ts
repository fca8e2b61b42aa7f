import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { arrayOf } from "../prepared.ts";
import { ENDS, type MinimumAge, type Mode, type ProviderId } from "../schema/values.rules.ts";
import { type CheckQuestion, facetIs, facetsOf, type IdRange, isIn, isOnDay } from "./check-question.ts";

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

const MADE = sql`kind = 'call' AND code = 'accepted'`;
const IS_END = sql`kind = 'step' AND code = ANY(${arrayOf(ENDS)}::text[])`;

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
  const page = newest(organizationId, question, kinds, sql`facet, id`, range, max);
  return inOrder(db, (tx) => tx.execute<MadeRow>(rowsOf(organizationId, page, isIn(question, range, sql`a.id`))));
}

/** A step, and where the other events of its check may lie. */
export type StepAround = SteppedRow & { after: string; before: string };

/** Of these steps, those of checks that have not ended. `OFFSET 0` keeps the planner from joining all ends of those days. */
export function selectUnended(
  db: Db,
  organizationId: string,
  steps: readonly StepAround[],
): Promise<{ reference: string }[]> {
  return db.execute<{ reference: string }>(sql`
    SELECT step.reference FROM ${tableOf(steps)}
    WHERE NOT EXISTS (
      SELECT FROM activity_event WHERE ${isAround(organizationId, steps)} AND ${IS_END} OFFSET 0
    )`);
}

/** The links of these steps that match the question, the newest first. */
export function selectMadeOf(
  db: Db,
  organizationId: string,
  question: CheckQuestion,
  steps: readonly StepAround[],
  range: IdRange,
): Promise<MadeRow[]> {
  const { host } = question;
  return db.execute<MadeRow>(
    rowsOf(
      organizationId,
      sql`
        SELECT made.facet, made.id FROM ${tableOf(steps)}
        CROSS JOIN LATERAL (
          SELECT facet, id FROM activity_event WHERE ${isAround(organizationId, steps)} AND ${MADE}
            AND ${facetIs(question)} AND ${host === undefined ? sql`true` : sql`host = ${host}`} AND ${isIn(question, range)}
          LIMIT 1
        ) AS made`,
      isIn({}, rangeOf(steps), sql`a.id`),
    ),
  );
}

function tableOf(steps: readonly StepAround[]): SQL {
  const column = (name: keyof StepAround) => arrayOf(steps.map((step) => step[name]));
  return sql`unnest(${column("reference")}::text[], ${column("after")}::uuid[], ${column("before")}::uuid[]) AS step(reference, after, before)`;
}

/**
 * Each step is looked up in the partitions of its own days, all in one statement. The bounds of all steps let the planner leave out
 * the other partitions: planning thirty of them takes longer than looking a page of steps up.
 */
function isAround(organizationId: string, steps: readonly StepAround[]): SQL {
  return sql`organization_id = ${organizationId} AND reference = step.reference AND id >= step.after AND id < step.before
    AND ${isIn({}, rangeOf(steps))}`;
}

function rangeOf(steps: readonly StepAround[]): IdRange {
  const [after = null] = steps.map((step) => step.after).toSorted();
  const before = steps.map((step) => step.before).toSorted();
  return { after, before: before.at(-1) ?? null };
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

/** The steps of these checks. With `= ANY` in a plan for any values, each row is compared with one reference after the other. */
export function selectSteps(
  db: Db,
  organizationId: string,
  references: readonly string[],
  range: IdRange,
): Promise<StepRow[]> {
  return db.execute<StepRow>(sql`
    SELECT id, reference, code, uuid_v7_moment(id) AS at FROM activity_event
    WHERE organization_id = ${organizationId} AND reference IN (SELECT unnest(${arrayOf(references)}::text[]))
      AND kind = 'step' AND ${isIn({}, range)}
    ORDER BY id`);
}

/** The days, the newest first, on which more links were made than checks ended. */
export async function selectUnendedDays(db: Db, organizationId: string, question: CheckQuestion): Promise<string[]> {
  const rows = await db.execute<{ day: string }>(sql`
    SELECT day::text AS day FROM activity_day
    WHERE organization_id = ${organizationId} AND ${facetIs(question)} AND ((${MADE}) OR (${IS_END})) AND ${isOnDay(question)}
    GROUP BY activity_day.day
    HAVING coalesce(sum(events) FILTER (WHERE ${MADE}), 0) > coalesce(sum(events) FILTER (WHERE ${IS_END}), 0)
    ORDER BY activity_day.day DESC`);
  return rows.map(({ day }) => day);
}

/** How many links that were made since then have no step with one of these codes; `null`: more than `max` were made. */
export async function countUnderWay(
  db: Db,
  organizationId: string,
  { mode, since, codes, max }: { mode: Mode; since: Date; codes: readonly string[]; max: number },
): Promise<number | null> {
  // `OFFSET 0` keeps the planner from reading all events of the day.
  const referencesOf = (isAsked: SQL) => sql`
    SELECT found.reference FROM (${facetsOf(organizationId, { mode, from: since }, isAsked)}) AS facets CROSS JOIN LATERAL (
      SELECT reference FROM activity_event WHERE facet = facets.facet AND ${isIn({ from: since }, {})} OFFSET 0
    ) AS found`;
  const isOver = sql`kind = 'step' AND code = ANY(${arrayOf(codes)}::text[])`;
  const [row] = await db.execute<{ checks: number | null }>(sql`
    WITH made AS MATERIALIZED (${referencesOf(MADE)} LIMIT ${max + 1})
    SELECT CASE WHEN (SELECT count(*) FROM made) <= ${max} THEN (SELECT count(*)::int FROM (
      SELECT reference FROM made EXCEPT ${referencesOf(isOver)}
    ) AS open) END AS checks`);
  return row?.checks ?? null;
}

/** `page`: the facet and the id of each. `bounds`: of these ids, so that PostgreSQL plans no other days. */
function rowsOf(organizationId: string, page: SQL, bounds = sql`true`): SQL {
  return sql`
    SELECT a.id, uuid_v7_moment(a.id) AS at, a.provider, a.mode, a.minimum_age AS "minimumAge", a.host, a.reference,
      a.dropped_count AS "droppedCount", k.key, k.label AS "keyLabel"
    FROM (${page}) AS page
    JOIN activity_event a ON a.facet = page.facet AND a.id = page.id AND a.organization_id = ${organizationId}
    LEFT JOIN plugin_key k ON k.id = a.plugin_key_id
    WHERE ${bounds}
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
  // The index of hosts leaves out token checks, which no list filters.
  const isOfFacet =
    host === undefined
      ? sql`facet = facets.facet`
      : sql`hashtextextended(host, facet) = hashtextextended(${host}, facets.facet) AND kind <> 'check'`;
  return sql`
    WITH facets AS MATERIALIZED (${facetsOf(organizationId, question, isAsked)})
    SELECT found.* FROM facets CROSS JOIN LATERAL (
      SELECT ${columns} FROM activity_event
      WHERE ${isOfFacet} AND ${isIn(question, range)}
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
    // Both are sent at once, and answered in their order.
    const [, rows] = await Promise.all([tx.execute(sql`SET LOCAL enable_sort = off`), read(tx)]);
    return rows;
  });
}
