import { type ActivityRow, selectReferenced } from "#db/queries/activity-event-list.ts";
import { findCheck, type ListedCheck } from "#db/queries/check-list.ts";
import type { Refused } from "#lib/base/result.ts";
import type { Actor } from "#lib/core/actor.ts";
import { readOf } from "#lib/core/read.ts";
import { type CheckRow, checkRowOf } from "./check-list.ts";
import { type ShownStep, shownSteps } from "./check-result.rules.ts";

/** An event that is no part of a check: a call that was refused, or a question about a token. */
export type LoneEvent = Omit<ActivityRow, "id" | "checkReference">;

/** `at`: `null` where the call that made its link is not on record. */
type ReferencedCheck = Omit<CheckRow, "at"> & { at: Date | null };

/**
 * Tells what a reference stands for. `questions`: what the shop's backend asked about the check, where members may know
 * that.
 */
export type Referenced =
  | { kind: "check"; row: ReferencedCheck; steps: ShownStep[]; questions: { at: Date; code: string; ok: boolean }[] }
  | { kind: "event"; event: LoneEvent };

/** `null`: no event of the last 30 days has this reference. */
export async function readReferenced(
  actor: Actor,
  organizationId: string,
  reference: string,
  now = new Date(),
): Promise<{ ok: true; found: Referenced | null } | Refused> {
  const read = await readOf(actor, "see activity", organizationId, (db) =>
    Promise.all([findCheck(db, organizationId, reference), selectReferenced(db, organizationId, reference)]),
  );
  if (!read.ok) return read;
  const [check, events] = read.read;
  if (check !== null) return { ok: true, found: referencedCheck(check, events, now) };
  const lone = events.find((event) => event.reference === reference && event.kind !== "step");
  if (lone === undefined) return { ok: true, found: null };
  const { id: _, checkReference: __, ...event } = lone;
  return { ok: true, found: { kind: "event", event } };
}

function referencedCheck(check: ListedCheck, events: readonly ActivityRow[], now: Date): Referenced {
  const steps = events.filter(({ kind }) => kind === "step");
  const known = checkRowOf(check, check.at ?? steps[0]?.at ?? now, +now);
  // The moment of a step that stands for the link's could tell how the check ended.
  const row = check.at === null ? { ...known, at: null, tookMs: null } : known;
  const questions = events.filter(({ checkReference }) => checkReference === check.reference);
  return {
    kind: "check",
    row,
    steps: shownSteps(row, steps),
    questions: questions.map(({ at, code, ok }) => ({ at, code, ok })),
  };
}
