import { LANGUAGES, type Language } from "#db/schema/values.rules.ts";

export { LANGUAGES, type Language };

/** The language of this code; `null`: we do not have it. */
export function readLanguage(given: string | null | undefined): Language | null {
  return LANGUAGES.find((language) => language === given) ?? null;
}

/** BCP 47 has three codes for Norwegian: `no` is the macrolanguage of `nb` and `nn`. We have `nb`. */
const ALIASES: Record<string, Language> = { no: "nb", nn: "nb" };

/** The first of a reader's languages (BCP 47 tags in their order of preference) that we have. The region does not matter. */
export function firstOfOurs(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const [primary = ""] = tag.toLowerCase().split("-");
    const ours = readLanguage(ALIASES[primary] ?? primary);
    if (ours !== null) return ours;
  }
  return null;
}
