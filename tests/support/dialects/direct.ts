import { type Dialect, present } from "#sandbox/eid/dialect.ts";
import { birthDateOf } from "./age.ts";

/** BankID of Norway: the level that was asked for stands in `acr`. */
export const bankIdNo: Dialect = {
  alg: "RS256",
  timeZone: "Europe/Oslo",
  scopes: ["profile"],
  claimNames: ["birthdate"],
  sendsLoginTime: true,
  levelOf: ({ acrValues }) => (acrValues === "urn:bankid:bis" ? "urn:bankid:bis;LOA=3" : "urn:bankid:bid;LOA=4"),
  claims: (use, _, known) => (use === "id_token" ? present({ birthdate: birthDateOf(known) }) : {}),
};

/** Vipps: userinfo alone has the birth date. */
export const vipps: Dialect = {
  alg: "RS256",
  timeZone: "Europe/Oslo",
  scopes: ["birthDate"],
  claimNames: ["birthdate"],
  sendsLoginTime: true,
  claims: (use, _, known) => (use === "userinfo" ? present({ birthdate: birthDateOf(known) }) : {}),
};

/** A broker of the Finnish Trust Network. */
export const ftn: Dialect = {
  alg: "RS256",
  timeZone: "Europe/Helsinki",
  scopes: ["profile"],
  claimNames: ["birthdate"],
  sendsLoginTime: true,
  encrypts: "A128GCM",
  claims: (use, _, known) => (use === "id_token" ? present({ birthdate: birthDateOf(known) }) : {}),
};

/** itsme: by a code or by a finger; signed, then encrypted. */
export const itsme: Dialect = {
  alg: "RS256",
  timeZone: "Europe/Brussels",
  scopes: ["profile", "service:AGEWAY"],
  claimNames: ["birthdate"],
  sendsLoginTime: true,
  encrypts: "A128CBC-HS256",
  levelOf: ({ acrValues }) => acrValues || "http://itsme.services/v2/claim/acr_basic",
  claims: (use, _, known) => (use === "userinfo" ? present({ birthdate: birthDateOf(known) }) : {}),
};
