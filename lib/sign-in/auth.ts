import imported, { type AuthOptions } from "next-auth";
import { getServerSession } from "next-auth/next";
import { findOpenLink } from "#db/queries/sign-in-link.ts";
import type { User } from "#lib/core/actor.ts";
import { config } from "#lib/core/config.ts";
import { cookieName, removalLine } from "#lib/core/cookie.ts";
import { database } from "#lib/core/database.ts";
import { readEmail } from "#lib/core/email.rules.ts";
import { faultOf, log } from "#lib/core/log.ts";
import { refuse } from "#lib/core/result.ts";
import { digestOf } from "#lib/core/secret.ts";
import { answerRecorder } from "./answer-recorder.ts";
import { sessionCookie } from "./cookies.ts";
import { isKnownHere, takesLetter } from "./email.ts";
import { options, secret, silentPage } from "./options.ts";
import { PROVIDER } from "./providers.ts";
import { closeSession, readSession } from "./session.ts";

/** next-auth is a CommonJS module: a bundler hands over its default export, and Node the module that holds it. */
const nextAuth = "default" in imported ? (imported.default as typeof imported) : imported;

/** What a browser brought along: cookies by name, and what it calls itself ("Firefox on Linux"). */
export type BrowserInfo = { cookies: Readonly<Record<string, string>>; browser: string };

/** Where to go next, and the `Set-Cookie` lines to go with. */
type Sent = { location: string; setCookies: string[] };

/**
 * Sends a link to sign in with, if the address may come, in its own time: whether somebody is known, or was written to too
 * often, shows neither in the answer nor in how long it took.
 */
export async function askForLink(
  email: string,
  next: string,
): Promise<{ ok: true } | { ok: false; reason: "email_invalid" }> {
  const address = readEmail(email);
  if (address === null) return refuse("email_invalid");
  const isKnown = await isKnownHere(address);
  void sendLink(address, isKnown, next).catch((fault) => log.error({ event: "link_not_sent", ...faultOf(fault) }));
  return { ok: true };
}

async function sendLink(email: string, isKnown: boolean, next: string): Promise<void> {
  if (!takesLetter(email, isKnown)) return;
  const { token: csrfToken, jar: cookies } = await csrf();
  const body = { email, csrfToken, callbackUrl: absolute(next) };
  await handle(["signin", "email"], { method: "POST", body, cookies, browser: "" });
}

/** Whom a link would sign in; `null`: it is used up, too old, or none of ours. Looking does not use it up. */
export async function whomLinkSignsIn(token: string): Promise<string | null> {
  return (await findOpenLink(database(), linkDigest(token)))?.email ?? null;
}

/** Uses a link up. `null`: it was dead. */
export async function signInByLink(
  token: string,
  next: string,
  { cookies, browser }: BrowserInfo,
): Promise<Sent | null> {
  const query = { token, callbackUrl: absolute(next) };
  const sent = await handle(["callback", "email"], {
    method: "POST",
    query,
    cookies: withoutSession(cookies),
    browser,
  });
  return settle(sent, cookies);
}

/**
 * On the way to the operator's own OpenID provider. `null`: none is configured, or it does not answer. Whoever is signed in
 * is signing in again, and there single sign-on must not answer for them.
 */
export async function signInByProvider(next: string, { cookies, browser }: BrowserInfo): Promise<Sent | null> {
  if (config().signInProvider === null) return null;
  const { token, jar } = await csrf();
  const body = { csrfToken: token, callbackUrl: absolute(next) };
  const query: Record<string, string> = (await isSignedIn(cookies)) ? { prompt: "login", max_age: "0" } : {};
  const sent = await handle(["signin", PROVIDER], {
    method: "POST",
    query,
    body,
    cookies: { ...cookies, ...jar },
    browser,
  });
  return sent.location.startsWith(`${config().baseUrl}/`) ? null : sent;
}

/** Back from there. `provider_silent`: somebody wanted to sign in again, and the provider did not ask them. */
export async function signInFromProvider(
  query: Record<string, string>,
  { cookies, browser }: BrowserInfo,
): Promise<Sent | { problem: "provider_refused" | "provider_silent" }> {
  if (config().signInProvider === null) return { problem: "provider_refused" };
  const sent = await handle(["callback", PROVIDER], {
    method: "GET",
    query,
    cookies: withoutSession(cookies),
    browser,
    again: await isSignedIn(cookies),
  });
  const problem = sent.location === silentPage() ? "provider_silent" : "provider_refused";
  return (await settle(sent, cookies)) ?? { problem };
}

