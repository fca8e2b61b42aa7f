import type { Requirement } from "./claims.rules.ts";
import type { ProviderSettings } from "./settings.ts";

/**
 * Configurations that an operator can name instead of writing (`EID_S_PRESET=…`). They contain what the scheme prescribes;
 * issuer and credentials are the operator's own. `require` checks on the answer what the request asked for, because the request
 * travels through the visitor's browser. Sources: the brokers' public documentation, as of 2026.
 */
export const PRESETS: Record<string, Partial<ProviderSettings>> = {
  "sandbox-s": {
    name: "Sandbox eID",
    scopes: ["openid", "age"],
    timeZone: "Europe/Stockholm",
    claims: [
      { source: "userinfo", path: ["birthdate"], transform: "iso_date" },
      { source: "userinfo", path: ["age_over_18"], transform: "bool", age: 18 },
    ],
  },
  "sandbox-b": {
    name: "Sandbox eID",
    scopes: ["openid", "age"],
    timeZone: "Europe/Copenhagen",
    idTokenAlg: "ES256",
    claims: [
      { source: "id_token", path: ["urn:sandbox:identity", "date.of.birth"], transform: "iso_date" },
      { source: "id_token", path: ["urn:sandbox:identity", "over.18"], transform: "string_bool", age: 18 },
    ],
  },
  /**
   * Signaturgruppen Broker, "minimal age verification": the answer names its age, "18:true". The broker also has other eIDs and
   * test identities, and it keeps people signed in for hours, as `auth_time` shows.
   */
  "mitid-signaturgruppen": {
    name: "MitID",
    pack: "mitid",
    scopes: ["openid", "minimal", "age_verify:{age}"],
    parameters: { idp_values: "mitid" },
    require: [
      { source: "id_token", path: ["idp"], equals: "mitid" },
      { source: "id_token", path: ["identity_type"], notEquals: "test" },
    ],
    timeZone: "Europe/Copenhagen",
    claims: [{ source: "id_token", path: ["idbrokerdk_age_verified"], transform: "pair_colon" }],
  },
  /** Idura (formerly Criipto) Verify, age verification extension: one preset for each country. */
  "bankid-idura": {
    name: "BankID",
    pack: "bankid-se",
    timeZone: "Europe/Stockholm",
    ...idura("SE", [
      "urn:grn:authn:se:bankid",
      "urn:grn:authn:se:bankid:same-device",
      "urn:grn:authn:se:bankid:another-device",
      "urn:grn:authn:se:bankid:another-device:qr",
    ]),
  },
  "mitid-idura": {
    name: "MitID",
    pack: "mitid",
    timeZone: "Europe/Copenhagen",
    ...idura("DK", ["urn:grn:authn:dk:mitid:substantial", "urn:grn:authn:dk:mitid:high"]),
  },
};

/** `undefined`: no such preset. Own properties only, because an operator could write "constructor". */
export function presetOf(name: string): Partial<ProviderSettings> | undefined {
  return Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
}

/**
 * Idura may sign people in once for everything that a domain serves, so the answer must have the time of the sign-in.
 * `authenticationtype` names the scheme that was used or the extension; some tokens do not have it.
 */
function idura(country: string, schemes: readonly string[]): Partial<ProviderSettings> {
  const claim = "http://ageverification.criipto.com";
  const extension = "urn:age-verification";
  const require: Requirement[] = [
    { source: "id_token", path: [claim, "country"], equals: country },
    { source: "id_token", path: ["authenticationtype"], oneOf: [extension, ...schemes], mayBeMissing: true },
  ];
  return {
    scopes: ["openid", "is_over_{age}"],
    acrValues: extension,
    loginHint: `country:${country}`,
    require,
    signInTime: { source: "id_token", path: ["authenticationinstant"] },
    claims: [{ source: "id_token", path: [claim, "is_over_{age}"], transform: "bool" }],
  };
}
