import type { Language } from "#lib/core/language.rules.ts";

/** The rules of a scheme for its name on other people's pages, with the address where the scheme publishes them. */
export type Pack = {
  /** In the scheme's own spelling. */
  name: string;
  /** The address where the scheme publishes its rule. */
  source: string;
  /** The texts that the scheme allows for the button that starts it. We show the first of a language. */
  buttons: Partial<Record<Language, readonly [string, ...string[]]>>;
  /** The scheme allows no other texts. A language without one then shows the English text. */
  isClosed: boolean;
  /** Names of the logo's file in the operator's folder (`eid-logos/`). The page shows the first that is there. */
  logo: readonly [string, ...string[]];
};

/**
 * By scheme, as `EID_S_PACK` names it; as of 2026.
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
    buttons: {
      da: ["Bekræft med MitID", "Godkend med MitID", "Log ind med MitID", "Acceptér med MitID", "Underskriv med MitID"],
      en: ["Confirm with MitID", "Approve with MitID", "Log on with MitID", "Accept with MitID", "Sign with MitID"],
    },
    isClosed: true,
    logo: ["mitid.svg", "mitid.png"],
  },
  "bankid-no": {
    name: "BankID",
    source: "https://bankid.no/en/company/design-manual-buttons",
    buttons: {
      nb: [
        "Godkjenn med BankID",
        "Autentiser med BankID",
        "Fortsett med BankID",
        "Logg inn med BankID",
        "Registrer med BankID",
        "Signer med BankID",
      ],
      en: [
        "Approve with BankID",
        "Authenticate with BankID",
        "Continue with BankID",
        "Log in with BankID",
        "Register with BankID",
        "Sign with BankID",
      ],
    },
    isClosed: true,
    logo: ["bankid-no.svg", "bankid-no.png"],
  },
  "bankid-se": {
    name: "BankID",
    source: "https://github.com/BankID/SampleCode/tree/main/client/src/contexts/localization",
    buttons: {
      sv: ["Identifiera dig med BankID"],
      en: ["Identify with BankID"],
    },
    isClosed: false,
    logo: ["bankid-se.svg", "bankid-se.png"],
  },
  vipps: {
    name: "Vipps",
    source: "https://github.com/vippsas/vipps-design-guidelines/blob/master/buttons.md",
    buttons: {
      nb: ["Fortsett med Vipps", "Logg inn med Vipps", "Registrer med Vipps", "Betal med Vipps"],
      en: ["Continue with Vipps", "Log in with Vipps", "Register with Vipps", "Pay with Vipps"],
    },
    isClosed: true,
    logo: ["vipps.svg", "vipps.png"],
  },
};

export function isPack(name: string): boolean {
  return Object.hasOwn(PACKS, name);
}

/** Gives the scheme's text and its language, which the page declares (WCAG 3.1.2); `null`: none is prescribed. */
export function buttonOf(provider: { pack?: string | undefined }, language: Language) {
  const pack = provider.pack === undefined ? undefined : PACKS[provider.pack];
  const spoken = pack?.isClosed && pack.buttons[language] === undefined ? "en" : language;
  const text = pack?.buttons[spoken]?.[0];
  return text === undefined ? null : { text, language: spoken };
}
