import { and, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { arrayOf, columnsOf } from "../prepared.ts";
import { activityCheck, RECORDED } from "../schema/activity.ts";
import type { CheckFacts } from "../schema/check-facts.rules.ts";
import type { Mode, RESULT_STEPS } from "../schema/values.rules.ts";
import type { DayRange } from "./activity-day.ts";

const READ = ["id", "mode", "reference", "resultStep", "endedAt", "droppedCount", ...RECORDED] as const;

/** `at`: of the call. `key`: `null` where it was deleted. */
export type ListedCheck = Pick<typeof activityCheck.$inferSelect, (typeof READ)[number]> & {
  at: Date | null;
  key: string | null;
  keyLabel: string | null;
};

/** Says which results; also those without a step of one, made since `openSince` or before it. */
type Results = { steps: readonly (typeof RESULT_STEPS)[number][]; isOpen: boolean; isOver: boolean; openSince: Date };

type CheckQuestion = CheckFacts & { results?: Results | undefined };

/** The newest checks that match, made before that of an id. Counts of events that were not recorded stand among them, where nothing but time and key is asked. */
export async function selectChecks(
  db: Db,
  organizationId: string,
  question: CheckQuestion,
  before: string | null,
  max: number,
): Promise<(ListedCheck & { id: string; at: Date })[]> {
  const { host, results, from, to } = question;
  const facts = factsOf(organizationId, question);
  const days = await findDays(db, facts, results);
  if (days === null) return [];
  const matches = and(
    sql`id IS NOT NULL AND day BETWEEN ${days.first}::date AND ${days.last}::date`,
    facts,
    host === undefined ? undefined : sql`host = ${host}`,
    results && hasResult(results),
    from && since(firstIdOf(from)),
    to && until(firstIdOf(to)),
    before === null ? undefined : until(sql`${before}::uuid`),
  );
  return db.execute(rowsOf(sql`${matches} ORDER BY day DESC, id DESC LIMIT ${sql.raw(String(max))}`));
}

/**
 * Between which days the counters have any event that matches: what almost no check has is so found without reading all checks of
 * a month. A row may be of the day beside its counter's, where a call was answered after midnight.
 */
async function findDays(db: Db, facts: SQL | undefined, results: Results | undefined) {
  const isEnd =
    !results || results.isOpen || results.isOver ? sql`true` : sql`code = ANY(${arrayOf(results.steps)}::text[])`;
  const [days] = await db.execute<{ first: string | null; last: string | null }>(sql`
    SELECT (min(day) - 1)::text AS first, (max(day) + 1)::text AS last FROM activity_day
    WHERE ${facts} AND ${isEnd} AND day >= (now() AT TIME ZONE 'UTC')::date - 32`);
  return days?.first ? days : null;
}

/** The row of a reference, if there is one. */
export async function findCheck(db: Db, organizationId: string, reference: string): Promise<ListedCheck | null> {
  const isIt = sql`organization_id = ${organizationId} AND reference = ${reference} AND dropped_count IS NULL`;
  const [row] = await db.execute<ListedCheck>(rowsOf(sql`${isIt} ORDER BY id IS NULL, day LIMIT 1`));
  return row ?? null;
}

/** Counts checks without a step of a result, by how far they came. `claimed`: to the eID, which of live checks is not on record. */
export type UnderWay = { unopened: number; opened: number; claimed: number };

/** Counts those that were made since then on one of these days; `null`: more than `max` were made. */
export async function countUnderWay(
  db: Db,
  organizationId: string,
  { mode, openSince, days, max }: { mode: Mode; openSince: Date; days: DayRange; max: number },
): Promise<UnderWay | null> {
  const [row] = await db.execute<UnderWay & { made: number }>(sql`
    SELECT count(*) AS made,
      count(*) FILTER (WHERE result_step IS NULL AND NOT is_opened AND NOT is_claimed) AS unopened,
      count(*) FILTER (WHERE result_step IS NULL AND is_opened AND NOT is_claimed) AS opened,
      count(*) FILTER (WHERE result_step IS NULL AND is_claimed) AS claimed
    FROM (
      SELECT result_step, is_opened, is_claimed FROM activity_check
      WHERE ${factsOf(organizationId, { mode })} AND dropped_count IS NULL AND ${since(firstIdOf(openSince))}
        AND day BETWEEN ${days.from}::date AND ${days.to}::date
      LIMIT ${max + 1}
    ) AS latest`);
  if (row === undefined || row.made > max) return null;
  const { unopened, opened, claimed } = row;
  return { unopened, opened, claimed };
}

const rowsOf = (condition: SQL) => sql`
  SELECT ${sql.raw(columnsOf(activityCheck, "c", READ))}, uuid_v7_moment(c.id) AS at, k.key, k.label AS "keyLabel"
  FROM (SELECT * FROM activity_check WHERE ${condition}) c LEFT JOIN plugin_key k ON k.id = c.plugin_key_id
  ORDER BY c.day DESC, c.id DESC`;

/** Asks of the columns that the list has in common with the counters of days. */
const factsOf = (organizationId: string, { mode, provider, age, key }: CheckQuestion) =>
  and(
    sql`organization_id = ${organizationId} AND mode = ${mode}`,
    provider && sql`provider = ${provider}`,
    age && sql`minimum_age = ${age}`,
    key === undefined ? undefined : sql`plugin_key_id = (SELECT id FROM plugin_key WHERE key = ${key})`,
  );

/** Only what is asked stands there: of a text with more, PostgreSQL could not tell which days it needs. */
function hasResult({ steps, isOpen, isOver, openSince }: Results): SQL {
  const open = firstIdOf(openSince);
  return sql`dropped_count IS NULL AND ${or(
    steps.length > 0 ? sql`result_step = ANY(${arrayOf(steps)}::result_step[])` : undefined,
    isOpen ? sql`(result_step IS NULL AND ${since(open)})` : undefined,
    isOver ? sql`(result_step IS NULL AND ${until(open)})` : undefined,
  )}`;
}

/** The day of an id is said, too: PostgreSQL then opens no partition of other days. */
const since = (id: SQL) => sql`(id >= ${id} AND day >= ${dayOf(id)})`;
const until = (id: SQL) => sql`(id < ${id} AND day <= ${dayOf(id)})`;
const dayOf = (id: SQL) => sql`(uuid_v7_moment(${id}) AT TIME ZONE 'UTC')::date`;
const firstIdOf = (moment: Date) => sql`uuid_v7_from(${moment.toISOString()}::timestamptz)`;
