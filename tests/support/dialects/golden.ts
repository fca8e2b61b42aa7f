import type { DialectName } from "./dialects.ts";

/**
 * An example of an answer in a broker's public documentation: of it, what a preset reads, as it stands there. `reads`: what must be
 * made of it. `lacks`: what must hold besides, and the example does not show; so far only our dialect does.
 */
export type GoldenAnswer = {
  url: string;
  read: string;
  reads: "over 18" | "unreadable" | "missing";
  id_token?: Record<string, unknown>;
  userinfo?: Record<string, unknown>;
  lacks: readonly string[];
  /** A day on which its age was the one of its birth date. */
  on?: { year: number; month: number; day: number };
};

const READ = "2026-11-23";
const IDURA = "https://docs.idura.app/verify";
const SIGNICAT = "https://developer.signicat.com/identity-methods";
const INSTANT = "http://schemas.microsoft.com/ws/2008/06/identity/claims/authenticationinstant";
const EXTENSION = "http://ageverification.criipto.com";

/** Dialects of which no example was found have none: those answer as the words of the documentation have it, or as its sibling does. */
export const GOLDEN_ANSWERS: Partial<Record<DialectName, readonly GoldenAnswer[]>> = {
  "mitid-signaturgruppen": [
    {
      url: "https://signaturgruppen-a-s.github.io/signaturgruppen-broker-documentation/idps/mitid-age-verification.html",
      read: READ,
      reads: "over 18",
      id_token: { idbrokerdk_age_verified: "18:true" },
      userinfo: { idbrokerdk_age_verify_18: "true" },
      lacks: ["idp", "identity_type", "auth_time"],
    },
  ],
  /** The page has one example, of Denmark. It says that Sweden, Norway and Finland differ in nothing but the country. */
  "mitid-idura": [
    {
      url: `${IDURA}/guides/age-verification`,
      read: READ,
      reads: "over 18",
      id_token: { [EXTENSION]: { country: "DK", is_over_18: true } },
      lacks: ["authenticationinstant"],
    },
  ],
  "bankid-no-idura-birthdate": [
    {
      url: `${IDURA}/e-ids/norwegian-bankid/`,
      read: READ,
      reads: "over 18",
      id_token: { identityscheme: "nobankid-oidc", birthdate: "1946-03-27", country: "NO" },
      lacks: ["authenticationinstant"],
    },
  ],
  /** September has no 82nd day. An older version of the page names and writes the date in another way. */
  "vipps-idura": [
    {
      url: `${IDURA}/e-ids/norwegian-vipps`,
      read: READ,
      reads: "unreadable",
      id_token: { identityscheme: "novippslogin", birthdate: "1955-09-82", country: "NO" },
      lacks: ["authenticationinstant"],
    },
    {
      url: "https://github.com/criipto/docs-old/blob/1586e48e/getting-started/token-contents.md",
      read: READ,
      reads: "missing",
      id_token: { identityscheme: "novippslogin", dateofbirth: "10.09.1955", country: "NO" },
      lacks: ["authenticationinstant"],
    },
  ],
  "freja-idura": [
    {
      url: `${IDURA}/e-ids/frejaid`,
      read: READ,
      reads: "over 18",
      id_token: {
        identityscheme: "sefrejaid",
        authenticationtype: "urn:grn:authn:se:frejaid",
        minRegistrationLevel: "PLUS",
        registrationLevel: "PLUS",
        birthdate: "1950-02-22",
        dateofbirth: "1950-02-22",
        age: "75",
      },
      on: { year: 2025, month: 11, day: 23 },
      lacks: ["authenticationinstant"],
    },
  ],
  /** The page shows the instant in its example of a full identification, and the check of the age in one of its own. */
  "idin-idura": [
    {
      url: `${IDURA}/e-ids/dutch-idin`,
      read: READ,
      reads: "over 18",
      id_token: {
        identityscheme: "nlidin",
        authenticationtype: "urn:grn:authn:nl:idin",
        [INSTANT]: "2023-10-11T19:32:59.952Z",
        verified_claims: { ageCheck: { ageOrOlder: 18, ageCheckPassed: true } },
      },
      lacks: [],
    },
  ],
  "personalausweis-idura": [
    {
      url: `${IDURA}/e-ids/german-personalausweis`,
      read: READ,
      reads: "over 18",
      id_token: {
        identityscheme: "deadesso",
        authenticationtype: "urn:grn:authn:de:personalausweis",
        birthdate: "1964-08-12",
      },
      lacks: ["authenticationinstant"],
    },
  ],
  "bankid-se-signicat": [
    {
      url: `${SIGNICAT}/sbid/code-examples.html`,
      read: READ,
      reads: "over 18",
      id_token: { idp: "sbid", auth_time: 1657278399, birthdate: "1990-02-17" },
      userinfo: { birthdate: "1990-02-17", nin_type: "PERSON", nin_issuing_country: "SE" },
      lacks: [],
    },
  ],
  "bankid-no-signicat": [
    {
      url: `${SIGNICAT}/nbid/attributes-reference/`,
      read: READ,
      reads: "over 18",
      userinfo: { birthdate: "1990-02-17", nbid_acr: "urn:bankid:bid;LOA=4", nbid_auth_time: "1709206572" },
      lacks: ["idp", "auth_time"],
    },
  ],
  "mitid-signicat": [
    {
      url: `${SIGNICAT}/mitid/attributes-reference/`,
      read: READ,
      reads: "over 18",
      userinfo: { birthdate: "1974-07-11", mitid_loa: "HIGH" },
      lacks: ["idp", "auth_time"],
    },
  ],
  "ftn-signicat": [
    {
      url: `${SIGNICAT}/ftn/attributes-reference/`,
      read: READ,
      reads: "over 18",
      userinfo: { birthdate: "1970-07-07", nin_issuing_country: "FI", ftn_idp: "fi-op" },
      lacks: ["idp", "auth_time"],
    },
  ],
  "idin-signicat": [
    {
      url: `${SIGNICAT}/idin/code-examples/`,
      read: READ,
      reads: "over 18",
      userinfo: { eighteen_or_older: true },
      lacks: ["idp", "auth_time"],
    },
  ],
  /** Two pages: the newer one has the level and the time, an older one the birth date. */
  "bankid-no-direct": [
    {
      url: "https://developer.bankid.no/bankid-oidc-provider/core-concepts/id-token",
      read: READ,
      reads: "missing",
      id_token: { typ: "ID", acr: "urn:bankid:bid;LOA=4", auth_time: 1510497762 },
      lacks: [],
    },
    {
      url: "https://confluence.bankidnorge.no/confluence/pages/diffpages.action?originalId=96853267&pageId=99917512",
      read: READ,
      reads: "over 18",
      id_token: { auth_time: 1494140786, birthdate: "1966-12-18" },
      lacks: ["acr"],
    },
  ],
  "vipps-direct": [
    {
      url: "https://developer.vippsmobilepay.com/docs/APIs/login-api/api-guide/user-info",
      read: READ,
      reads: "over 18",
      userinfo: { birthdate: "1955-05-18" },
      lacks: ["auth_time"],
    },
  ],
};
