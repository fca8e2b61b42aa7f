import { LANGUAGES, type Language } from "#db/schema/values.rules.ts";

export { LANGUAGES, type Language };

/** One of ours, to the letter; `null`: none. */
export function readLanguage(given: string | null | undefined): Language | null {
  return LANGUAGES.find((language) => language === given) ?? null;
}

/** Norwegian goes by three names (BCP 47: `no` is the macrolanguage of `nb` and `nn`), and one of them is ours. */
const ALIASES: Record<string, Language> = { no: "nb", nn: "nb" };

/** The first of somebody's languages (BCP 47 tags, most liked first) that is one of ours; a region does not matter. */
export function firstOfOurs(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const [primary = ""] = tag.toLowerCase().split("-");
    const ours = readLanguage(ALIASES[primary] ?? primary);
    if (ours !== null) return ours;
  }
  return null;
}
