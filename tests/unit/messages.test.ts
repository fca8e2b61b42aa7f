import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";
import { wordsIn } from "#app/verify/_views/messages.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const messagesOf = (name: string) => words(JSON.parse(readFileSync(join(ROOT, `messages/${name}.json`), "utf8")));
const OTHERS = LANGUAGES.filter((language) => language !== "en");
const ENGLISH = messagesOf("en");

/** `*`: any end. A word may begin with a letter of any alphabet, before which `\b` sees no boundary. */
const wholeWords = (words: string) => new RegExp(`(?<!\\p{L})(?:${words.replaceAll("*", "\\p{L}*")})(?!\\p{L})`, "iu");

/** What the person on a phone should never have to read (screens §1), in every language. */
const BANNED: Record<(typeof LANGUAGES)[number], RegExp> = {
  en: wholeWords("failed|invalid|unauthori[sz]ed|forbidden|error|oops|token|session|identity provider|authenticat*"),
  da: wholeWords(
    "fejlede|mislykkedes|ugyldig*|uautoriseret|forbudt|fejl \\d+|ups|token|session*|identitetsudbyder|autentific*",
  ),
  sv: wholeWords(
    "misslyckades|ogiltig*|obehörig*|förbjud*|fel \\d+|hoppsan|token|session*|identitetsleverantör|autentiser*",
  ),
  nb: wholeWords(
    "mislyktes|ugyldig*|uautorisert|forbudt|feil \\d+|oi|token|økt*|sesjon*|identitetsleverandør|autentiser*",
  ),
  fi: wholeWords(
    "epäonnistui|virheelli*|luvaton|kielletty|virhe*|hups*|token|tunniste*|tunnistei*|istunto*|autentik*|todennus*",
  ),
  de: wholeWords(
    "fehlgeschlagen|ungültig*|unbefugt|verboten|fehler*|hoppla|token|sitzung*|session*|identitätsanbieter|authentif*|authentisier*",
  ),
};

test.for(OTHERS)("%s says everything that English says, and nothing else", (language) => {
  expect(Object.keys(messagesOf(language))).toEqual(Object.keys(ENGLISH));
});

test.for(LANGUAGES)("every text in %s is a sound message and names what the English one names", (language) => {
  for (const [key, text] of Object.entries(messagesOf(language)))
    expect([key, ...argumentsOf(text, language)]).toEqual([key, ...argumentsOf(ENGLISH[key] ?? "", "en")]);
});

test.for(OTHERS)("nothing is left in English in %s", (language) => {
  const same = Object.entries(messagesOf(language)).filter(
    ([key, text]) => text === ENGLISH[key] && /[a-z]{2}/i.test(bare(text)),
  );
  // Danish has the same word.
  expect(same.map(([key]) => key)).toEqual(language === "da" ? ["layout.reference"] : []);
});

test.for(LANGUAGES)("no page uses a word that visitors should not have to know: %s", (language) => {
  const texts = Object.entries(messagesOf(language));
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter(([, text]) => BANNED[language].test(bare(text)))).toEqual([]);
});

test.for(LANGUAGES)("one minute and many are said as %s says them", (language) => {
  const expiryText = (minutes: number) => wordsIn(language)("outcome.expired.text", { minutes });
  expect(expiryText(1)).not.toContain("{");
  expect(expiryText(1).replace("1", "15")).not.toBe(expiryText(15));
});

test("every text is used by some page", () => {
  const code = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(ROOT, "app", name), "utf8"))
    .join("\n");
  const isUsed = (key: string) => {
    const [room, name] = key.split(".");
    // An outcome is looked up by its code. `retention.test.ts` compares those of the other table.
    if (/^retention\.(?:what|about|until)\./.test(key)) return true;
    if (room === "outcome") return code.includes(`${name}`);
    return code.includes(`"${key}"`) || (room === "action" && code.includes(`name: "${name}"`));
  };
  const all = [...Object.keys(ENGLISH), ...Object.keys(messagesOf("integrator"))];
  expect(all.filter((key) => !isUsed(key))).toEqual([]);
});

function words(value: unknown, path: string[] = []): Record<string, string> {
  if (typeof value === "string") return { [path.join(".")]: value };
  return Object.assign({}, ...Object.entries(value as object).map(([key, inner]) => words(inner, [...path, key])));
}

/** The kind of a part that is plain text, in the syntax tree of ICU messages. */
const LITERAL = 0;

/** The names in braces, and what is done with each. */
function argumentsOf(text: string, language: string): string[] {
  const parts = new IntlMessageFormat(text, language).getAst();
  const named = parts.flatMap((part) =>
    "value" in part && part.type !== LITERAL ? [`${part.type} ${part.value}`] : [],
  );
  return [...new Set(named)].toSorted();
}

/** Without the names in braces, which nobody reads. */
function bare(text: string): string {
  return text.replace(/\{\w+\}/g, "");
}
