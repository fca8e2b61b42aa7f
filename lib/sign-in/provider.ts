import { config } from "#lib/runtime/config.ts";
import { callNextAuth, createCsrfToken, replaceSession, type SignInRedirect, withoutSession } from "./next-auth.ts";
import { cookieSecrets, providerSilentUrl } from "./options.ts";
import { PROVIDER } from "./providers.ts";
import { type BrowserInfo, readUser } from "./session.ts";

/**
 * Sends a browser to the operator's own OpenID provider. `null`: none is configured, or it does not answer. A member who is
 * signed in already is signing in again: the provider must ask them, and not answer from its single sign-on.
 */
export async function startProviderSignIn(
  next: string,
  { cookies, browser }: BrowserInfo,
): Promise<SignInRedirect | null> {
  if (config().signInProvider === null) return null;
  const { csrfToken, csrfCookie } = await createCsrfToken();
  const answer = await callNextAuth(["signin", PROVIDER], {
    method: "POST",
    query: (await readUser(cookies)) ? { prompt: "login", max_age: "0" } : {},
    body: { csrfToken, callbackUrl: `${config().baseUrl}${next}` },
    cookies: { ...cookies, ...csrfCookie },
    browser,
  });
  return answer.location.startsWith(`${config().baseUrl}/`) ? null : answer;
}

/** Reads the provider's answer. `provider_silent`: a member wanted to sign in again, and the provider did not ask them. */
export async function finishProviderSignIn(
  query: Record<string, string>,
  { cookies, browser }: BrowserInfo,
): Promise<SignInRedirect | { problem: "provider_refused" | "provider_silent" }> {
  if (config().signInProvider === null) return { problem: "provider_refused" };
  const isReauthentication = (await readUser(cookies)) !== null;
  // A sign-in that began under another first key goes on after a rotation. Under a wrong one next-auth asks the provider nothing.
  for (const secret of cookieSecrets()) {
    const answer = await callNextAuth(["callback", PROVIDER], {
      method: "GET",
      query,
      cookies: withoutSession(cookies),
      browser,
      isReauthentication,
      secret,
    });
    if (answer.location === providerSilentUrl()) return { problem: "provider_silent" };
    const signedIn = await replaceSession(answer, cookies);
    if (signedIn) return signedIn;
  }
  return { problem: "provider_refused" };
}
