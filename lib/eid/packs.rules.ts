import type { Language } from "#lib/core/language.rules.ts";

/** The rules of a scheme for its name on other people's pages, with the address where the scheme publishes them. */
export type Pack = {
  /** In the scheme's own spelling. */
  name: string;
  /** The address where the scheme publishes its rule. */
  source: string;
  /** Is the one that we show of the texts that the scheme allows for the button that starts it. */
  button: Partial<Record<Language, string>>;
  /** The scheme allows no other texts. A language without one then shows the English text. */
  isClosed: boolean;
};

/**
 * Lists them by scheme, as `EID_S_PACK` names it; as of 2026.
 *
 * - `mitid`: "must be exactly one of the five allowed phrases", in Danish or English: the broker's account of the UX
 *   scheme of MitID, which was not found in public itself. Spelling: https://docs.trinsic.id/docs/mitid-branding-requirements
 * - `bankid-no`: "must be one of the approved options". Of the six, "approve" says in plain words what an age check asks.
 * - `bankid-se`: no list was found, only rules for the trademark (https://www.bankid.com/en/om-oss/varumaerke/varumarke-introduktion).
 *   These are the words over the step in the reference integration of the scheme's owner: identification, not a signature.
 * - `vipps`: "should only use a verb approved by Vipps". On its newer pages a script draws the button, and the texts were not
 *   found written out. Of the four, only "continue" neither pays, registers nor logs in. MobilePay had one text, to pay, and
 *   becomes Vipps on 12 January 2027 (https://developer.vippsmobilepay.com/docs/technical-updates/2026-10/).
 *
 * No pack, because no rule on the button's text was found in public (read on 2026-11-22):
 *
 * - Freja: nothing on buttons.
 * - iDIN: its style guide is given out by the acquirer. A broker's account of it has recommendations, no list
 *   (https://developers.cm.com/identity/docs/design-requirements).
 * - itsme: its guide for buttons was not readable
 *   (https://brand.belgianmobileid.be/d/CX5YsAKEmVI7/documentation#/ux/buttons-1518207548).
 * - Online-Ausweis: the logo is recommended, no text (https://ausweisapp.bund.de/fuer-diensteanbieter/leitfaden/empfehlungen-webdienst).
 * - Finnish Trust Network: nothing on texts.
 */
export const PACKS: Record<string, Pack> = {
  mitid: {
    name: "MitID",
    source: "https://docs.idura.app/verify/e-ids/danish-mitid/#mitid-user-interface-requirements",
    button: { da: "Bekræft med MitID", en: "Confirm with MitID" },
    isClosed: true,
  },
  "bankid-no": {
    name: "BankID",
    source: "https://bankid.no/en/company/design-manual-buttons",
    button: { nb: "Godkjenn med BankID", en: "Approve with BankID" },
    isClosed: true,
  },
  "bankid-se": {
    name: "BankID",
    source: "https://github.com/BankID/SampleCode/tree/main/client/src/contexts/localization",
    button: { sv: "Identifiera dig med BankID", en: "Identify with BankID" },
    isClosed: false,
  },
  vipps: {
    name: "Vipps",
    source: "https://github.com/vippsas/vipps-design-guidelines/blob/master/buttons.md",
    button: { nb: "Fortsett med Vipps", en: "Continue with Vipps" },
    isClosed: true,
  },
};

export function isPack(name: string): boolean {
  return Object.hasOwn(PACKS, name);
}

/** Gives the scheme's text and its language, which the page declares (WCAG 3.1.2); `null`: none is prescribed. */
export function buttonOf(provider: { pack?: string | undefined }, language: Language) {
  const pack = provider.pack === undefined ? undefined : PACKS[provider.pack];
  const spoken = pack?.isClosed && pack.button[language] === undefined ? "en" : language;
  const text = pack?.button[spoken];
  return text === undefined ? null : { text, language: spoken };
}
