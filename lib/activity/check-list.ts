import type { Db } from "#db/client.ts";
import { type MadeRow, selectMade, selectSteps } from "#db/queries/check-list.ts";
import type { CheckQuestion, IdRange } from "#db/queries/check-question.ts";
import type { Actor } from "#lib/core/actor.ts";
import { decryptId, encryptId } from "#lib/core/opaque-id.ts";
import type { Mode, ProviderId } from "#lib/core/provider.rules.ts";
import { readOf } from "#lib/core/read.ts";
import type { Refused } from "#lib/core/result.ts";
import { firstUuidV7, momentOfUuidV7 } from "#lib/core/uuid.ts";
import type { CheckFilter } from "./check-filter.rules.ts";
import {
  type CheckResult,
  CODES_OF_STEP,
  type EndWithoutYes,
  endWithoutYesOf,
  resultOf,
  stepsOfResults,
} from "./check-result.rules.ts";
import { longestMs, READS, type Reads, type Source, scanMade, scanStepped, scanUnended } from "./check-scan.ts";

const PAGE = 50;
const DAY_MS = 86_400_000;
/** Steps of a check are recorded within a day of its link: then the verification is purged. */
const STEPS_MS = DAY_MS;

/** A row of the list. The id of its event is not in it: it holds the time to the millisecond, which a ledger row holds too. */
export type CheckRow = {
  at: Date;
  mode: Mode;
  result: CheckResult;
  /** Of a test check that was not confirmed: which no it was. */
  end: EndWithoutYes | null;
  provider: ProviderId | null;
  minimumAge: 16 | 18 | null;
  host: string | null;
  key: string | null;
  keyLabel: string | null;
  /** From the link to the end; of a live check only where it is confirmed. */
  tookMs: number | null;
  reference: string;
};

/** So many events were not recorded at this moment. */
export type DroppedRow = { at: Date; droppedCount: number };

export type CheckPage = { ok: true; rows: (CheckRow | DroppedRow)[]; next: string | null };

/**
 * A page of checks, the newest first. `cursor`: the `next` of the page before; anything else begins at the newest. It is an
 * encrypted id. A page may be shorter although there are more: a filter that fits almost no check is not read to the end.
 */
export async function listChecks(
  actor: Actor,
  organizationId: string,
  filter: CheckFilter,
  cursor: string | null = null,
  max = PAGE,
  reads = READS,
): Promise<CheckPage | Refused> {
  const before = cursor === null ? null : decryptId("cursor", cursor);
  const found = await readOf(actor, "see activity", organizationId, (db) =>
    checksBefore(db, organizationId, filter, before, max, reads),
  );
  if (!found.ok) return found;
  const { rows, next } = found.read;
  return { ok: true, rows, next: next === null ? null : encryptId("cursor", next) };
}

async function checksBefore(
  db: Db,
  organizationId: string,
  { results, step, ...question }: CheckFilter,
  before: string | null,
  max: number,
  reads: Reads,
): Promise<{ rows: (CheckRow | DroppedRow)[]; next: string | null }> {
  const now = Date.now();
  const wanted = results && new Set(results);
  const stepCodes: readonly string[] | null = step ? CODES_OF_STEP[step] : null;
  const read = async (made: readonly MadeRow[]) => {
    const rows = await rowsOf(db, organizationId, made, now);
    return rows.filter(
      ({ row, codes }) =>
        (wanted === undefined || ("result" in row && wanted.has(row.result))) &&
        (stepCodes === null || stepCodes.some((code) => codes.has(code))),
    );
  };
  if (wanted === undefined && stepCodes === null) {
    const isPlain = question.provider === undefined && question.age === undefined && question.host === undefined;
    const made = await newestMade({ db, organizationId, question, before }, max + 1, isPlain);
    const rows = (await read(made.slice(0, max))).map(({ row }) => row);
    return { rows, next: made.length > max ? (made[max - 1]?.id ?? null) : null };
  }
  const codes = wanted === undefined ? stepCodes : stepsOfResults([...wanted]);
  const isUnderWay = wanted !== undefined && [...wanted].every((result) => result === "under_way");
  const source = {
    db,
    organizationId,
    question: isUnderWay ? openAt(now, question) : question,
    before,
    reads,
    withEnded: wanted === undefined,
  };
  const isUnended = (result: CheckResult) => result === "under_way" || result === "not_finished";
  const hasOnlyUnended = wanted !== undefined && [...wanted].every(isUnended);
  // The counters of days know no hosts.
  const isByDay = hasOnlyUnended && question.host === undefined;
  const scan = codes ? scanStepped(source, codes) : isByDay ? scanUnended(source) : scanMade(source);
  const rows: (CheckRow | DroppedRow)[] = [];
  let last: string | null = null;
  for await (const { made, stopped } of scan) {
    for (const { id, row } of await read(made)) {
      if (rows.length === max) return { rows, next: last };
      rows.push(row);
      last = id;
    }
    // The next page goes on there.
    if (stopped !== null) return { rows, next: stopped };
  }
  return { rows, next: null };
}

