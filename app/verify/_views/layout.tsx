import type { ReactNode } from "react";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { LANGUAGE_NAMES } from "./messages.ts";
import type { Setting } from "./setting.ts";
import { accentStyle, STYLE } from "./style.ts";

/** Says at a glance what a page is about, without colour too: something to know, a time that is over, an end. */
export type MarkName = keyof typeof SHAPES;

const ROUND = "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20";
const SHAPES = {
  info: `${ROUND}m0 9v6m0-10v.01`,
  clock: `${ROUND}m0 4v6l4 2`,
  stop: "M8 2h8l6 6v8l-6 6H8l-6-6V8zM7.5 12h9",
} as const;

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

function Mark({ name }: { name: MarkName }) {
  return (
    <svg
      className={name}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
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
