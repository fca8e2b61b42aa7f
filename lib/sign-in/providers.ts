import { type Config, config } from "#lib/core/config.ts";
import { readEmail } from "#lib/core/email.rules.ts";
import { LINK_TTL_MS, sendLinkEmail } from "./email.ts";

export const PROVIDER = "oidc";

type LinkRequest = { identifier: string; token: string; url: string; expires: Date };

/**
 * Signs in by a mailed link. The link leads to a page with a button, so that a mail scanner that opens it does not use it up.
 * `stored` settles when the link is in the database; only then the e-mail leaves.
 */
export function emailProvider(stored: Promise<void>) {
  return {
    id: "email",
    type: "email",
    name: "Email",
    server: "",
    from: "",
    options: {},
    maxAge: LINK_TTL_MS / 1000,
    // The digest of a link's token needs no key, so a link outlives a rotation of ours.
    secret: "",
    normalizeIdentifier: normalizedEmail,
    async sendVerificationRequest({ identifier, token, url, expires }: LinkRequest) {
      const next = new URL(new URL(url).searchParams.get("callbackUrl") ?? config().baseUrl);
      const query = new URLSearchParams({ token, next: next.pathname + next.search });
      await stored;
      await sendLinkEmail(identifier, `${config().baseUrl}/sign-in/link?${query}`, expires);
    },
  };
}

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

function normalizedEmail(given: string): string {
  const address = readEmail(given);
  if (address === null) throw new Error("Not an e-mail address");
  return address;
}
