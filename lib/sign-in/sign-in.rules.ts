import type { EmailTrust } from "#lib/base/email.rules.ts";

/** `claim`: `email_verified` of the ID token. `false` is refused, whatever the operator trusts. */
export function mayTrustEmail(trust: EmailTrust, claim: unknown): boolean {
  if (claim === true) return true;
  if (trust === "verified") return false;
  // Amazon Cognito writes it as text.
  if (claim === "true") return true;
  // Microsoft Entra leaves it out.
  return trust === "unverified" && claim === undefined;
}

/** Bounds by how much the provider's clock may be ahead of ours. */
const CLOCKS_DIFFER_S = 60;

/**
 * Reads when the provider last asked the member who they are: `auth_time` of the ID token, in seconds (OpenID Connect
 * Core 1.0, section 2). With single sign-on that may be hours ago. `null`: the claim is missing, malformed or in the
 * future.
 */
export function timeOfSignIn(claim: unknown, now: Date): Date | null {
  if (typeof claim !== "number" || !Number.isSafeInteger(claim) || claim < 0) return null;
  if (claim * 1000 > +now + CLOCKS_DIFFER_S * 1000) return null;
  return new Date(Math.min(claim * 1000, +now));
}
