import type { EmailTrust } from "#lib/core/email.rules.ts";

/** `claim`: `email_verified` of the ID token. A provider that says no is never overruled. */
export function mayTrustEmail(trust: EmailTrust, claim: unknown): boolean {
  if (claim === true) return true;
  if (trust === "verified") return false;
  // As Amazon Cognito writes it.
  if (claim === "true") return true;
  // Microsoft Entra leaves it out.
  return trust === "unverified" && claim === undefined;
}

const CLOCKS_DIFFER_S = 60;

/**
 * When the provider last asked somebody who they are: `auth_time` of the ID token (OpenID Connect Core 1.0, section 2), in
 * seconds. `null`: it does not say, or names a time to come. A single sign-on of this morning is none of the last minutes.
 */
export function timeOfSignIn(claim: unknown, now: Date): Date | null {
  if (typeof claim !== "number" || !Number.isSafeInteger(claim) || claim < 0) return null;
  if (claim * 1000 > +now + CLOCKS_DIFFER_S * 1000) return null;
  return new Date(Math.min(claim * 1000, +now));
}
