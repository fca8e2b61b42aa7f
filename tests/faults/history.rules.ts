import type { Outcome, ProviderId } from "#db/schema/values.rules.ts";

/** What a client asks for. `device`: its digest, as the row has it. `order`: its Idempotency-Key; a repeat has the same device. */
export type HistoryOperation =
  | { name: "generate"; provider: ProviderId; organization: string; device: string; order: string | null }
  | { name: "complete"; verification: string; persona: HistoryPersona }
  | { name: "check"; verification: string; once: boolean };

export type HistoryPersona = "adult" | "seventeen" | "cancel";

/** What an answer said. `verification`: whose link it is. `verified`: the yes or no of a token check. */
export type OperationResult = { verification: string } | { outcome: Outcome } | { verified: boolean };

/**
 * A line of the history: an operation begins, or ends. `ok`: it was answered as asked. `fail`: it was answered, or never sent, so
 * that nothing of it may remain. `unknown`: nobody heard whether it was done, and it may be done at most once.
 */
export type HistoryLine =
  | { n: number; at: number; phase: "invoke"; operation: HistoryOperation }
  | { n: number; at: number; phase: "ok"; result: OperationResult }
  | { n: number; at: number; phase: "fail" | "unknown"; why: string };

/** What the database has when all is over. */
export type StoredFacts = {
  verifications: readonly {
    id: string;
    organization: string;
    provider: ProviderId;
    device: string;
    outcome: Outcome | null;
    isRedeemed: boolean;
    isReserved: boolean;
  }[];
  /** Of the ledger, without what takes a check back. */
  events: readonly { verification: string; organization: string; priceMinor: number }[];
  usage: readonly { organization: string; events: number; spentMinor: number; reservations: number }[];
  /** Of those that stop. */
  caps: readonly { organization: string; capMinor: number }[];
};

/** An operation with its end; one that never ended is unknown. */
export type EndedOperation<Asked extends HistoryOperation = HistoryOperation> = {
  n: number;
  operation: Asked;
  began: number;
  /** Infinity: nobody heard. */
  ended: number;
  phase: "ok" | "fail" | "unknown";
  result: OperationResult | null;
};

export type OperationOf<Name extends HistoryOperation["name"]> = EndedOperation<
  Extract<HistoryOperation, { name: Name }>
>;

/** The operations of a history in the order in which they began. Throws where a line ends what never began, or a second time. */
export function endedOperations(history: readonly HistoryLine[]): EndedOperation[] {
  const all = new Map<number, EndedOperation>();
  for (const line of history) {
    const { n, at, phase } = line;
    const known = all.get(n);
    if (phase === "invoke") {
      if (known) throw new Error(`Operation ${n} begins twice`);
      all.set(n, { n, operation: line.operation, began: at, ended: Infinity, phase: "unknown", result: null });
      continue;
    }
    if (!known || known.ended !== Infinity) throw new Error(`Operation ${n} ends, and none is under way`);
    all.set(n, { ...known, ended: at, phase, result: phase === "ok" ? line.result : null });
  }
  return [...all.values()];
}

export function only<Name extends HistoryOperation["name"]>(
  operations: readonly EndedOperation[],
  name: Name,
): OperationOf<Name>[] {
  return operations.filter(({ operation }) => operation.name === name) as OperationOf<Name>[];
}
