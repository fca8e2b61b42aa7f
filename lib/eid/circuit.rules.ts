/** Whether visitors' requests to an eID fail. `failures`: in a row. While it is open, visitors read at once that the eID is away. */
export type Circuit = { failures: number; isOpen: boolean };

/** So many failures in a row open it; visitors who come at once may all be among them. */
export const MAX_FAILURES = 5;

export const CLOSED_CIRCUIT: Circuit = { failures: 0, isOpen: false };

/** An answer that was under way when it opened does not close it: a probe of ours decides. */
export function afterAnswer(circuit: Circuit): Circuit {
  return circuit.isOpen ? circuit : CLOSED_CIRCUIT;
}

export function afterFailure({ failures, isOpen }: Circuit): Circuit {
  return { failures: failures + 1, isOpen: isOpen || failures + 1 >= MAX_FAILURES };
}