async function isSignedIn(cookies: BrowserInfo["cookies"]): Promise<boolean> {
  const secret = cookies[sessionCookie()];
  return secret !== undefined && (await readSession(secret)) !== null;
}

/** Who is signed in with these cookies. Throws where that cannot be looked up. */
export async function userOf(cookies: BrowserInfo["cookies"]): Promise<User | null> {
  if (!cookies[sessionCookie()]) return null;
  const { adapter, ...others } = options("");
  let fault: unknown = null;
  const getSessionAndUser = (secret: string) =>
    adapter.getSessionAndUser(secret).catch((error) => {
      fault = error;
      throw error;
    });
  const session = await getServerSession(
    requestOf({ cookies }) as never,
    answerRecorder() as never,
    { ...others, adapter: { ...adapter, getSessionAndUser } } as unknown as AuthOptions,
  );
  // To next-auth whoever cannot be looked up is nobody, and would be asked to sign in.
  if (fault !== null) throw fault;
  return (session as { ageway?: User } | null)?.ageway ?? null;
}

/** Ends the session of these cookies; answers the line that removes the cookie. */
export async function signOut(cookies: BrowserInfo["cookies"]): Promise<string> {
  const secret = cookies[sessionCookie()];
  if (secret) await closeSession(secret);
  return removalLine(sessionCookie());
}

/** A session of before ends: whoever signs in again has one that is new, and only that. */
async function settle(sent: Sent, before: BrowserInfo["cookies"]): Promise<Sent | null> {
  const isSignedIn = sent.setCookies.some((line) => line.startsWith(`${sessionCookie()}=`) && !/=;/.test(line));
  if (!isSignedIn) return null;
  const old = before[sessionCookie()];
  if (old) await closeSession(old);
  // What guarded the way here has done its work.
  const isWanted = (line: string) => !["csrf", "next"].some((name) => line.startsWith(`${cookieName(name)}=`));
  return { ...sent, setCookies: sent.setCookies.filter(isWanted) };
}

type Ask = {
  method: "GET" | "POST";
  query?: Record<string, string>;
  body?: Record<string, string>;
  cookies: BrowserInfo["cookies"];
  browser: string;
  again?: boolean;
};

/** Runs next-auth as the function that it is: a request's parts in, status, place and cookies out. */
async function handle(
  path: string[],
  { method, query = {}, body = {}, cookies, browser, again = false }: Ask,
): Promise<Sent & { body: unknown }> {
  const response = answerRecorder();
  const request = { ...requestOf({ cookies }), method, body, query: { ...query, nextauth: path } };
  await nextAuth(request as never, response as never, options(browser, again) as unknown as AuthOptions);
  return response.answer();
}

function requestOf({ cookies }: Pick<BrowserInfo, "cookies">) {
  // It reads its own address from there and from nowhere else.
  process.env.NEXTAUTH_URL = config().baseUrl;
  return { cookies, headers: { host: new URL(config().baseUrl).host } };
}

/** next-auth's own guard against forged forms; ours is the `Origin`, so both halves are made here. */
async function csrf(): Promise<{ token: string; jar: Record<string, string> }> {
  const { body, setCookies } = await handle(["csrf"], { method: "GET", cookies: {}, browser: "" });
  const line = setCookies.find((one) => one.startsWith(`${cookieName("csrf")}=`)) ?? "";
  const value = decodeURIComponent(line.slice(line.indexOf("=") + 1, line.indexOf(";")));
  return { token: (body as { csrfToken: string }).csrfToken, jar: { [cookieName("csrf")]: value } };
}

/** As next-auth digests a link's token, so that it can be found before it is used. */
function linkDigest(token: string): Buffer {
  return digestOf(`${token}${secret()}`);
}

function withoutSession(cookies: BrowserInfo["cookies"]): Record<string, string> {
  const { [sessionCookie()]: _, ...others } = cookies;
  return others;
}

function absolute(path: string): string {
  return `${config().baseUrl}${path}`;
}
