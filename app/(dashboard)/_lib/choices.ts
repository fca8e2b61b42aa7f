import { LANGUAGES, type Language } from "#lib/core/language.rules.ts";
import type { VerifiedDevices } from "#lib/core/provider.rules.ts";

/** Lists for `Options` each language with its English name. */
export const LANGUAGE_CHOICES: readonly (readonly [Language, string])[] = LANGUAGES.map((language) => [
  language,
  new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language,
]);

/** Lists for `Options` what a call answers about a device that has just passed a check of `s` (contract §1, rule 10). */
export const VERIFIED_DEVICE_CHOICES: readonly (readonly [VerifiedDevices, string])[] = [
  ["turned_away", "Refuse a new check"],
  ["asked_again", "Start a new check"],
];
