import { readEmail } from "#lib/base/email.rules.ts";
import type { Config } from "#lib/runtime/read-config.ts";

export const PROVIDER = "oidc";

/** The operator's own OpenID provider. */
export function oidcProvider({ name, issuer, clientId, clientSecret }: NonNullable<Config["signInProvider"]>) {
  return {
    id: PROVIDER,
    type: "oauth",
    name,
    issuer,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email" } },
    // The operator chose this provider, and `mayTrustEmail` checks the address as SIGN_IN_TRUST_EMAIL says.
    allowDangerousEmailAccountLinking: true,
    profile: ({ sub, email }: { sub: string; email?: string }) => ({ id: sub, email: readEmail(email ?? "") ?? "" }),
  };
}
