import { type Dialect, type Login, present } from "#sandbox/eid/dialect.ts";
import type { Claims, Day } from "#sandbox/eid/persona.ts";
import { birthDateOf, elsewhere, overAnswer, yearsOf } from "./age.ts";

const EXTENSION = "http://ageverification.criipto.com";

/** The extension asks the eID of the country in the hint; any other scheme is asked by its own name, which says its country. */
export function extension(timeZone: string, more: Partial<Dialect> = {}): Dialect {
  return {
    alg: "RS256",
    timeZone,
    scopes: ["is_over_16", "is_over_18"],
    claimNames: [EXTENSION, "authenticationtype", "authenticationinstant"],
    sendsLoginTime: false,
    claims: (use, scopes, known, today, { signedInAt, acrValues, loginHint }) => {
      if (use !== "id_token") return {};
      const answers = ([16, 18] as const)
        .filter((age) => scopes.includes(`is_over_${age}`))
        .map((age) => [`is_over_${age}`, overAnswer(age, known, today)]);
      if (elsewhere(known)) answers.push(["is_over_16", overAnswer(16, known, today)], ["is_over_18", true]);
      const country = (/^urn:grn:authn:(\w\w):/.exec(acrValues) ?? /\bcountry:(\w\w)/.exec(loginHint))?.[1];
      return {
        authenticationtype: acrValues,
        authenticationinstant: signedInAt.toISOString(),
        [EXTENSION]: present({ country: country?.toUpperCase(), ...Object.fromEntries(answers) }),
      };
    },
    ...more,
  };
}

/** What Idura calls each scheme on the answer. */
const IDENTITY_SCHEMES: Record<string, string> = {
  "urn:grn:authn:no:bankid:substantial": "nobankid-oidc",
  "urn:grn:authn:no:vipps": "novippslogin",
  "urn:grn:authn:se:frejaid": "sefrejaid",
  "urn:grn:authn:se:bankid": "sebankid",
  "urn:grn:authn:nl:idin": "nlidin",
  "urn:grn:authn:de:personalausweis": "deadesso",
};

type Release = (known: Claims, today: Day, scopes: readonly string[], login: Login) => Record<string, unknown>;

/** An eID that is asked by its own name. */
export function scheme(
  timeZone: string,
  claimNames: readonly string[],
  release: Release,
  scopes: readonly string[] = [],
): Dialect {
  return {
    alg: "RS256",
    timeZone,
    scopes,
    claimNames: ["identityscheme", "authenticationinstant", ...claimNames],
    sendsLoginTime: false,
    claims: (use, granted, known, today, login) =>
      use === "id_token"
        ? present({
            identityscheme: IDENTITY_SCHEMES[login.acrValues] ?? "unknown",
            authenticationinstant: login.signedInAt.toISOString(),
            ...release(known, today, granted, login),
          })
        : {},
  };
}

export const birthDate: Release = (known) => ({ birthdate: birthDateOf(known) });

/** The age, and the birth date beside it. Whom nobody has seen has the level "BASIC", and any age. */
export const freja: Release = (known, today, _, { loginHint }) => {
  const years = yearsOf(known, today);
  return {
    age: years === undefined ? undefined : String(years),
    birthdate: birthDateOf(elsewhere(known) ?? known),
    registrationLevel: /\b(BASIC)\b/.exec(loginHint)?.[1] ?? "PLUS",
  };
};

/** The bank is asked for 18 and nothing else. */
export const idin: Release = (known, today, scopes) => {
  const answer = scopes.includes("idin:age-verification") ? overAnswer(18, known, today) : undefined;
  return answer === undefined ? {} : { verified_claims: { ageCheck: { ageOrOlder: 18, ageCheckPassed: answer } } };
};
