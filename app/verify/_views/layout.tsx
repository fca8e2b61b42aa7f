import type { ReactNode } from "react";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { Mark, type MarkName } from "./mark.tsx";
import { LANGUAGE_NAMES } from "./messages.ts";
import type { Setting } from "./setting.ts";
import { accentStyle, STYLE } from "./style.ts";

type Props = Setting & { heading: string; mark?: MarkName; host: string | null; children: ReactNode };

/** One column, one `h1`. The verified host stands above everything that a shop can choose for itself. */
export function Layout({ heading, mark, host, children, ...setting }: Props) {
  const { language, words, isDemo, mode, branding } = setting;
  const note = isDemo ? words("layout.demo") : mode === "test" ? words("layout.test") : null;
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{host === null ? heading : `${heading} – ${host}`}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
        {branding?.accent && <style dangerouslySetInnerHTML={{ __html: accentStyle(branding.accent) }} />}
      </head>
      <body>
        {note !== null && <header className="mode">{note}</header>}
        <main>
          {branding?.logo && <img className="logo" src={`/logos/${branding.logo}`} alt={branding.name} />}
          {host !== null && (
            <p className="host">
              {!branding?.logo && <i aria-hidden="true">{initialOf(host)}</i>}
              <b>{host}</b>
            </p>
          )}
          <h1>
            {mark && <Mark name={mark} />}
            {heading}
          </h1>
          {children}
        </main>
        <footer>
          <LanguageForm {...setting} />
          {`Ageway · ${words("layout.promise")}`}
        </footer>
      </body>
    </html>
  );
}

/** Changes the language without script: a list and a button. */
function LanguageForm({ language, words, languageForm }: Setting) {
  if (languageForm === null) return null;
  return (
    <form className="change" action={languageForm.path}>
      {languageForm.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="lang">{words("layout.language")}</label>
      <select id="lang" name="lang" defaultValue={language}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
      <button type="submit">{words("layout.change")}</button>
    </form>
  );
}

function initialOf(host: string): string {
  return host
    .replace(/^www\./, "")
    .charAt(0)
    .toUpperCase();
}
