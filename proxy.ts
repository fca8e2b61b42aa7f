import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";

/**
 * Gives every page of the dashboard a Content-Security-Policy with a nonce of its own; Next puts it on its scripts. Decides
 * nothing about who may see what: that is the verbs'.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    // Radix places what it opens by a style of the element.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Signing in with a provider redirects a form there, and a test check leaves for the eID.
    "form-action 'self' https: http://localhost:* http://127.0.0.1:*",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Where to come back to, for whoever has to sign in first.
  const { pathname, searchParams } = request.nextUrl.clone();
  searchParams.delete("_rsc");
  headers.set("x-path", searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  // With "no-referrer" a browser would not say where a form comes from, and we refuse what does not say it.
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Robots-Tag", "noindex");
  return response;
}

export const config = {
  matcher: ["/dashboard/:path*", "/sign-in/:path*", "/account", "/welcome", "/invitation", "/inbox", "/test-check"],
};
