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
        <summary className="min-h-11 py-2 text-accent">{wordsForIntegrators()("reasons.visitor.languages")}</summary>
        <div className="grid grid-cols-1 gap-4">
          {LANGUAGES.filter((language) => language !== "en").map((language) => (
            <Page key={language} code={code} language={language} />
          ))}
        </div>
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
    <div>
      <p className="text-meta text-soft">{LANGUAGE_NAMES[language]}</p>
      <div className="mt-1 rounded-l border border-line px-6 py-4" lang={language}>
        <b className="text-[1.125rem]">{words(`outcome.${code}.heading`, values)}</b>
        <p className="mt-1">{words(`outcome.${code}.text`, values)}</p>
      </div>
    </div>
  );
}
