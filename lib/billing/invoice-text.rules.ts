/** Repeats the row of a document, without its digest. */
export type NumberedDocument = {
  id: string;
  number: number;
  prefix: string;
  taxName: string;
  kind: "invoice" | "credit_note";
  organizationId: string;
  period: string | null;
  creditsId: string | null;
  reason: string | null;
  issuedAt: Date;
  dueOn: string;
  currency: string;
  lines: string;
  netMinor: number;
  taxBasisPoints: number;
  taxMinor: number;
  totalMinor: number;
  seller: string;
  billTo: string;
  sealPosition: number;
  sealDigest: Buffer | null;
};

/**
 * Says what the digest of a document covers: every field in a fixed order, as one line of JSON (RFC 8259). A digest is
 * the SHA-256 of the digest of the document before it, a line feed and this text; 32 zero bytes stand before the first.
 */
export function documentText(document: NumberedDocument): string {
  return JSON.stringify([
    document.id,
    document.number,
    document.prefix,
    document.taxName,
    document.kind,
    document.organizationId,
    document.period,
    document.creditsId,
    document.reason,
    document.issuedAt.toISOString(),
    document.dueOn,
    document.currency,
    document.lines,
    document.netMinor,
    document.taxBasisPoints,
    document.taxMinor,
    document.totalMinor,
    document.seller,
    document.billTo,
    document.sealPosition,
    document.sealDigest?.toString("hex") ?? null,
  ]);
}

/** Writes at least six digits, so that files sort by number. */
export function formatDocumentNumber(number: number, prefix: string): string {
  return `${prefix}${String(number).padStart(6, "0")}`;
}

/** Reads the number in an address, which has no prefix; `null`: the text is no number of a document. */
export function readDocumentNumber(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
