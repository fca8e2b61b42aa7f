/** Reads what was typed into a sent form, by the names of its fields; no files, nothing that React or Next put there. */
export function typedIn(form: FormData): Record<string, string> {
  const fields = [...form].filter(([name, value]) => typeof value === "string" && !name.startsWith("$"));
  return Object.fromEntries(fields) as Record<string, string>;
}
