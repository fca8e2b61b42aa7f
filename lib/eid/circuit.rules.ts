/** Whether visitors' requests to an eID fail. `failures`: in a row. While it is open, visitors read at once that the eID is away. */
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

/**
 * Whether to ask the eID ourselves before other visitors are told that it is away: a stranger can make some eIDs answer 500, with
 * codes that they made up, and must not turn the eID off for all.
 */
export function isSuspected({ failures, isOpen }: Circuit): boolean {
  return !isOpen && failures >= MAX_FAILURES;
}

/** `status`: of the answer to our own question; `null`: none. */
export function afterProbe(circuit: Circuit, status: number | null): Circuit {
  if (!isSuspected(circuit)) return circuit;
  return status === null || status >= 500 ? { ...circuit, isOpen: true } : CLOSED_CIRCUIT;
}

const FAULT_COUNTS_MS = 30_000;

/**
 * Whether a probe's answer closes the circuit. An endpoint for POST may answer a question without a body with 500 for ever, so
 * half a minute later a fault closes it, too, and the next visitors find out. `status`: `null`, no answer.
 */
export function closes(status: number | null, openForMs: number): boolean {
  return status !== null && (status < 500 || openForMs >= FAULT_COUNTS_MS);
}
