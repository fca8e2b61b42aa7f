import type { AuthOptions } from "next-auth";
import { config } from "#lib/runtime/config.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { options } from "./options.ts";
import { type BrowserInfo, closeSession, sessionCookie } from "./session.ts";

/**
 * Loaded at the first sign-in: a process that only answers calls starts without it. next-auth is a CommonJS module: a bundler gives
 * its default export, and Node the module that holds it.
 */
async function loadNextAuth() {
  const { default: imported } = await import("next-auth/next");
  return "default" in imported ? (imported.default as typeof imported) : imported;
}

/** Where to go next, and the `Set-Cookie` lines to go with. */
export type SignInRedirect = { location: string; setCookies: string[] };

type NextAuthRequest = {
  method: "GET" | "POST";
  query?: Record<string, string>;
  body?: Record<string, string>;
  cookies: BrowserInfo["cookies"];
  browser: string;
  isReauthentication?: boolean;
  /** Of the cookies; the first where it is left out. */
  secret?: string;
};

/** Calls next-auth as a function, with a request's parts. Why it is not mounted: docs/design/decisions/0017-next-auth.md. */
export async function callNextAuth(
  path: string[],
  { method, query = {}, body = {}, cookies, browser, isReauthentication = false, secret }: NextAuthRequest,
): Promise<SignInRedirect & { body: unknown }> {
  const recorder = responseRecorder();
  const request = { ...requestWith(cookies), method, body, query: { ...query, nextauth: path } };
  const nextAuth = await loadNextAuth();
  await orFault(options(browser, isReauthentication, secret), (own) =>
    nextAuth(request as never, recorder as never, own as unknown as AuthOptions),
  );
  return recorder.recorded();
}

/** Runs next-auth, and throws what its adapter threw: it would log the fault, and answer that nobody signed in. */
async function orFault<Result>(given: Options, run: (own: Options) => Promise<Result>): Promise<Result> {
  let fault: unknown = null;
  const observed = Object.entries(given.adapter).map(([name, method]) => [
    name,
    (...values: unknown[]) =>
      (method as (...values: unknown[]) => Promise<unknown>)(...values).catch((thrown: unknown) => {
        fault = thrown;
        throw thrown;
      }),
  ]);
  const result = await run({ ...given, adapter: Object.fromEntries(observed) });
  if (fault !== null) throw fault;
  return result;
}

type Options = ReturnType<typeof options>;

/**
 * What next-auth answered to a sign-in, for a browser that had the cookies `before`. `null`: it signed nobody in. Ends the
 * session that the browser had, so that it holds one session at a time.
 */
export async function replaceSession(
  answer: SignInRedirect,
  before: BrowserInfo["cookies"],
): Promise<SignInRedirect | null> {
  const isSignedIn = answer.setCookies.some((line) => line.startsWith(`${sessionCookie()}=`) && !/=;/.test(line));
  if (!isSignedIn) return null;
  const old = before[sessionCookie()];
  if (old) await closeSession(old);
  // The form's CSRF token and the address to return to are of no use after the sign-in.
  const isStored = (line: string) => !["csrf", "next"].some((name) => line.startsWith(`${cookieName(name)}=`));
  return { ...answer, setCookies: answer.setCookies.filter(isStored) };
}

/**
 * A token of next-auth's guard against forged forms, and the cookie that goes with it. Our own guard is the `Origin`, so
 * both halves are made here.
 */
export async function createCsrfToken(): Promise<{ csrfToken: string; csrfCookie: Record<string, string> }> {
  const { body, setCookies } = await callNextAuth(["csrf"], { method: "GET", cookies: {}, browser: "" });
  const line = setCookies.find((one) => one.startsWith(`${cookieName("csrf")}=`)) ?? "";
  const value = decodeURIComponent(line.slice(line.indexOf("=") + 1, line.indexOf(";")));
  return { csrfToken: (body as { csrfToken: string }).csrfToken, csrfCookie: { [cookieName("csrf")]: value } };
}

/** With the session's cookie next-auth would link the new account to the user who is signed in. */
export function withoutSession(cookies: BrowserInfo["cookies"]): Record<string, string> {
  const { [sessionCookie()]: _, ...others } = cookies;
  return others;
}

function requestWith(cookies: BrowserInfo["cookies"]) {
  // next-auth reads its own address only from there.
  process.env.NEXTAUTH_URL = config().baseUrl;
  return { cookies, headers: { host: new URL(config().baseUrl).host } };
}

/** As much of Node's response as next-auth writes to. */
function responseRecorder() {
  const headers = new Map<string, string | string[]>();
  let body: unknown = null;
  const response = {
    status: () => response,
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader(name: string, value: string | string[]) {
      headers.set(name.toLowerCase(), value);
      return response;
    },
    json: (given: unknown) => {
      body = given;
    },
    send: (given: unknown) => {
      body = given;
    },
    end: () => {},
    recorded: () => ({
      location: String(headers.get("location") ?? ""),
      setCookies: [headers.get("set-cookie") ?? []].flat(),
      body,
    }),
  };
  return response;
}
