import { CODE_FIELD, NEW_CODE } from "./sign-in-code.rules.ts";

/** Reads what was typed into a sent form, by the names of its fields; no files, no code, nothing that React or Next put there. */
export function typedIn(form: FormData): Record<string, string> {
  const fields = [...form].filter(([name, value]) => typeof value === "string" && isKept(name));
  return Object.fromEntries(fields) as Record<string, string>;
}

function isKept(name: string): boolean {
  return !name.startsWith("$") && name !== CODE_FIELD && name !== NEW_CODE;
}
