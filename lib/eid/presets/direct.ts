import { FTN_SECURITY, type Preset } from "./preset.ts";

const READ = "2026-11-21";
/** With the app's code, or without it where the person has allowed that. Both are of somebody whose card was read. */
const ITSME_LEVELS = ["http://itsme.services/v2/claim/acr_basic", "http://itsme.services/v2/claim/acr_advanced"];

export const DIRECT: Record<string, Preset> = {
  /**
   * Its own second product, "BankID with biometrics", has another level: the answer must name the one that was asked for. Version
   * 4 of its API leaves `auth_time` out, and `iat` is renewed with a session, so such an answer proves nothing.
   */
  "bankid-no-direct": {
    issuer: {
      live: "https://auth.bankid.no/auth/realms/prod",
      test: "https://auth.current.bankid.no/auth/realms/current",
    },
    source: { url: "https://developer.bankid.no/bankid-oidc-provider/core-concepts/id-token/", read: READ },
    settings: {
      name: "BankID",
      pack: "bankid-no",
      scopes: ["openid", "profile"],
      acrValues: "urn:bankid:bid",
      require: [{ source: "id_token", path: ["acr"], equals: "urn:bankid:bid;LOA=4" }],
      timeZone: "Europe/Oslo",
      claims: [{ source: "id_token", path: ["birthdate"], transform: "iso_date" }],
    },
  },
  /**
   * Vipps remembers browsers: without the step-up nobody has to open the app, and `auth_time` is an old one then. Its
   * documentation does not promise an `acr`, so one is held only where it is there.
   */
  "vipps-direct": {
    issuer: {
      live: "https://api.vipps.no/access-management-1.0/access/",
      test: "https://apitest.vipps.no/access-management-1.0/access/",
    },
    source: { url: "https://developer.vippsmobilepay.com/docs/APIs/login-api/", read: READ },
    settings: {
      name: "Vipps",
      pack: "vipps",
      scopes: ["openid", "birthDate"],
      acrValues: "urn:vipps:acr:app_auth",
      require: [{ source: "id_token", path: ["acr"], equals: "urn:vipps:acr:app_auth", mayBeMissing: true }],
      timeZone: "Europe/Oslo",
      claims: [{ source: "userinfo", path: ["birthdate"], transform: "iso_date" }],
    },
  },
  /** The Finnish Trust Network through a broker that has no preset of its own. */
  "ftn-direct": {
    source: { url: "https://docs.idura.app/verify/e-ids/finnish-trust-network/", read: READ },
    settings: {
      name: "Finnish bank ID",
      scopes: ["openid", "profile"],
      ...FTN_SECURITY,
      timeZone: "Europe/Helsinki",
      claims: [{ source: "id_token", path: ["birthdate"], transform: "iso_date" }],
    },
  },
  /** `service:…` has a code of the operator's own contract, so the operator writes the scopes. Answers are signed, then encrypted. */
  "itsme-direct": {
    issuer: { live: "https://idp.prd.itsme.services/v2", test: "https://idp.e2e.itsme.services/v2" },
    source: { url: "https://idp.prd.itsme.services/v2/.well-known/openid-configuration", read: READ },
    settings: {
      name: "itsme",
      scopes: undefined,
      authMethod: "private_key_jwt",
      contentEncryption: "A128CBC-HS256",
      userinfoAlg: "RS256",
      require: [{ source: "id_token", path: ["acr"], oneOf: ITSME_LEVELS }],
      timeZone: "Europe/Brussels",
      claims: [{ source: "userinfo", path: ["birthdate"], transform: "iso_date" }],
    },
  },
};
