import { createHmac, type KeyObject } from "node:crypto";
import type { AuthOptions } from "next-auth";
import { readEmail } from "#lib/base/email.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { epochKeys } from "#lib/runtime/epoch.ts";
import type { Config } from "#lib/runtime/read-config.ts";

export const PROVIDER = "oidc";

/** Says who signed in at the provider, by its ID token. `email`: empty where it names no address that we could write to. */
export type Identity = { subject: string; email: string; emailVerified: unknown; authTime: unknown };

/**
 * Gives next-auth's options for one request. `secret`: what it signs and encrypts its cookies with. `note`: is told who signed in
 * at the provider. next-auth itself signs nobody in: users, accounts and sessions are ours.
 */
export function options(secret: string, note: (identity: Identity) => void): AuthOptions {
  const { isHttps, signInProvider } = config();
  const cookie = (name: string) => ({
    name: cookieName(name),
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isHttps },
  });
  return {
    secret,
    useSecureCookies: isHttps,
    pages: { signIn: "/sign-in", error: "/sign-in" },
    cookies: {
      callbackUrl: cookie("next"),
      csrfToken: cookie("csrf"),
      pkceCodeVerifier: cookie("pkce"),
      state: cookie("state"),
      nonce: cookie("nonce"),
    },
    providers: signInProvider ? [oidcProvider(signInProvider)] : [],
    callbacks: {
      signIn({ user, profile }) {
        const { email_verified: emailVerified, auth_time: authTime } = (profile ?? {}) as Record<string, unknown>;
        note({ subject: user.id, email: user.email ?? "", emailVerified, authTime });
        return false;
      },
    },
    logger: {
      error: (code, detail) =>
        log.warn({ event: "sign_in_failed", code, ...faultOf(detail instanceof Error ? detail : detail.error) }),
      warn: (code) => log.debug({ event: "sign_in_warned", code }),
      debug: () => {},
    },
  };
}

/** The operator's own OpenID provider. */
function oidcProvider({ name, issuer, clientId, clientSecret }: NonNullable<Config["signInProvider"]>) {
  return {
    id: PROVIDER,
    type: "oauth" as const,
    name,
    issuer,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce" as const, "state" as const, "nonce" as const],
    authorization: { params: { scope: "openid email" } },
    profile: ({ sub, email }: { sub: string; email?: string }) => ({ id: sub, email: readEmail(email ?? "") ?? "" }),
  };
}

/** One for each key, the first for what begins now. */
export function cookieSecrets(): [string, ...string[]] {
  const of = (key: KeyObject) => createHmac("sha256", key).update("sign-in\0").digest("base64url");
  const [first, ...others] = epochKeys();
  return [of(first), ...others.map(of)];
}
