import { createHash } from "node:crypto";
import type { ReactElement } from "react";
import type { Setting } from "./setting.ts";
import { accentStyle, STYLE } from "./style.ts";

const STYLE_SOURCE = sourceOf(STYLE);

/** Gives the headers of every verify page. The pages have no script, so the policy allows no source of any. */
function pageHeaders(setting: Setting | undefined): Record<string, string> {
  const accent = setting?.branding?.accent;
  // Test keys may return to the developer's own machine, and in a demo everything runs there.
  const isLocal = setting?.isDemo || setting?.mode === "test";
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${STYLE_SOURCE}${accent ? ` ${sourceOf(accentStyle(accent))}` : ""}`,
      "img-src data: 'self'",
      // Browsers check every redirect that follows a form against this, and an eID may redirect through hosts that we
      // cannot list ahead: so any https host is allowed.
      `form-action 'self' https:${isLocal ? " http:" : ""}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
  };
}

/** The source expression of a style sheet in the page: its hash (Content Security Policy, level 3). */
function sourceOf(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}

type PageOptions = { headers?: Record<string, string>; cookies?: readonly string[]; setting?: Setting };

/** A page as a response: static HTML, rendered once, without script. */
export async function htmlPage(
  document: ReactElement,
  status: number,
  { headers = {}, cookies = [], setting }: PageOptions = {},
): Promise<Response> {
  // Next refuses the static import in its server layer, which is made for its own pages.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const page = new Response(`<!doctype html>${renderToStaticMarkup(document)}`, {
    status,
    headers: { ...pageHeaders(setting), ...headers },
  });
  for (const cookie of cookies) page.headers.append("Set-Cookie", cookie);
  return page;
}
