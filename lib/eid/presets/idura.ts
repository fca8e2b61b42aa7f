import { MINIMUM_AGES } from "#lib/core/age.rules.ts";
import type { ClaimPath, ClaimRule, Requirement } from "../claims.rules.ts";
import { FTN_SECURITY, type Preset, type PresetSettings } from "./preset.ts";

const READ = "2026-11-21";
/**
 * Idura may sign people in once for everything that a domain serves, so the answer must have the time of the sign-in. Its
 * documentation has both names for it: the short one, and on the page of iDIN the long one of WS-Federation.
 */
const SIGN_IN_TIMES: ClaimPath[] = [
  "authenticationinstant",
  "http://schemas.microsoft.com/ws/2008/06/identity/claims/authenticationinstant",
].map((name) => ({ source: "id_token", path: [name] }));

/** A domain of the customer's, at Idura or its own. Those of its test environment end so. */
const DOMAINS = {
  issuers: { pattern: /^https:\/\/[^/]+$/, example: "https://YOURNAME.idura.broker" },
  testHosts: /(?:\.test\.idura\.broker|-test\.criipto\.id)$/,
};

/**
 * Idura (formerly Criipto) Verify. Its issuer is the customer's own domain. With the age verification extension an answer has a
 * yes or no and a country, no birth date: those come first. The others tell a birth date or an age, and name their scheme.
 */
export const IDURA: Record<string, Preset> = {
  "mitid-idura": extension("DK", ["urn:grn:authn:dk:mitid:substantial", "urn:grn:authn:dk:mitid:high"], {
    name: "MitID",
    pack: "mitid",
    timeZone: "Europe/Copenhagen",
  }),
  "bankid-se-idura": extension(
    "SE",
    [
      "urn:grn:authn:se:bankid",
      "urn:grn:authn:se:bankid:same-device",
      "urn:grn:authn:se:bankid:another-device",
      "urn:grn:authn:se:bankid:another-device:qr",
    ],
    { name: "BankID", pack: "bankid-se", timeZone: "Europe/Stockholm" },
  ),
  "bankid-no-idura": extension(
    "NO",
    ["urn:grn:authn:no:bankid", "urn:grn:authn:no:bankid:substantial", "urn:grn:authn:no:bankid:high"],
    { name: "BankID", pack: "bankid-no", timeZone: "Europe/Oslo" },
  ),
  "ftn-idura": extension("FI", ["urn:grn:authn:fi:all", "urn:grn:authn:fi:bank-id", "urn:grn:authn:fi:mobile-id"], {
    name: "Finnish bank ID",
    timeZone: "Europe/Helsinki",
    ...FTN_SECURITY,
  }),
  "bankid-no-idura-birthdate": scheme("norwegian-bankid", "urn:grn:authn:no:bankid:substantial", "nobankid-oidc", {
    name: "BankID",
    pack: "bankid-no",
    timeZone: "Europe/Oslo",
    claims: [birthDate()],
  }),
  "vipps-idura": scheme("vipps-mobilepay", "urn:grn:authn:no:vipps", "novippslogin", {
    name: "Vipps",
    pack: "vipps",
    timeZone: "Europe/Oslo",
    claims: [birthDate()],
  }),
  /** A "Basic" Freja has any age, so the level must say that a document was seen. Age and birth date must agree. */
  "freja-idura": scheme("frejaid", "urn:grn:authn:se:frejaid", "sefrejaid", {
    name: "Freja",
    timeZone: "Europe/Stockholm",
    require: [{ source: "id_token", path: ["registrationLevel"], oneOf: ["EXTENDED", "PLUS"] }],
    claims: [{ source: "id_token", path: ["age"], transform: "int" }, birthDate()],
  }),
  /** The bank answers for 18 only, so the operator says what becomes of a question about 16. */
  "idin-idura": scheme("dutch-idin", "urn:grn:authn:nl:idin", "nlidin", {
    name: "iDIN",
    timeZone: "Europe/Amsterdam",
    scopes: ["openid", "idin:age-verification"],
    checksOf16: undefined,
    claims: [{ source: "id_token", path: ["verified_claims", "ageCheck"], transform: "threshold_object" }],
  }),
  /** Some cards have only a year of birth, or a year and a month. Those are dates that do not exist, and prove nothing. */
  "personalausweis-idura": scheme("german-personalausweis", "urn:grn:authn:de:personalausweis", "deadesso", {
    name: "Online-Ausweis",
    timeZone: "Europe/Berlin",
    claims: [birthDate()],
  }),
};

/** `authenticationtype` names the scheme that was used or the extension; some tokens do not have it. */
function extension(country: string, schemes: readonly string[], own: PresetSettings): Preset {
  const claim = "http://ageverification.criipto.com";
  const acrValues = "urn:age-verification";
  const require: Requirement[] = [
    { source: "id_token", path: [claim, "country"], equals: country },
    { source: "id_token", path: ["authenticationtype"], oneOf: [acrValues, ...schemes], mayBeMissing: true },
  ];
  return {
    ...DOMAINS,
    source: { url: "https://docs.idura.app/verify/guides/age-verification/", read: READ },
    settings: {
      scopes: ["openid", "is_over_{age}"],
      acrValues,
      loginHint: `country:${country}`,
      require,
      signInTimes: SIGN_IN_TIMES,
      // Both, so that an answer that has both must agree with itself.
      claims: MINIMUM_AGES.map((age) => ({
        source: "id_token",
        path: [claim, `is_over_${age}`],
        transform: "bool",
        age,
      })),
      ...own,
    },
  };
}

/** An eID by its own name. `identityscheme` says on the answer which one it was. */
function scheme(page: string, acrValues: string, identityScheme: string, own: PresetSettings): Preset {
  const named: Requirement = { source: "id_token", path: ["identityscheme"], equals: identityScheme };
  return {
    ...DOMAINS,
    source: { url: `https://docs.idura.app/verify/e-ids/${page}/`, read: READ },
    settings: {
      scopes: ["openid"],
      acrValues,
      signInTimes: SIGN_IN_TIMES,
      ...own,
      require: [named, ...(own.require ?? [])],
    },
  };
}

function birthDate(): ClaimRule {
  return { source: "id_token", path: ["birthdate"], transform: "iso_date" };
}
