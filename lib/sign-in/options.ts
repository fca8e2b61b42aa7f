import { createHmac } from "node:crypto";
import type { User } from "#lib/core/actor.ts";
import { config } from "#lib/core/config.ts";
import { cookieName } from "#lib/core/cookie.ts";
import { faultOf, log } from "#lib/core/log.ts";
import { isFresh } from "#lib/core/permission.rules.ts";
import { adapter } from "./adapter.ts";
import { mayCome } from "./email.ts";
import { mail, PROVIDER, provider } from "./providers.ts";
import { SESSION_TTL_MS } from "./session.ts";
import { mayTrustEmail, timeOfSignIn } from "./sign-in.rules.ts";

type Coming = {
  user: { email?: string | null };
  account: { provider: string } | null;
  profile?: { email_verified?: unknown; auth_time?: unknown };
  email?: { verificationRequest?: boolean };
};

/** Where a sign-in that should have asked, and did not, leads. */
export const silentPage = () => `${config().baseUrl}/sign-in?problem=provider_silent`;

/**
 * How next-auth is to work for us. `browser`: what a session that begins now is called. `again`: somebody who is signed in
 * wants to be asked anew, so an answer of a provider that did not ask them counts for nothing.
 */
export function options(browser: string, again = false) {
  const { isHttps, signInProvider } = config();
  let askedAt: Date | null = null;
  const links = adapter(browser, signInProvider?.issuer ?? "", () => askedAt);
  // next-auth writes a link and sends its mail at the same time, and nobody must be able to open it before it is there.
  const stored = Promise.withResolvers<void>();
  const createVerificationToken: typeof links.createVerificationToken = async (token) => {
    const created = links.createVerificationToken(token);
    created.then(() => stored.resolve(), stored.reject);
    return created;
  };
  const byMail = mail(stored.promise);
  const cookie = (name: string) => ({
    name: cookieName(name),
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isHttps },
  });
  return {
    secret: secret(),
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
    adapter: { ...links, createVerificationToken },
    providers: signInProvider ? [byMail, provider(signInProvider)] : [byMail],
    callbacks: {
      async signIn({ user, account, profile, email }: Coming) {
        if (email?.verificationRequest) return true;
        const isProvider = account?.provider === PROVIDER;
        if (isProvider && !mayTrustEmail(signInProvider?.trustEmail ?? "verified", profile?.email_verified))
          return false;
        const now = new Date();
        askedAt = isProvider ? timeOfSignIn(profile?.auth_time, now) : now;
        if (again && isProvider && !(askedAt !== null && isFresh(askedAt, now))) return silentPage();
        return user.email ? mayCome(user.email) : false;
      },
      session: ({ session, user }: { session: object; user: { ageway: User } }) => ({
        ...session,
        ageway: user.ageway,
      }),
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

/** What next-auth digests with and signs with. */
export function secret(): string {
  return createHmac("sha256", config().keys[0]).update("sign-in\0").digest("base64url");
}
