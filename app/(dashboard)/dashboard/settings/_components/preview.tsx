import { Icon } from "#app/_ui/icon.tsx";
import { vars } from "#app/_ui/vars.ts";
import { visitorsEidName } from "#app/(dashboard)/_lib/eid-name.ts";
import { clockTime, wordsIn } from "#app/verify/_views/messages.ts";
import { LANGUAGES, type Language } from "#lib/core/language.rules.ts";
import { buttonOf } from "#lib/eid/packs.rules.ts";
import { configuredProviders, providers } from "#lib/eid/providers.ts";
import { OUR_ACCENT } from "../_lib/our-accent.ts";
import type { Branding } from "./visitor-page-form.tsx";

const OPEN_MS = 15 * 60_000;

type Props = { name: string; host: string; branding: Branding; timeZone: string };

/** Shows the first page of a check as a visitor sees it, in the words of every language: the form's choice shows one of them. */
export function Preview({ name, host, branding, timeZone }: Props) {
  return (
    <aside className="prev" aria-labelledby="preview">
      <div className="row">
        <h2 id="preview">Preview</h2>
        <fieldset className="push">
          <legend className="sr">Colour scheme of the preview</legend>
          <div className="seg">
            <label>
              <input type="radio" name="scheme" id="scheme-light" defaultChecked />
              Light
            </label>
            <label>
              <input type="radio" name="scheme" id="scheme-dark" />
              Dark
            </label>
          </div>
        </fieldset>
      </div>
      <div
        className="phone"
        role="img"
        aria-label="The visitor’s page: your host, the question, a button in your colour, and a way back"
        style={vars({ "--shop": branding.accent ?? OUR_ACCENT })}
      >
        {LANGUAGES.map((language) => (
          <Page key={language} {...{ language, name, host, branding, timeZone }} />
        ))}
      </div>
      <p className="meta">
        <a href="/reasons">What visitors read in every other case</a>
      </p>
    </aside>
  );
}

function Page({ language, name, host, branding, timeZone }: Props & { language: Language }) {
  const words = wordsIn(language);
  const provider = configuredProviders().find(({ mode }) => mode === "live")?.provider ?? "s";
  const [id, eid] = [visitorsEidName(provider), providers().live[provider]];
  const button = (eid && buttonOf(eid, language)?.text) ?? words("action.confirm", { id });
  return (
    <div className={`in-${language}`} lang={language} inert>
      {branding.logo && <img className="logo" src={`/logos/${branding.logo}`} alt="" />}
      <p className="host">
        <b>{host}</b>
      </p>
      <p className="question">{words("start.heading", { age: 18 })}</p>
      <p>{words("start.ask", { shop: words("start.named", { name, host }), id })}</p>
      <ul className="promises">
        <li>
          <Icon name="check" />
          {words("start.passedOn")}
        </li>
        <li>
          <Icon name="check" />
          {words("start.notPassedOn")}
        </li>
      </ul>
      <p className="action one">{button}</p>
      <p className="action">{words("action.cancel", { host })}</p>
      <p className="meta">
        {words("start.openUntil", { time: clockTime(new Date(Date.now() + OPEN_MS), language, timeZone) })}
      </p>
    </div>
  );
}
