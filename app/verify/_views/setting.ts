import type { RequestHead } from "#app/_http/request-head.ts";
import type { Language } from "#lib/core/language.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import { config } from "#lib/runtime/config.ts";
import type { Shop } from "#lib/verification/link-state.ts";
import { type LanguageForm, languageFormOf, languageOf } from "../_lib/language.ts";
import { type Words, wordsIn } from "./messages.ts";

export type Setting = {
  language: Language;
  words: Words;
  isDemo: boolean;
  mode: Mode | null;
  branding: Pick<Shop, "name" | "accent" | "logo"> | null;
  languageForm: LanguageForm | null;
};

export function settingOf(request: RequestHead, shop?: Shop): Setting {
  const language = languageOf(request, shop?.language);
  return {
    language,
    words: wordsIn(language),
    isDemo: config().isDemo,
    mode: shop?.mode ?? null,
    branding: shop ?? null,
    languageForm: languageFormOf(request),
  };
}

/** The pages that are not for visitors. */
export function englishOnly(): Setting {
  const words = wordsIn("en");
  return { language: "en", words, isDemo: config().isDemo, mode: null, branding: null, languageForm: null };
}

/** Names where the person came from: the verified host, with its port on a developer's machine. */
export function hostOf({ origin }: Pick<Shop, "origin">): string {
  return new URL(origin).host;
}

/**
 * The host inside a sentence or on a button. The page shows it in full above; the end of a very long one says whose it
 * is.
 */
export function briefHostOf(shop: Pick<Shop, "origin">): string {
  const host = hostOf(shop);
  return host.length <= MAX_BRIEF_LENGTH ? host : `…\u2060${host.slice(1 - MAX_BRIEF_LENGTH)}`;
}

const MAX_BRIEF_LENGTH = 28;
