import type { Claims, Day } from "./persona.ts";

/** How an eID or its broker says an age: its signature, its calendar and its names of scopes and claims. */
export type Dialect = {
  alg: "RS256" | "ES256";
  timeZone: string;
  scopes: readonly string[];
  claimNames: readonly string[];
  /** Does the ID token say when the person signed in? */
  tellsLoginTime: boolean;
  /** The claims of the ID token or of the userinfo endpoint (`use`), for the granted scopes. */
  claims(use: string, scopes: readonly string[], known: Claims, today: Day, login: Login): Record<string, unknown>;
};

/** What the request asked for beyond its scopes, and when the person signed in. */
export type Login = { signedInAt: Date; acrValues: string; loginHint: string; idpValues: string };

export type DialectName = keyof typeof DIALECTS;

/** The sandbox's own two, and those of the brokers for which we have presets. */
export const DIALECTS = {
  "sandbox-s": {
    alg: "RS256",
    timeZone: "Europe/Stockholm",
    scopes: ["age"],
    claimNames: ["birthdate", "age_over_18"],
    tellsLoginTime: true,
    claims: (use, _, { birthdate, isOver18 }) =>
      use === "userinfo" ? present({ birthdate, age_over_18: isOver18 }) : {},
  },
  "sandbox-b": {
    alg: "ES256",
    timeZone: "Europe/Copenhagen",
    scopes: ["age"],
    claimNames: ["urn:sandbox:identity"],
    tellsLoginTime: true,
    claims: (use, _, { birthdate, isOver18 }) =>
      use === "id_token"
        ? { "urn:sandbox:identity": present({ "date.of.birth": birthdate, "over.18": isOver18 && "true" }) }
        : {},
  },
  "bankid-idura": idura("Europe/Stockholm"),
  "mitid-idura": idura("Europe/Copenhagen"),
  /** A request without an eID gets a choice of those that the client has; here that is MitID. */
  "mitid-signaturgruppen": {
    alg: "RS256",
    timeZone: "Europe/Copenhagen",
    scopes: ["minimal", "age_verify:16", "age_verify:18"],
    claimNames: ["idbrokerdk_age_verified", "idp", "identity_type"],
    tellsLoginTime: true,
    claims: (use, scopes, known, today, { idpValues }) => {
      const asked = scopes.includes("age_verify:18") ? 18 : 16;
      const answer = isOver(asked, known, today);
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
    tellsLoginTime: true,
    claims: (use, _, known, today) =>
      use === "userinfo" ? present({ "https://broker.example/age": yearsOf(known, today) }) : {},
  },
} as const satisfies Record<string, Dialect>;

/** The extension asks the eID of the country in the hint; any other scheme is asked by its own name, which says its country. */
function idura(timeZone: string) {
  const claim = "http://ageverification.criipto.com";
  return {
    alg: "RS256",
    timeZone,
    scopes: ["is_over_16", "is_over_18"],
    claimNames: [claim, "authenticationtype", "authenticationinstant"],
    tellsLoginTime: false,
    claims: (use, scopes, known, today, { signedInAt, acrValues, loginHint }) => {
      if (use !== "id_token") return {};
      const answers = ([16, 18] as const)
        .filter((age) => scopes.includes(`is_over_${age}`))
        .map((age) => [`is_over_${age}`, isOver(age, known, today)]);
      const country = (/^urn:grn:authn:(\w\w):/.exec(acrValues) ?? /\bcountry:(\w\w)/.exec(loginHint))?.[1];
      return {
        authenticationtype: acrValues,
        authenticationinstant: signedInAt.toISOString(),
        [claim]: present({ country: country?.toUpperCase(), ...Object.fromEntries(answers) }),
      };
    },
  } as const satisfies Dialect;
}

/** For a birth date that does not exist, the answer is not a boolean either. */
function isOver(age: 16 | 18, { birthdate, isOver18 }: Claims, today: Day): boolean | "perhaps" | undefined {
  if (birthdate === undefined) return isOver18;
  return isDate(birthdate) ? birthdate <= dayText({ ...today, year: today.year - age }) : "perhaps";
}

function yearsOf({ birthdate, isOver18 }: Claims, today: Day): number | undefined {
  if (birthdate === undefined) return isOver18 && 18;
  if (!isDate(birthdate)) return -1;
  const years = today.year - Number(birthdate.slice(0, 4));
  return birthdate <= dayText({ ...today, year: today.year - years }) ? years : years - 1;
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function dayText({ year, month, day }: Day): string {
  return [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");
}

function present(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}
