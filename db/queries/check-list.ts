import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { arrayOf, columnsOf } from "../prepared.ts";
import { activityCheck } from "../schema/activity.ts";
import type { MinimumAge, Mode, ProviderId, RESULT_STEPS } from "../schema/values.rules.ts";

type ResultStep = (typeof RESULT_STEPS)[number];

/** `key`: `null` where the key was deleted, or the row counts events that were not recorded. */
export type ListedCheck = typeof activityCheck.$inferSelect & {
  at: Date | null;
  key: string | null;
  keyLabel: string | null;
};

/**
 * Which checks; an absent property does not filter. `key`: the text of a plugin key. `from` is inclusive, `to` exclusive.
 * `results`: also those without a step of a result, made before `openSince` or not.
 */
export type CheckQuestion = {
  mode: Mode;
  provider?: ProviderId;
  age?: MinimumAge;
  key?: string;
  host?: string;
  from?: Date;
  to?: Date;
  step?: "opened" | "claimed";
  results?: { steps: readonly ResultStep[]; isOpen: boolean; isOver: boolean; openSince: Date };
};

/** The newest checks that match, made before that of an id. Counts of events that were not recorded stand among them, where nothing but time and key is asked. */
export async function selectChecks(
  db: Db,
  organizationId: string,
  question: CheckQuestion,
  before: string | null,
  max: number,
): Promise<(ListedCheck & { id: string; at: Date })[]> {
  const { host, step, results, from, to } = question;
  const facts = factsOf(organizationId, question);
  const days = await findDays(db, facts, results);
  if (days === null) return [];
  const conditions = [
    sql`id IS NOT NULL AND ${facts} AND day BETWEEN ${days.first}::date AND ${days.last}::date`,
    host !== undefined && sql`host = ${host}`,
    step !== undefined && (step === "opened" ? sql`is_opened` : sql`is_claimed`),
    results !== undefined && hasResult(results),
    from !== undefined && since(firstIdOf(from)),
    to !== undefined && until(firstIdOf(to)),
    before !== null && until(sql`${before}::uuid`),
  ];
  return db.execute(rowsOf(sql`${all(conditions)} ORDER BY day DESC, id DESC LIMIT ${sql.raw(String(max))}`));
}

/**
 * Between which days the counters have any event that matches: what almost no check has is so found without reading all checks of
 * a month. A row may be of the day beside its counter's, where a call was answered after midnight.
 */
async function findDays(db: Db, facts: SQL, results: CheckQuestion["results"]) {
  const isEnded = results !== undefined && !results.isOpen && !results.isOver;
  const [days] = await db.execute<{ first: string | null; last: string | null }>(sql`
    SELECT (min(day) - 1)::text AS first, (max(day) + 1)::text AS last FROM activity_day
    WHERE ${facts} AND ${isEnded ? sql`code = ANY(${arrayOf(results.steps)}::text[])` : sql`true`}
      AND day >= (now() AT TIME ZONE 'UTC')::date - 32`);
  return days?.first ? days : null;
}

/** The row of a reference, if there is one. */
export async function findCheck(db: Db, organizationId: string, reference: string): Promise<ListedCheck | null> {
  const isIt = sql`organization_id = ${organizationId} AND reference = ${reference} AND dropped_count IS NULL`;
  const [row] = await db.execute<ListedCheck>(rowsOf(sql`${isIt} ORDER BY id IS NULL, day LIMIT 1`));
  return row ?? null;
}

/** How many checks that were made since then have no step of a result; `null`: more than `max` were made. */
export async function countUnderWay(
  db: Db,
  organizationId: string,
  { mode, openSince, max }: { mode: Mode; openSince: Date; max: number },
): Promise<number | null> {
  const [row] = await db.execute<{ checks: number | null }>(sql`
    SELECT CASE WHEN count(*) <= ${max} THEN count(*) FILTER (WHERE result_step IS NULL) END AS checks FROM (
      SELECT result_step FROM activity_check
      WHERE ${factsOf(organizationId, { mode })} AND dropped_count IS NULL AND ${since(firstIdOf(openSince))}
      LIMIT ${max + 1}
    ) AS made`);
  return row?.checks ?? null;
}

/** Takes one hour of the checks of before the list into it; says whether there may be more. */
export async function listOlderChecks(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ isMore: boolean }>(sql`SELECT list_older_checks() AS "isMore"`);
  return row?.isMore === true;
}

const rowsOf = (condition: SQL) => sql`
  SELECT ${sql.raw(columnsOf(activityCheck, "c"))}, uuid_v7_moment(c.id) AS at, k.key, k.label AS "keyLabel"
  FROM (SELECT * FROM activity_check WHERE ${condition}) c LEFT JOIN plugin_key k ON k.id = c.plugin_key_id
  ORDER BY c.day DESC, c.id DESC`;

/** Of the columns that the list has in common with the counters of days. */
function factsOf(organizationId: string, { mode, provider, age, key }: CheckQuestion): SQL {
  return all([
    sql`organization_id = ${organizationId} AND mode = ${mode}`,
    provider !== undefined && sql`provider = ${provider}`,
    age !== undefined && sql`minimum_age = ${age}`,
    key !== undefined && sql`plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`,
  ]);
}

function all(conditions: readonly (SQL | false)[], operator = sql` AND `): SQL {
  return sql.join(
    conditions.filter((one) => one !== false),
    operator,
  );
}

/** Only what is asked stands there: of a text with more, PostgreSQL could not tell which days it needs. */
function hasResult({ steps, isOpen, isOver, openSince }: NonNullable<CheckQuestion["results"]>): SQL {
  const open = firstIdOf(openSince);
  const any = [
    steps.length > 0 && sql`result_step = ANY(${arrayOf(steps)}::result_step[])`,
    isOpen && sql`(result_step IS NULL AND ${since(open)})`,
    isOver && sql`(result_step IS NULL AND ${until(open)})`,
  ];
  return sql`dropped_count IS NULL AND (${all(any, sql` OR `)})`;
}

/** The day of an id is said, too: PostgreSQL then opens no partition of other days. */
const since = (id: SQL) => sql`(id >= ${id} AND day >= ${dayOf(id)})`;
const until = (id: SQL) => sql`(id < ${id} AND day <= ${dayOf(id)})`;
const dayOf = (id: SQL) => sql`(uuid_v7_moment(${id}) AT TIME ZONE 'UTC')::date`;
const firstIdOf = (moment: Date) => sql`uuid_v7_from(${moment.toISOString()}::timestamptz)`;