/**
 * The newest links. A page of a busy shop is of one day, and PostgreSQL plans and opens no partition before it. Only where that day
 * has too few, all days are asked.
 */
async function newestMade(
  { db, organizationId, question, before }: Pick<Source, "db" | "organizationId" | "question" | "before">,
  max: number,
  withDropped: boolean,
): Promise<MadeRow[]> {
  const of = (asked: CheckQuestion) => selectMade(db, organizationId, asked, { before }, max, { withDropped });
  const last = Math.min(before === null ? Date.now() : momentOfUuidV7(before), +(question.to ?? Infinity));
  const from = new Date(last - DAY_MS);
  const lately = question.from && question.from >= from ? null : await of({ ...question, from });
  return lately?.length === max ? lately : of(question);
}

/** Of these checks some are under way. */
function openAt(now: number, question: CheckQuestion): CheckQuestion {
  const from = new Date(now - longestMs());
  return { ...question, from: question.from && question.from > from ? question.from : from };
}

const NO_CODES: ReadonlySet<string> = new Set();

/** The rows of links, with what became of each. */
async function rowsOf(
  db: Db,
  organizationId: string,
  made: readonly MadeRow[],
  now: number,
): Promise<{ id: string; row: CheckRow | DroppedRow; codes: ReadonlySet<string> }[]> {
  const references = made.flatMap(({ reference }) => reference ?? []);
  const steps = references.length === 0 ? [] : await selectSteps(db, organizationId, references, stepsAround(made));
  const byReference = Map.groupBy(steps, ({ reference }) => reference);
  return made.map((one) => {
    const { id, at, droppedCount, reference } = one;
    if (reference === null) return { id, row: { at, droppedCount: droppedCount ?? 0 }, codes: NO_CODES };
    const own = byReference.get(reference) ?? [];
    const row = checkRowOf({ ...one, reference }, own, now);
    return { id, row, codes: new Set(own.map(({ code }) => code)) };
  });
}

type Made = Omit<CheckRow, "result" | "end" | "tookMs">;

/** What became of a link. */
export function checkRowOf(made: Made, steps: readonly { code: string; at: Date }[], now: number): CheckRow {
  const { at, mode, provider, minimumAge, host, key, keyLabel, reference } = made;
  const codes = new Set(steps.map(({ code }) => code));
  const result = resultOf(codes, now - +at, longestMs());
  const end = endWithoutYesOf(codes);
  const isShown = result === "confirmed" || (mode === "test" && end !== null);
  const ended = isShown ? steps.find(({ code }) => code === (end ?? "confirmed")) : undefined;
  return {
    ...{ at, mode, result, end: mode === "test" ? end : null, provider, minimumAge, host, key, keyLabel, reference },
    tookMs: ended ? Math.max(0, +ended.at - +at) : null,
  };
}

/** Where the steps of these links may lie. */
function stepsAround(made: readonly { id: string }[]): IdRange {
  const moments = made.map(({ id }) => momentOfUuidV7(id));
  return { after: firstUuidV7(Math.min(...moments)), before: firstUuidV7(Math.max(...moments) + STEPS_MS) };
}
