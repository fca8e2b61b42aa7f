import type { Claims, Day } from "./persona.ts";

/** Says how an eID or its broker says an age: its signature, its calendar and its names of scopes and claims. */
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

/** Holds what the request asked for beyond its scopes, and when the person signed in. */
export type Login = { signedInAt: Date; acrValues: string; loginHint: string; idpValues: string };

export const SANDBOX_DIALECTS = {
  "sandbox-s": {
    alg: "RS256",
    timeZone: "Europe/Stockholm",
    scopes: ["age"],
    claimNames: ["birthdate", "age_over_18"],
    sendsLoginTime: true,
    claims: (use, _, { birthdate, isOver18 }) =>
      use === "userinfo" ? present({ birthdate, age_over_18: isOver18 }) : {},
  },
  "sandbox-b": {
    alg: "ES256",
    timeZone: "Europe/Copenhagen",
    scopes: ["age"],
    claimNames: ["urn:sandbox:identity"],
    sendsLoginTime: true,
    claims: (use, _, { birthdate, isOver18 }) =>
      use === "id_token"
        ? { "urn:sandbox:identity": present({ "date.of.birth": birthdate, "over.18": isOver18 && "true" }) }
        : {},
  },
} as const satisfies Record<string, Dialect>;

export function present(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}
