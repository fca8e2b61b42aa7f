import { LANGUAGES, type Language } from "#db/schema/values.rules.ts";

export { LANGUAGES, type Language };

/** Joins the languages whose speakers read one of ours: BCP 47 has three codes for Norwegian, and we have `nb`. */
const ALIASES = new Map<string, Language>([
  ["no", "nb"],
  ["nn", "nb"],
]);

/**
 * Reads a language tag of BCP 47, such as `da-DK`, in letters of any case, and as programs write it for locales (`nb_NO`). The region
 * does not matter. `null`: it is none that we have.
 */
export function readLanguage(given: string | null | undefined): Language | null {
  const [primary = ""] = (given ?? "").toLowerCase().split(/[-_.]/, 1);
  return ALIASES.get(primary) ?? LANGUAGES.find((language) => language === primary) ?? null;
}

/** Finds the first of a reader's languages, in their order of preference, that we have. */
export function firstOfOurs(tags: readonly string[]): Language | null {
  return tags.map(readLanguage).find((language) => language !== null) ?? null;
}
