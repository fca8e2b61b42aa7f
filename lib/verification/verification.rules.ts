import type { Outcome } from "#db/schema/values.rules.ts";
import type { EidProblem } from "#lib/eid/problem.rules.ts";

/** How long things live, in milliseconds. The operator may shorten them; see `lib/core/config.ts` for the bounds. */
export type Ttl = { linkMs: number; flowMs: number; tokenMs: number };

export type VerificationState = "created" | "authorizing" | "completed" | "expired";
export type { Outcome };

/**
 * What stands between a visitor at the eID and a yes. `too_young` is an answer: nothing but leaving comes after it. It waits
 * for the visitor to leave, as every other no does, so that a shop cannot tell them apart by when the check ended.
 */
export type Problem = EidProblem | "too_young";

export type VerificationFacts = { createdAt: Date; startedAt: Date | null; completedAt: Date | null };

/** Where a verification stands at a moment. Derived: the clock alone turns "created" into "expired", and no write would keep a column honest. */
export function stateOf(v: VerificationFacts, now: Date, ttl: Ttl): VerificationState {
  if (v.completedAt !== null) return "completed";
  if (+now >= +deadlineOf(v, ttl)) return "expired";
  return v.startedAt === null ? "created" : "authorizing";
}

/** Until when the page can be used. */
export function deadlineOf(v: VerificationFacts, ttl: Ttl): Date {
  return v.startedAt === null ? new Date(+v.createdAt + ttl.linkMs) : new Date(+v.startedAt + ttl.flowMs);
}

/** How a verification ends when the visitor leaves it as it stands. */
export function outcomeOfLeaving(problem: Problem | null): Exclude<Outcome, "verified"> {
  if (problem === "too_young") return "too_young";
  return problem === null || problem === "cancelled" ? "cancelled" : "failed";
}
