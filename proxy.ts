import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { isUuid } from "#lib/base/text.ts";
import { SHOWN } from "#lib/mail/letter.rules.ts";
import { config as settings } from "#lib/runtime/config.ts";
import { cookieLine, cookieName } from "#lib/runtime/cookie.ts";

/**
 * Gives every page for members a Content-Security-Policy with a fresh nonce, which Next puts on its scripts. It authorizes nothing:
 * every verb does that itself.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    // Charts are drawn with custom properties in style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // The form of a test check is redirected to the eID.
    "form-action 'self' https: http://localhost:* http://127.0.0.1:*",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // `currentMembership` sends members who must sign in first back to this address.
  const { pathname, searchParams } = request.nextUrl.clone();
  const shown = searchParams.get(SHOWN);
  for (const name of ["_rsc", SHOWN]) searchParams.delete(name);
  const path = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  if (shown !== null && isUuid(shown)) return showOrganization(shown, path);
  headers.set("x-path", path);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  // With "no-referrer" browsers send `Origin: null` with a form, and `isSameOrigin` refuses that.
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Robots-Tag", "noindex");
  return response;
}

/** Chooses the organization that an e-mail is about, as the menu does: a reader of several may have seen another one last. */
function showOrganization(id: string, path: string): NextResponse {
  const response = NextResponse.redirect(`${settings().baseUrl}${path}`, 303);
  response.headers.set("Set-Cookie", cookieLine(cookieName("organization"), id, 365 * 86_400));
  response.headers.set("Cache-Control", "no-store");
  return response;
}

export const config = {
  matcher: ["/dashboard/:path*", "/welcome", "/invitation", "/test-check"],
};
