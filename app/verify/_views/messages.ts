import { createTranslator } from "use-intl/core";
import type { Language } from "#lib/core/language.rules.ts";
import da from "#messages/da.json" with { type: "json" };
import de from "#messages/de.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import fi from "#messages/fi.json" with { type: "json" };
import integrator from "#messages/integrator.json" with { type: "json" };
import nb from "#messages/nb.json" with { type: "json" };
import sv from "#messages/sv.json" with { type: "json" };

/** Every language has every text: the compiler compares them with the English ones. */
const MESSAGES: Record<Language, typeof en> = { da, de, en, fi, nb, sv };

/** Everything that a visitor reads, in one language, as ICU messages. Throws where one is missing. */
export function wordsIn(language: Language) {
  return createTranslator({ locale: language, messages: MESSAGES[language], onError: fault });
}

export type Words = ReturnType<typeof wordsIn>;

export type ActionName = keyof (typeof en)["action"];

/** Says what integrators read, in English only. */
export function wordsForIntegrators() {
  return createTranslator({ locale: "en", messages: integrator, onError: fault });
}

function fault(error: Error): never {
  throw error;
}

/** A clock time where the eID is at home, such as 14:35. */
export function clockTime(at: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(at);
}

export const LANGUAGE_NAMES = {
  da: "Dansk",
  de: "Deutsch",
  en: "English",
  fi: "Suomi",
  nb: "Norsk",
  sv: "Svenska",
} as const satisfies Record<Language, string>;
