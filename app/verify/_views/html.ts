import { createHash } from "node:crypto";
import type { ReactElement } from "react";
import { accentStyle, STYLE } from "./style.ts";

const STYLE_SOURCE = sourceOf(STYLE);

/** On every hosted page. No script source at all: there is no script, and none could be smuggled in. */
function pageHeaders({ isLocal, accent }: Pick<PageOptions, "isLocal" | "accent">): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${STYLE_SOURCE}${accent ? ` ${sourceOf(accentStyle(accent))}` : ""}`,
      "img-src data: 'self'",
      // A browser holds every redirect behind a form against this, and an eID may pass its visitor through hosts that
      // nobody can list ahead: any https host, then, and for tests the developer's own machine.
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

/** A style sheet that stands in the page, by its hash (Content Security Policy, level 3). */
function sourceOf(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}

/**
 * `isLocal`: what follows the page may run on this machine, in a demo or for a test key. `accent`: the shop's colour, which
 * has a style sheet of its own.
 */
type PageOptions = {
  headers?: Record<string, string>;
  cookies?: readonly string[];
  isLocal: boolean;
  accent: string | null;
};

/** A screen as an answer: static HTML, rendered once, without a byte of script. */
export async function htmlPage(
  screen: ReactElement,
  status: number,
  { headers = {}, cookies = [], isLocal, accent }: PageOptions,
): Promise<Response> {
  // Imported late: Next refuses the static import in its server layer, where it means pages, not route handlers.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const page = new Response(`<!doctype html>${renderToStaticMarkup(screen)}`, {
    status,
    headers: { ...pageHeaders({ isLocal, accent }), ...headers },
  });
  for (const cookie of cookies) page.headers.append("Set-Cookie", cookie);
  return page;
}
