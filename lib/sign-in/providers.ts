import { type Config, config } from "#lib/core/config.ts";
import { readEmail } from "#lib/core/email.rules.ts";
import { LINK_TTL_MS, writeLetter } from "./email.ts";

export const PROVIDER = "oidc";

/**
 * A link by mail. It leads to a page with a button, so that a scanner that opens it does not use it up. `stored`: settles when
 * the link has been written; the mail goes after that.
 */
export function mail(stored: Promise<void>) {
  return {
    id: "email",
    type: "email",
    name: "Email",
    server: "",
    from: "",
    options: {},
    maxAge: LINK_TTL_MS / 1000,
    normalizeIdentifier: mailbox,
    async sendVerificationRequest({ identifier, token, url }: { identifier: string; token: string; url: string }) {
      const next = new URL(new URL(url).searchParams.get("callbackUrl") ?? config().baseUrl);
      const query = new URLSearchParams({ token, next: next.pathname + next.search });
      await stored;
      await writeLetter(identifier, `${config().baseUrl}/sign-in/link?${query}`);
    },
  };
}

/** The operator's own OpenID provider. */
export function provider({ name, issuer, clientId, clientSecret }: NonNullable<Config["signInProvider"]>) {
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
    // The operator chose this provider, and an address counts only as far as SIGN_IN_TRUST_EMAIL says.
    allowDangerousEmailAccountLinking: true,
    profile: ({ sub, email }: { sub: string; email?: string }) => ({ id: sub, email: readEmail(email ?? "") ?? "" }),
  };
}

function mailbox(given: string): string {
  const address = readEmail(given);
  if (address === null) throw new Error("Not a mailbox");
  return address;
}
