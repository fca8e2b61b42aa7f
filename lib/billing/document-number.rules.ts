/** At least six digits, so that files sort by number. */
export function formatDocumentNumber(number: number, prefix: string): string {
  return `${prefix}${String(number).padStart(6, "0")}`;
}

/** Reads the number in an address, which has no prefix; `null`: the text is no number of a document. */
export function readDocumentNumber(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
