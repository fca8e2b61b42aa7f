import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { gateTestRun } from "../schema/gate-test-run.ts";
import { member } from "../schema/member.ts";
import { pluginKey } from "../schema/plugin-key.ts";
import { user } from "../schema/user.ts";
import type { LockedTransaction } from "./organization-lock.ts";

type Draft = Pick<
  typeof gateTestRun.$inferInsert,
  "id" | "organizationId" | "pluginKeyId" | "page" | "host" | "start" | "protects" | "sealed" | "expiresAt"
>;

/** A key and host have one draft. What is prepared anew takes its place. */
export async function upsertDraft(tx: LockedTransaction, row: Draft): Promise<string> {
  const { page, start, protects, sealed, expiresAt } = row;
  const [draft] = await tx
    .insert(gateTestRun)
    .values(row)
    .onConflictDoUpdate({
      target: [gateTestRun.organizationId, gateTestRun.pluginKeyId, gateTestRun.host],
      targetWhere: isNull(gateTestRun.askedAt),
      set: { page, start, protects, sealed, expiresAt, createdAt: sql`now()` },
    })
    .returning({ id: gateTestRun.id });
  if (!draft) throw new Error("A draft has an id");
  return draft.id;
}

export async function deleteOldestDrafts(tx: LockedTransaction, organizationId: string, keep: number): Promise<void> {
  await tx.execute(sql`
    DELETE FROM doctor_run WHERE id IN (
      SELECT id FROM doctor_run WHERE organization_id = ${organizationId} AND asked_at IS NULL
      ORDER BY created_at DESC, id DESC OFFSET ${keep})`);
}

