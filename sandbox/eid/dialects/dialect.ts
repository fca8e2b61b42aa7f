import type { Claims, Day } from "../persona.ts";

/** How an eID or its broker says an age: its signature, its calendar and its names of scopes and claims. */
export type Dialect = {
  alg: "RS256" | "ES256";
  timeZone: string;
  scopes: readonly string[];
  claimNames: readonly string[];
  /** Does the ID token say when the person signed in? */
  sendsLoginTime: boolean;
  /** It encrypts its answers to the relying party: `enc` of ID token and userinfo. Then it also signs userinfo. */
  encrypts?: "A128GCM" | "A128CBC-HS256";
  /** `acr` of the ID token. */
  levelOf?: (login: Login) => string;
  /** The claims of the ID token or of the userinfo endpoint (`use`), for the granted scopes. */
  claims(use: string, scopes: readonly string[], known: Claims, today: Day, login: Login): Record<string, unknown>;
};

/** What the request asked for beyond its scopes, and when the person signed in. */
export type Login = { signedInAt: Date; acrValues: string; loginHint: string; idpValues: string };

/** For a birth date that does not exist, the answer is not a boolean either. */
export function overAnswer(age: 16 | 18, { birthdate, isOver18 }: Claims, today: Day): boolean | "perhaps" | undefined {
  if (birthdate === undefined) return isOver18;
  return isDate(birthdate) ? birthdate <= dayText({ ...today, year: today.year - age }) : "perhaps";
}

/** What an eID says in a second place of its answer, which of one persona is not what the first one says. */
export function elsewhere({ birthdate, isOver18 }: Claims): { isOver18: true } | undefined {
  return birthdate !== undefined && isOver18 ? { isOver18 } : undefined;
}

export function yearsOf({ birthdate, isOver18 }: Claims, today: Day): number | undefined {
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

export function present(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

/** A birth date, also where only a yes to 18 is known of the persona: an eID of this kind then tells one. */
export function birthDateOf({ birthdate, isOver18 }: Claims): string | undefined {
  return birthdate ?? (isOver18 && "1980-06-15");
}
