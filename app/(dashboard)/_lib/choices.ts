import { LANGUAGES, type Language } from "#lib/core/language.rules.ts";
import type { VerifiedDevices } from "#lib/core/provider.rules.ts";

/** For `Options`: each language with its English name. */
export const LANGUAGE_CHOICES: readonly (readonly [Language, string])[] = LANGUAGES.map((language) => [
  language,
  new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language,
]);

/** For `Options`: what a call answers about a device that passed a check of provider `s` half an hour ago or less (contract §1, rule 10). */
export const VERIFIED_DEVICE_CHOICES: readonly (readonly [VerifiedDevices, string])[] = [
  ["turned_away", "Refuse a new check"],
  ["asked_again", "Start a new check"],
];
