import type { ReactNode } from "react";
import { LANGUAGES, type Language } from "#lib/core/language.rules.ts";
import type { Mode } from "#lib/core/provider.rules.ts";
import type { Shop } from "#lib/verification/link-state.ts";
import type { changeOf } from "../_lib/language.ts";
import { LANGUAGE_NAMES, type Words } from "./messages.ts";
import { accentStyle, STYLE } from "./style.ts";

/** What every screen knows: the language, how to change it, and which notes stand above. */
export type Setting = {
  language: Language;
  words: Words;
  isDemo: boolean;
  mode: Mode | null;
  look: Pick<Shop, "name" | "accent" | "logo"> | null;
  change: ReturnType<typeof changeOf>;
};

type Frame = Setting & { heading: string; host: string | null; children: ReactNode };

/** One column, one `h1`. The verified host stands above everything a shop could choose for itself. */
export function Frame({ heading, host, children, ...setting }: Frame) {
  const { language, words, isDemo, mode, look } = setting;
  const note = isDemo ? words("frame.demo") : mode === "test" ? words("frame.test") : null;
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{host === null ? heading : `${heading} – ${host}`}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
        {look?.accent && <style dangerouslySetInnerHTML={{ __html: accentStyle(look.accent) }} />}
      </head>
      <body>
        {note !== null && <header className="mode">{note}</header>}
        <main>
          {look?.logo && <img className="logo" src={`/logos/${look.logo}`} alt={look.name} />}
          {host !== null && (
            <p className="host">
              {!look?.logo && <i aria-hidden="true">{initialOf(host)}</i>}
              <b>{host}</b>
            </p>
          )}
          <h1>{heading}</h1>
          {children}
        </main>
        <footer>
          <Change {...setting} />
          {`Ageway · ${words("frame.promise")}`}
        </footer>
      </body>
    </html>
  );
}

/** Another language, without script: a list and a button. */
function Change({ language, words, change }: Setting) {
  if (change === null) return null;
  return (
    <form className="change" action={change.path}>
      {change.kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="lang">{words("frame.language")}</label>
      <select id="lang" name="lang" defaultValue={language}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
      <button type="submit">{words("frame.change")}</button>
    </form>
  );
}

function initialOf(host: string): string {
  return host
    .replace(/^www\./, "")
    .charAt(0)
    .toUpperCase();
}
