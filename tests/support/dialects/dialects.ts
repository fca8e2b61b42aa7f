import { type Dialect, present, SANDBOX_DIALECTS } from "#sandbox/eid/dialect.ts";
import { overAnswer, yearsOf } from "./age.ts";
import { bankIdNo, ftn, itsme, vipps } from "./direct.ts";
import * as idura from "./idura.ts";
import * as signicat from "./signicat.ts";

export type DialectName = keyof typeof DIALECTS;

/** The sandbox's own two, and those of the brokers for which we have presets. */
export const DIALECTS = {
  ...SANDBOX_DIALECTS,
  "mitid-idura": idura.extension("Europe/Copenhagen"),
  "bankid-se-idura": idura.extension("Europe/Stockholm"),
  "bankid-no-idura": idura.extension("Europe/Oslo"),
  "ftn-idura": idura.extension("Europe/Helsinki", { encrypts: "A128GCM" }),
  "bankid-no-idura-birthdate": idura.scheme("Europe/Oslo", ["birthdate"], idura.birthDate),
  "vipps-idura": idura.scheme("Europe/Oslo", ["birthdate"], idura.birthDate),
  "freja-idura": idura.scheme("Europe/Stockholm", ["age", "birthdate", "registrationLevel"], idura.freja),
  "idin-idura": idura.scheme("Europe/Amsterdam", ["verified_claims"], idura.idin, ["idin:age-verification"]),
  "personalausweis-idura": idura.scheme("Europe/Berlin", ["birthdate"], idura.birthDate),
  "bankid-se-signicat": signicat.signicat("Europe/Stockholm"),
  "bankid-no-signicat": signicat.signicat("Europe/Oslo"),
  "mitid-signicat": signicat.signicat("Europe/Copenhagen"),
  "ftn-signicat": signicat.signicat("Europe/Helsinki", { encrypts: "A128GCM" }),
  "idin-signicat": signicat.signicat("Europe/Amsterdam", {
    release: signicat.eighteenOrOlder,
    scopes: ["eighteen-or-older"],
  }),
  "bankid-no-direct": bankIdNo,
  "vipps-direct": vipps,
  "ftn-direct": ftn,
  "itsme-direct": itsme,
  /** A request without an eID gets a choice of those that the client has; here that is MitID. */
  "mitid-signaturgruppen": {
    alg: "RS256",
    timeZone: "Europe/Copenhagen",
    scopes: ["minimal", "age_verify:16", "age_verify:18"],
    claimNames: ["idbrokerdk_age_verified", "idp", "identity_type"],
    sendsLoginTime: true,
    claims: (use, scopes, known, today, { idpValues }) => {
      const asked = scopes.includes("age_verify:18") ? 18 : 16;
      const answer = overAnswer(asked, known, today);
      const identity = { idp: idpValues || "mitid", identity_type: "private" };
      if (use !== "id_token") return {};
      return { ...identity, ...(answer !== undefined && { idbrokerdk_age_verified: `${asked}:${answer}` }) };
    },
  },
  /** An eID that tells years. */
  years: {
    alg: "ES256",
    timeZone: "Europe/Oslo",
    scopes: ["age"],
    claimNames: ["https://broker.example/age"],
    sendsLoginTime: true,
    claims: (use, _, known, today) =>
      use === "userinfo" ? present({ "https://broker.example/age": yearsOf(known, today) }) : {},
  },
} as const satisfies Record<string, Dialect>;
