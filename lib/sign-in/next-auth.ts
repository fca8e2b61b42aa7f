import { config } from "#lib/runtime/config.ts";
import { cookieName } from "#lib/runtime/cookie.ts";
import { cookieSecrets, type Identity, options } from "./options.ts";
import type { BrowserInfo } from "./session.ts";

/**
 * Loaded at the first sign-in: a process that only answers calls starts without it. next-auth is a CommonJS module: a bundler gives
 * its default export, and Node the module that holds it.
 */
async function loadNextAuth() {
  const { default: imported } = await import("next-auth/next");
  return "default" in imported ? (imported.default as typeof imported) : imported;
}

/** Says where to go next, and the `Set-Cookie` lines to go with. */
export type SignInRedirect = { location: string; setCookies: string[] };

type NextAuthRequest = {
  method: "GET" | "POST";
  query?: Record<string, string>;
  body?: Record<string, string>;
  cookies: BrowserInfo["cookies"];
  /** Signs the cookies; the first where it is left out. */
  secret?: string;
};

/**
 * Calls next-auth as a function, with a request's parts. `identity`: who signed in at the provider; `null`: nobody. Why it is not
 * mounted: docs/design/decisions/0017-next-auth.md.
 */
export async function callNextAuth(
  path: string[],
  { method, query = {}, body = {}, cookies, secret = cookieSecrets()[0] }: NextAuthRequest,
): Promise<SignInRedirect & { body: unknown; identity: Identity | null }> {
  const recorder = responseRecorder();
  const { baseUrl } = config();
  // next-auth reads its own address only from there.
  process.env.NEXTAUTH_URL = baseUrl;
  const headers = { host: new URL(baseUrl).host };
  const request = { cookies, headers, method, body, query: { ...query, nextauth: path } };
  let identity: Identity | null = null;
  const nextAuth = await loadNextAuth();
  const own = options(secret, (noted) => {
    identity = noted;
  });
  await nextAuth(request as never, recorder as never, own);
  return { ...recorder.recorded(), identity };
}

/**
 * A token of next-auth's guard against forged forms, and the cookie that goes with it. Our own guard is the `Origin`, so
 * both halves are made here.
 */
export async function createCsrfToken(): Promise<{ csrfToken: string; csrfCookie: Record<string, string> }> {
  const { body, setCookies } = await callNextAuth(["csrf"], { method: "GET", cookies: {} });
  const line = setCookies.find((one) => one.startsWith(`${cookieName("csrf")}=`)) ?? "";
  const value = decodeURIComponent(line.slice(line.indexOf("=") + 1, line.indexOf(";")));
  return { csrfToken: (body as { csrfToken: string }).csrfToken, csrfCookie: { [cookieName("csrf")]: value } };
}

/** Plays as much of Node's response as next-auth writes to. */
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
