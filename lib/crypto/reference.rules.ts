const REFERENCE = /^[2-9A-HJ-NP-Z]{8}$/;

/** People also copy a reference with its header's name, or type it with spaces and small letters. `null`: it is none. */
export function readReference(text: string | null): string | null {
  const given = (text ?? "").slice(0, 253);
  const reference = given.slice(given.lastIndexOf(":") + 1).replaceAll(/[\s-]/g, "");
  return REFERENCE.exec(reference.toUpperCase())?.[0] ?? null;
}

/** Writes it in two groups of four letters, so that it can be read out. */
export function spelled(reference: string): string {
  return `${reference.slice(0, 4)} ${reference.slice(4)}`;
}
