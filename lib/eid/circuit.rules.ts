/**
 * Says whether visitors' requests to an eID fail. `failures`: in a row. While it is open, visitors read at once that
 * the eID is away.
 */
export type Circuit = { failures: number; isOpen: boolean };

/** After so many failures in a row we ask ourselves; visitors who come at once may all be among them. */
export const MAX_FAILURES = 5;

export const CLOSED_CIRCUIT: Circuit = { failures: 0, isOpen: false };

/** An answer that was under way when it opened does not close it: a probe of ours decides. */
export function afterAnswer(circuit: Circuit): Circuit {
  return circuit.isOpen ? circuit : CLOSED_CIRCUIT;
}

export function afterFailure({ failures, isOpen }: Circuit): Circuit {
  return { failures: failures + 1, isOpen };
}

/** Asks the eID ourselves first: a stranger can make some eIDs answer 500, and must not turn one off for all. */
export function isSuspected({ failures, isOpen }: Circuit): boolean {
  return !isOpen && failures >= MAX_FAILURES;
}

/** `status`: of the answer to our own question; `null`: none. */
export function afterProbe(circuit: Circuit, status: number | null): Circuit {
  if (!isSuspected(circuit)) return circuit;
  return status === null || status >= 500 ? { ...circuit, isOpen: true } : CLOSED_CIRCUIT;
}

const FAULT_COUNTS_MS = 30_000;

/** Closes on an answer, and after half a minute on a fault: an endpoint for POST may answer 500 for ever. */
export function closes(status: number | null, openForMs: number): boolean {
  return status !== null && (status < 500 || openForMs >= FAULT_COUNTS_MS);
}
