import { findUserByAccount, insertAccount } from "#db/queries/sign-in-account.ts";
import { upsertUser } from "#db/queries/user.ts";
import { uuidV7 } from "#lib/base/uuid.ts";
import { isFresh } from "#lib/core/permission.rules.ts";
import { config } from "#lib/runtime/config.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { database } from "#lib/runtime/database.ts";
import { maySignIn } from "./email.ts";
import { callNextAuth, createCsrfToken, type SignInRedirect } from "./next-auth.ts";
import { cookieSecrets, type Identity, PROVIDER } from "./options.ts";
import { type BrowserInfo, openSession, readUser, sessionLine, signOut } from "./session.ts";
import { mayTrustEmail, timeOfSignIn } from "./sign-in.rules.ts";

/**
 * Sends a browser to the operator's own OpenID provider. `null`: none is configured, or it does not answer. A member who is
 * signed in already is signing in again: the provider must ask them, and not answer from its single sign-on.
 */
export async function startProviderSignIn(next: string, { cookies }: BrowserInfo): Promise<SignInRedirect | null> {
  if (config().signInProvider === null) return null;
  const { csrfToken, csrfCookie } = await createCsrfToken();
  const { location, setCookies } = await callNextAuth(["signin", PROVIDER], {
    method: "POST",
    query: (await readUser(cookies)) ? { prompt: "login", max_age: "0" } : {},
    body: { csrfToken, callbackUrl: `${config().baseUrl}${next}` },
    cookies: { ...cookies, ...csrfCookie },
  });
  return location.startsWith(`${config().baseUrl}/`) ? null : { location, setCookies };
}

type Refused = { problem: "provider_refused" | "provider_silent" };

/** Reads the provider's answer. `provider_silent`: a member wanted to sign in again, and the provider did not ask them. */
export async function finishProviderSignIn(
  query: Record<string, string>,
  browserInfo: BrowserInfo,
): Promise<SignInRedirect | Refused> {
  const { cookies } = browserInfo;
  if (config().signInProvider === null) return { problem: "provider_refused" };
  const isAgain = (await readUser(cookies)) !== null;
  // A sign-in that began under another first key goes on after a rotation. Under a wrong one next-auth asks the provider nothing.
  for (const secret of cookieSecrets()) {
    const { identity, setCookies } = await callNextAuth(["callback", PROVIDER], {
      method: "GET",
      query,
      cookies,
      secret,
    });
    if (identity === null) continue;
    const signedIn = await signInAs(identity, isAgain, browserInfo);
    if ("problem" in signedIn) return signedIn;
    // The form's CSRF token and the address to return to are of no use after the sign-in.
    const kept = setCookies.filter((line) => !["csrf", "next"].some((name) => line.startsWith(`${cookieName(name)}=`)));
    return { location: nextIn(cookies), setCookies: [...kept, sessionLine(signedIn.secret)] };
  }
  return { problem: "provider_refused" };
}

/** Finds or makes the user of an account at the provider, and replaces the session of the browser. `isAgain`: it has one. */
async function signInAs(
  { subject, email, emailVerified, authTime }: Identity,
  isAgain: boolean,
  { cookies, browser }: BrowserInfo,
): Promise<{ secret: string } | Refused> {
  const { issuer = "", trustEmail = "verified" } = config().signInProvider ?? {};
  if (!mayTrustEmail(trustEmail, emailVerified)) return { problem: "provider_refused" };
  const now = new Date();
  const askedAt = timeOfSignIn(authTime, now);
  if (isAgain && !(askedAt && isFresh(askedAt, now))) return { problem: "provider_silent" };
  const known = await findUserByAccount(database(), issuer, subject);
  const address = known?.email ?? email;
  if (address === "" || !(await maySignIn(address))) return { problem: "provider_refused" };
  const { id } = known ?? (await upsertUser(database(), uuidV7(), address));
  if (!known) await insertAccount(database(), { issuer, subject, userId: id });
  await signOut(cookies);
  return { secret: await openSession(id, browser, askedAt) };
}

/** Reads where the member was going, as next-auth stored it in a cookie, which a browser can edit. */
function nextIn(cookies: BrowserInfo["cookies"]): string {
  const { baseUrl } = config();
  const next = cookies[cookieName("next")] ?? "";
  return next.startsWith(`${baseUrl}/`) ? next : `${baseUrl}/dashboard`;
}
