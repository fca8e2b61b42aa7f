import type { ProviderSettings } from "./configuration.ts";

/**
 * Configurations that an operator can name instead of writing (`EID_S_PRESET=…`). They fix what the scheme fixes; issuer
 * and credentials are always the operator's own. Sources: the brokers' public documentation, as of 2026.
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
  /** Signaturgruppen Broker, "minimal age verification": the answer names its age, "18:true". */
  "mitid-signaturgruppen": {
    name: "MitID",
    pack: "mitid",
    scopes: ["openid", "minimal", "age_verify:{age}"],
    timeZone: "Europe/Copenhagen",
    claims: [{ source: "id_token", path: ["idbrokerdk_age_verified"], transform: "pair_colon" }],
  },
  /** Idura (formerly Criipto) Verify, age verification extension, one preset a country. */
  "bankid-idura": {
    name: "BankID",
    pack: "bankid-se",
    scopes: ["openid", "is_over_{age}"],
    acrValues: "urn:age-verification",
    loginHint: "country:SE",
    timeZone: "Europe/Stockholm",
    authTime: "optional",
    claims: [{ source: "id_token", path: ["http://ageverification.criipto.com", "is_over_{age}"], transform: "bool" }],
  },
  "mitid-idura": {
    name: "MitID",
    pack: "mitid",
    scopes: ["openid", "is_over_{age}"],
    acrValues: "urn:age-verification",
    loginHint: "country:DK",
    timeZone: "Europe/Copenhagen",
    authTime: "optional",
    claims: [{ source: "id_token", path: ["http://ageverification.criipto.com", "is_over_{age}"], transform: "bool" }],
  },
};
