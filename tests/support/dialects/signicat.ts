import { type Dialect, present } from "#sandbox/eid/dialect.ts";
import type { Claims, Day } from "#sandbox/eid/persona.ts";
import { birthDateOf, elsewhere, overAnswer } from "./age.ts";

/**
 * `idp:nbid` in the request chooses the eID, and the ID token says which one it was. The person stands in userinfo, and in the
 * ID token, too, where the customer wants that: here of a persona who contradicts themselves.
 */
export function signicat(timeZone: string, more: Partial<Dialect> & { release?: Release } = {}): Dialect {
  const { release = (known) => ({ birthdate: birthDateOf(known) }), ...others } = more;
  return {
    alg: "RS256",
    timeZone,
    scopes: ["profile"],
    claimNames: ["birthdate", "eighteen_or_older", "idp"],
    sendsLoginTime: true,
    claims: (use, scopes, known, today, { acrValues }) =>
      use === "userinfo"
        ? present(release(known, today, scopes))
        : {
            idp: /\bidp:(\w+)/.exec(acrValues)?.[1] ?? "chosen-by-the-person",
            ...present(release(elsewhere(known) ?? {}, today, scopes)),
          },
    ...others,
  };
}

type Release = (known: Claims, today: Day, scopes: readonly string[]) => Record<string, unknown>;

/** The bank is asked for 18 and nothing else. */
export const eighteenOrOlder: Release = (known, today, scopes) =>
  scopes.includes("eighteen-or-older") ? { eighteen_or_older: overAnswer(18, known, today) } : {};
