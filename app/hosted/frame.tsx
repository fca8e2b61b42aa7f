import type { ReactNode } from "react";
import type { Mode } from "#lib/rules/admission.ts";
import { STYLE } from "./style.ts";
import type { Locale, Words } from "./words.ts";

/** What every screen knows: the language, and which notes stand above it. */
export type Setting = { locale: Locale; words: Words; isDemo: boolean; mode: Mode | null };

type Frame = Setting & { heading: string; host: string | null; children: ReactNode };

/** One column, one `h1`. The verified host stands above everything a shop could choose for itself. */
export function Frame({ locale, words, isDemo, mode, heading, host, children }: Frame) {
  const note = isDemo ? words("frame.demo") : mode === "test" ? words("frame.test") : null;
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{host === null ? heading : `${heading} – ${host}`}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        {note !== null && <p className="mode">{note}</p>}
        <main>
          {host !== null && (
            <p className="host">
              <i aria-hidden="true">{initialOf(host)}</i>
              <b>{host}</b>
            </p>
          )}
          <h1>{heading}</h1>
          {children}
        </main>
        <footer>{`Ageway · ${words("frame.promise")}`}</footer>
      </body>
    </html>
  );
}

function initialOf(host: string): string {
  return host
    .replace(/^www\./, "")
    .charAt(0)
    .toUpperCase();
}
