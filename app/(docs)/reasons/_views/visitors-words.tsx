import { LANGUAGE_NAMES, wordsForIntegrators, wordsIn } from "#app/verify/_views/messages.ts";
import type { OutcomeCode } from "#app/verify/_views/outcome.tsx";
import { LANGUAGES, type Language } from "#lib/core/language.rules.ts";
import { providers } from "#lib/eid/providers.ts";

/** Shows the visitor’s own words of a page, in English and, in a disclosure, in every other language. */
export function VisitorsWords({ code }: { code: OutcomeCode }) {
  return (
    <>
      <Page code={code} language="en" />
      <details>
        <summary>{wordsForIntegrators()("reasons.visitor.languages")}</summary>
        {LANGUAGES.filter((language) => language !== "en").map((language) => (
          <Page key={language} code={code} language={language} />
        ))}
      </details>
    </>
  );
}

function Page({ code, language }: { code: OutcomeCode; language: Language }) {
  const words = wordsIn(language);
  const { live, test } = providers();
  const id = (live.s ?? live.b ?? test.s ?? test.b)?.name ?? "eID";
  const values = { age: 18, id, host: "shop.example", app: "Example App", minutes: 15, time: "14:35", ref: "K7Q2MX4D" };
  return (
    <figure className="transcript">
      <figcaption>{LANGUAGE_NAMES[language]}</figcaption>
      <div lang={language}>
        <b>{words(`outcome.${code}.heading`, values)}</b>
        <p>{words(`outcome.${code}.text`, values)}</p>
      </div>
    </figure>
  );
}
