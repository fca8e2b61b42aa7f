import type { ApiReason } from "./entry.rules.ts";
import { CALL_FLAWS } from "./flaws.rules.ts";
import { REFUSALS } from "./refusals.rules.ts";

/** The one table of the reasons of the API (contract §1 and §3). */
export const REASONS = { ...CALL_FLAWS, ...REFUSALS };

/** A code that the API may put into an `Ageway-Reason` header. */
export type Reason = keyof typeof REASONS;

type With<Part> = { [R in Reason]: (typeof REASONS)[R] extends Part ? R : never }[Reason];

/** Says why a generator did not give a link. */
export type CallReason = With<{ page: string }>;

type Detailed = With<{ details: object }>;
export type DetailOf<R extends Detailed> = keyof (typeof REASONS)[R]["details"];

/** A reason why a generator gave no link, with its cause where it has several. */
export type Cause =
  | { [R in Detailed]: { reason: R; detail: DetailOf<R> } }[Detailed]
  | { reason: Exclude<CallReason, Detailed>; detail?: undefined };

export const CALL_REASONS = Object.fromEntries(
  Object.entries(REASONS).filter(([, reason]) => "page" in reason),
) as Pick<typeof REASONS, CallReason>;

export function detailsOf(reason: Reason): string[] {
  return Object.keys((REASONS[reason] as ApiReason).details ?? {});
}
