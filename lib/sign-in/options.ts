import { createHmac, type KeyObject } from "node:crypto";
import { isFresh } from "#lib/core/permission.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { config } from "#lib/runtime/config.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { epochKeys } from "#lib/runtime/epoch.ts";
import { adapter } from "./adapter.ts";
import { maySignIn } from "./email.ts";
import { oidcProvider } from "./providers.ts";
import { SESSION_TTL_MS } from "./session.ts";
import { mayTrustEmail, timeOfSignIn } from "./sign-in.rules.ts";

type SignInAttempt = {
  user: { email?: string | null };
  profile?: { email_verified?: unknown; auth_time?: unknown };
};

/** Where a sign-in ends if the provider should have asked the member, and did not. */
export const providerSilentUrl = () => `${config().baseUrl}/sign-in?problem=provider_silent`;

/**
 * next-auth's options for one request. `browser`: the name of a session that begins with it. `isReauthentication`: a member who
 * is signed in signs in again, so an answer is refused if the provider did not ask them. `secret`: what next-auth signs and
 * encrypts its cookies with.
 */
export function options(browser: string, isReauthentication = false, secret = cookieSecrets()[0]) {
  const { isHttps, signInProvider } = config();
  let askedAt: Date | null = null;
  const ours = adapter(browser, signInProvider?.issuer ?? "", () => askedAt);
  const cookie = (name: string) => ({
    name: cookieName(name),
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isHttps },
  });
  return {
    secret,
    useSecureCookies: isHttps,
    session: { strategy: "database", maxAge: SESSION_TTL_MS / 1000, updateAge: SESSION_TTL_MS / 1000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    cookies: {
      sessionToken: cookie("session"),
      callbackUrl: cookie("next"),
      csrfToken: cookie("csrf"),
      pkceCodeVerifier: cookie("pkce"),
      state: cookie("state"),
      nonce: cookie("nonce"),
    },
    adapter: ours,
    providers: signInProvider ? [oidcProvider(signInProvider)] : [],
    callbacks: {
      async signIn({ user, profile }: SignInAttempt) {
        if (!mayTrustEmail(signInProvider?.trustEmail ?? "verified", profile?.email_verified)) return false;
        const now = new Date();
        askedAt = timeOfSignIn(profile?.auth_time, now);
        if (isReauthentication && !(askedAt !== null && isFresh(askedAt, now))) return providerSilentUrl();
        return user.email ? maySignIn(user.email) : false;
      },
      redirect: ({ url, baseUrl }: { url: string; baseUrl: string }) =>
        url.startsWith(`${baseUrl}/`) ? url : `${baseUrl}/dashboard`,
    },
    logger: {
      error: (code: string, detail: Error | { error: Error }) =>
        log.warn({ event: "sign_in_failed", code, ...faultOf(detail instanceof Error ? detail : detail.error) }),
      warn: (code: string) => log.debug({ event: "sign_in_warned", code }),
      debug: () => {},
    },
  };
}

/** One for each key, the first for what begins now. */
export function cookieSecrets(): [string, ...string[]] {
  const of = (key: KeyObject) => createHmac("sha256", key).update("sign-in\0").digest("base64url");
  const [first, ...others] = epochKeys();
  return [of(first), ...others.map(of)];
}
