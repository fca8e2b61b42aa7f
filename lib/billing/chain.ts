import { createHash } from "node:crypto";
import { documentText, type NumberedDocument } from "./invoice-text.rules.ts";
import { type LedgerRecord, sealedText } from "./ledger.rules.ts";

/** Before the first row, and before the first document. */
export const NO_SEAL = Buffer.alloc(32);

/** What a row's seal is, after the one before it. */
export function sealOf(before: Buffer, row: LedgerRecord): Buffer {
  return linkOf(before, sealedText(row));
}

/** What a document's digest is, after that of the document numbered one before. */
export function chainDigestOf(before: Buffer, document: NumberedDocument): Buffer {
  return linkOf(before, documentText(document));
}

function linkOf(before: Buffer, text: string): Buffer {
  return createHash("sha256").update(before).update("\n").update(text).digest();
}
