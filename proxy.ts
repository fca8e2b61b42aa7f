import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";

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
  searchParams.delete("_rsc");
  headers.set("x-path", searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
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

export const config = {
  matcher: ["/dashboard/:path*", "/welcome", "/invitation", "/test-check"],
};
