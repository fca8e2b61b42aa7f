import { createHash } from "node:crypto";
import { type LedgerRow, sealedText } from "#lib/rules/ledger.ts";

/** Before the first row. */
export const NO_SEAL = Buffer.alloc(32);

/** What a row's seal is, after the one before it. */
export function sealOf(before: Buffer, row: LedgerRow): Buffer {
  return createHash("sha256").update(before).update("\n").update(sealedText(row)).digest();
}
