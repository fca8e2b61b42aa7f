import { type ListedCheck, selectChecks } from "#db/queries/check-list.ts";
import type { Refused } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/read.ts";
import { decryptId, encryptId } from "#lib/crypto/opaque-id.ts";
import { config } from "#lib/runtime/config.ts";
import type { CheckFilter } from "./check-filter.rules.ts";
import {
  type CheckResult,
  type EndWithoutYes,
  isEndWithoutYes,
  resultOf,
  stepsOfResults,
} from "./check-result.rules.ts";
import { openMs } from "./why-not.rules.ts";

/**
 * A row of the list. The id of its call is not in it: it holds the time to the millisecond, which a ledger row holds too. `end`: of a
 * test check that was not confirmed, which no it was. `tookMs`: from the link to the end; of a live check only where it is confirmed.
 */
export type CheckRow = Omit<ListedCheck, "id" | "at" | "resultStep" | "endedAt" | "droppedCount"> & {
  at: Date;
  result: CheckResult;
  end: EndWithoutYes | null;
  tookMs: number | null;
};

/** Says how many events were not recorded at this moment. */
export type DroppedRow = { at: Date; droppedCount: number };

export type CheckPage = { ok: true; rows: (CheckRow | DroppedRow)[]; next: string | null };

/**
 * Reads a page of checks, the newest first. `cursor`: the `next` of the page before, an encrypted id; anything else
 * begins at the newest.
 */
export async function listChecks(
  actor: Actor,
  organizationId: string,
  { results, ...filter }: CheckFilter,
  cursor: string | null = null,
  max = 50,
): Promise<CheckPage | Refused> {
  const now = Date.now();
  const before = cursor === null ? null : decryptId("cursor", cursor);
  const asked = results && { ...stepsOfResults(results), openSince: new Date(now - openMs(config().ttl)) };
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    selectChecks(db, organizationId, { ...filter, results: asked }, before, max + 1),
  );
  if (!found.ok) return found;
  const page = found.read.slice(0, max);
  const rows = page.map((row) =>
    row.droppedCount === null ? checkRowOf(row, row.at, now) : { at: row.at, droppedCount: row.droppedCount },
  );
  const last = found.read.length > max ? page.at(-1) : undefined;
  return { ok: true, rows, next: last ? encryptId("cursor", last.id) : null };
}

/** Tells what a member reads of a row. `at`: of the call, or of the first step on record. */
export function checkRowOf(row: ListedCheck, at: Date, now: number): CheckRow {
  const { id: _, droppedCount: __, resultStep, endedAt, ...facts } = row;
  return {
    ...facts,
    at,
    result: resultOf(resultStep, now - +at, openMs(config().ttl)),
    end: row.mode === "test" && isEndWithoutYes(resultStep) ? resultStep : null,
    tookMs: endedAt && Math.max(0, +endedAt - +at),
  };
}
