import { expect, test } from "vitest";
import { EMAIL_TRUST } from "#lib/base/email.rules.ts";
import { mayTrustEmail, timeOfSignIn } from "#lib/sign-in/sign-in.rules.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const SECONDS = +NOW / 1000;

test("an address counts as far as the operator says, and never against the provider's no", () => {
  const trusted = (claim: unknown) => EMAIL_TRUST.filter((trust) => mayTrustEmail(trust, claim));
  expect(trusted(true)).toEqual(["verified", "verified_as_text", "unverified"]);
  expect(trusted("true")).toEqual(["verified_as_text", "unverified"]);
  expect(trusted(undefined)).toEqual(["unverified"]);
  for (const claim of [false, "false", null, 1, "TRUE", "", {}, [true]]) expect(trusted(claim)).toEqual([]);
});

test("the provider says when it asked; a clock that is a minute ahead is now", () => {
  expect(timeOfSignIn(SECONDS, NOW)).toEqual(NOW);
  expect(timeOfSignIn(SECONDS - 3600, NOW)).toEqual(new Date("2026-03-01T11:00:00Z"));
  expect(timeOfSignIn(SECONDS + 60, NOW)).toEqual(NOW);
  expect(timeOfSignIn(0, NOW)).toEqual(new Date("1970-01-01T00:00:00Z"));
});

test.for([undefined, null, String(SECONDS), SECONDS + 61, SECONDS + 0.5, -1, Number.NaN, 1e300, true])(
  "%j says nothing",
  (claim) => {
    expect(timeOfSignIn(claim, NOW)).toBeNull();
  },
);
