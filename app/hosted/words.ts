import { createTranslator } from "use-intl/core";
import en from "#messages/en.json" with { type: "json" };

const MESSAGES = { en };

export type Locale = keyof typeof MESSAGES;

export const DEFAULT_LOCALE: Locale = "en";

/** Everything a visitor reads, in one language. ICU messages; a missing one is a fault, not a blank. */
export function wordsIn(locale: Locale) {
  return createTranslator({
    locale,
    messages: MESSAGES[locale],
    onError: (error) => {
      throw error;
    },
  });
}

export type Words = ReturnType<typeof wordsIn>;

/** A clock time where the eID is at home, such as 14:35. */
export function clockTime(at: Date, locale: Locale, timeZone: string): string {
  return new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(at);
}
