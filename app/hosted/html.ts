import { createHash } from "node:crypto";
import type { ReactElement } from "react";
import { config } from "#lib/config.ts";
import { STYLE } from "./style.ts";

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** On every hosted page. No script source at all: there is no script, and none could be smuggled in. */
function pageHeaders(): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      "img-src data:",
      `form-action ${formTargets()}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
  };
}

/**
 * A browser holds every redirect behind a form against `form-action`, and an eID may pass its visitor through hosts that
 * nobody can list ahead. So any https host; in a demo, the other programs on this machine.
 */
function formTargets(): string {
  return config().isHttps ? "'self' https:" : "'self' https: http://localhost:* http://127.0.0.1:*";
}

/** A screen as an answer: static HTML, rendered once, without a byte of script. */
export async function htmlPage(
  screen: ReactElement,
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  // Imported late: Next refuses the static import in its server layer, where it means pages, not route handlers.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return new Response(`<!doctype html>${renderToStaticMarkup(screen)}`, {
    status,
    headers: { ...pageHeaders(), ...headers },
  });
}
