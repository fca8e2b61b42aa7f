import type { Outcome } from "#db/schema/values.rules.ts";
import { type Mode, POLICY, type ProviderId } from "#lib/core/provider.rules.ts";
import type { EidProblem } from "#lib/eid/problem.rules.ts";

/** Says how long a link, a flow and a token are valid, in milliseconds. The operator may shorten them; `lib/runtime/settings.ts` has the bounds. */
export type Ttl = { linkMs: number; flowMs: number; tokenMs: number };

export type VerificationState = "created" | "authorizing" | "completed" | "expired";
export type { Outcome };

/**
 * Says why a visitor who came back from the eID has no yes. `too_young` is an answer, and the visitor can only leave.
 * The check ends when the visitor leaves, as after every other no, so that a shop cannot tell them apart by the time of
 * the end.
 */
export type Problem = EidProblem | "too_young";

export type VerificationFacts = { createdAt: Date; startedAt: Date | null; completedAt: Date | null };

/** Where a verification stands at a moment. Derived, because time alone turns "created" into "expired" and no write would update a column. */
export function stateOf(v: VerificationFacts, now: Date, ttl: Ttl): VerificationState {
  if (v.completedAt !== null) return "completed";
  if (+now >= +deadlineOf(v, ttl)) return "expired";
  return v.startedAt === null ? "created" : "authorizing";
}

/** Tells when the link, or the flow that began, expires. */
export function deadlineOf(v: VerificationFacts, ttl: Ttl): Date {
  return v.startedAt === null ? new Date(+v.createdAt + ttl.linkMs) : new Date(+v.startedAt + ttl.flowMs);
}

/** Does the check hold its price against the spend cap while it is under way? One that was billed at once does not. */
export function isReserving({ provider, mode }: { provider: ProviderId; mode: Mode }): boolean {
  return mode === "live" && POLICY[provider].bills === "when verified";
}

/** Says how a verification ends when the visitor leaves it as it stands. */
export function outcomeOfLeaving(problem: Problem | null): Exclude<Outcome, "verified"> {
  if (problem === "too_young") return "too_young";
  return problem === null || problem === "cancelled" ? "cancelled" : "failed";
}