/** Runs that still work, at whose address a shop may already be pointed, the newest first. */
export async function listLiveRuns(db: Db, named: Pick<Draft, "organizationId" | "pluginKeyId" | "host">) {
  return db
    .select({ sealed: gateTestRun.sealed, expiresAt: gateTestRun.expiresAt })
    .from(gateTestRun)
    .where(
      and(
        eq(gateTestRun.organizationId, named.organizationId),
        eq(gateTestRun.pluginKeyId, named.pluginKeyId),
        eq(gateTestRun.host, named.host),
        gt(gateTestRun.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(gateTestRun.expiresAt))
    .limit(1);
}

const FACTS = {
  id: gateTestRun.id,
  key: pluginKey.key,
  keyLabel: pluginKey.label,
  page: gateTestRun.page,
  host: gateTestRun.host,
  start: gateTestRun.start,
  protects: gateTestRun.protects,
  sealed: gateTestRun.sealed,
  expiresAt: gateTestRun.expiresAt,
  createdAt: gateTestRun.createdAt,
  askedAt: gateTestRun.askedAt,
  startedAt: gateTestRun.startedAt,
  casesDone: gateTestRun.casesDone,
  endedAt: gateTestRun.endedAt,
  obstacle: gateTestRun.obstacle,
  report: gateTestRun.report,
  /** The address of the member who asked; null: a former member, or the operator. */
  askedBy: sql<string | null>`${user.email}`,
};

function runsWhere(db: Db, where: SQL | undefined, limit: number) {
  return db
    .select(FACTS)
    .from(gateTestRun)
    .innerJoin(pluginKey, eq(pluginKey.id, gateTestRun.pluginKeyId))
    .leftJoin(
      member,
      and(eq(member.organizationId, gateTestRun.organizationId), eq(member.userId, gateTestRun.askedBy)),
    )
    .leftJoin(user, eq(user.id, member.userId))
    .where(where)
    .orderBy(desc(sql`coalesce(${gateTestRun.askedAt}, ${gateTestRun.createdAt})`), desc(gateTestRun.id))
    .limit(limit);
}

export async function selectGateTestRuns(db: Db, organizationId: string, limit: number) {
  return runsWhere(db, eq(gateTestRun.organizationId, organizationId), limit);
}

export type GateTestRunRow = Awaited<ReturnType<typeof selectGateTestRuns>>[number];

export async function findGateTestRun(db: Db, organizationId: string, id: string): Promise<GateTestRunRow | null> {
  const [row] = await runsWhere(db, and(eq(gateTestRun.organizationId, organizationId), eq(gateTestRun.id, id)), 1);
  return row ?? null;
}

/** Says how long a run may wait for the job, and how long it may be examined. */
export type RunTimes = { waitMs: number; examineMs: number };

/** A run that waits, or that is examined. One whose time is over is neither, also if nobody could write down that it ended. */
function isUnderWay({ waitMs, examineMs }: RunTimes): SQL {
  return sql`(ended_at IS NULL AND CASE WHEN started_at IS NULL THEN asked_at > now() - ${waitMs} * interval '1 ms'
    ELSE started_at > now() - ${examineMs} * interval '1 ms' END)`;
}

export async function findRunUnderWay(db: Db, organizationId: string, times: RunTimes): Promise<string | null> {
  const [row] = await db.execute<{ id: string }>(sql`
    SELECT id FROM doctor_run WHERE organization_id = ${organizationId} AND ${isUnderWay(times)} LIMIT 1`);
  return row?.id ?? null;
}

type Asked = { organizationId: string; from: string; id: string; userId: string | null };

/**
 * Requests a run as `from` was prepared: of the draft itself, or of an earlier run again under the new `id`. Answers the id of
 * the run that now waits; `null`: one is under way, `perHour` were asked for in an hour, or the address has ended.
 */
export async function insertRequest(
  tx: LockedTransaction,
  { organizationId, from, id, userId }: Asked,
  times: RunTimes,
  perHour: number,
): Promise<string | null> {
  const mayBegin = sql`expires_at > now() AND organization_id = ${organizationId} AND id = ${from}
    AND NOT EXISTS (SELECT 1 FROM doctor_run o WHERE o.organization_id = ${organizationId} AND ${isUnderWay(times)})
    AND (SELECT count(*) FROM doctor_run o WHERE o.organization_id = ${organizationId} AND o.asked_at > now() - interval '1 hour') < ${perHour}`;
  const [draft] = await tx.execute<{ id: string }>(sql`
    UPDATE doctor_run SET asked_at = now(), asked_by = ${userId}::uuid WHERE asked_at IS NULL AND ${mayBegin} RETURNING id`);
  if (draft) return draft.id;
  const [again] = await tx.execute<{ id: string }>(sql`
    INSERT INTO doctor_run (id, organization_id, plugin_key_id, page, host, start, protects, sealed, expires_at, asked_at, asked_by)
    SELECT ${id}::uuid, organization_id, plugin_key_id, page, host, start, protects, sealed, expires_at, now(), ${userId}::uuid
    FROM doctor_run WHERE asked_at IS NOT NULL AND ${mayBegin} RETURNING id`);
  return again?.id ?? null;
}

/** Takes a waiting run of the organization whose last walk is longest ago. Of several jobs each gets another. */
export async function takeWaitingRun(db: Db, { waitMs }: RunTimes) {
  const [row] = await db.execute<{
    id: string;
    organizationId: string;
    key: string;
    page: string;
    host: string;
    start: string | null;
    protects: string;
    sealed: string;
  }>(sql`
    UPDATE doctor_run r SET started_at = now() FROM plugin_key k
    WHERE k.id = r.plugin_key_id AND r.started_at IS NULL AND r.id = (
      SELECT id FROM doctor_run w
      WHERE asked_at IS NOT NULL AND started_at IS NULL AND asked_at > now() - ${waitMs} * interval '1 ms'
      ORDER BY (SELECT max(o.started_at) FROM doctor_run o WHERE o.organization_id = w.organization_id) NULLS FIRST, asked_at
      LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING r.id, r.organization_id AS "organizationId", k.key, r.page, r.host, r.start, r.protects, r.sealed`);
  return row ?? null;
}

export async function noteCaseDone(db: Db, id: string): Promise<void> {
  await db.execute(sql`UPDATE doctor_run SET cases_done = cases_done + 1 WHERE id = ${id} AND ended_at IS NULL`);
}

/** Stores what came of a walk: a report, or why there is none. */
export async function endRun(db: Db, id: string, ended: { report: unknown } | { obstacle: string }): Promise<void> {
  await db
    .update(gateTestRun)
    .set({ ...ended, endedAt: sql`now()` })
    .where(and(eq(gateTestRun.id, id), isNull(gateTestRun.endedAt)));
}

export async function deleteOldRuns(db: Db, days: number): Promise<void> {
  await db.execute(sql`DELETE FROM doctor_run WHERE created_at < now() - ${days} * interval '1 day'`);
}
