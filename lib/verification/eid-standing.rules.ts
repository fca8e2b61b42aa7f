import { MINUTE_MS } from "#lib/base/time.rules.ts";
import { MAX_FAILURES } from "#lib/eid/circuit.rules.ts";

/** Tells how an eID is, in the words of the status page. `silent`: to our own question. `failing`: for visitors. `answers`: nobody knows more. */
export type EidStanding = { is: "silent" | "failing"; since: Date } | { is: "works" | "quiet" | "answers" | "unknown" };

type Facts = {
  /** `null`: it answers our own question. `undefined`: nobody has asked yet. */
  silentSince: Date | null | undefined;
  /** How visitors fared; `null`: the database does not say. Moments are milliseconds since 1970. */
  use: { wasConfirmed: boolean; downs: number; downSince: number | null; lastDown: number | null } | null;
};

/** After this without a visitor who was turned away, the old ones tell nothing about now. */
const FAILING_MS = 15 * MINUTE_MS;

export function standingOf({ silentSince, use }: Facts, now: Date): EidStanding {
  if (silentSince) return { is: "silent", since: silentSince };
  if (use !== null && use.downs >= MAX_FAILURES && +now - (use.lastDown ?? 0) < FAILING_MS)
    return { is: "failing", since: new Date(use.downSince ?? now) };
  if (use?.wasConfirmed) return { is: "works" };
  if (silentSince === undefined) return { is: "unknown" };
  return { is: use === null ? "answers" : "quiet" };
}
