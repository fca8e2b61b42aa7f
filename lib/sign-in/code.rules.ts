/** Reads a code as people type or paste it, in groups or not. `null`: it is not six digits, so it was not tried. */
export function readCode(text: string): string | null {
  return /^\d{6}$/.exec(text.replaceAll(/[\s-]/g, ""))?.[0] ?? null;
}
