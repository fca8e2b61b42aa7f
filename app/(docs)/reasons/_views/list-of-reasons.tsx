import { reasonsOf } from "#app/_http/reason-catalogue.ts";
import { Paragraph, WithCode } from "#app/_ui/with-code.tsx";
import { docsPage } from "#app/(docs)/_docs/docs-page.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { MENDERS, type Mender, plainText } from "#lib/reasons/entry.rules.ts";

export const MENDER_NAMES = {
  developer: ["reasons.by.developer.heading", "reasons.by.developer.text"],
  owner: ["reasons.by.owner.heading", "reasons.by.owner.text"],
  visitor: ["reasons.by.visitor.heading", "reasons.by.visitor.text"],
  nobody: ["reasons.by.nobody.heading", "reasons.by.nobody.text"],
  operator: ["reasons.by.operator.heading", "reasons.by.operator.text"],
} as const satisfies Record<Mender, readonly [string, string]>;

/** Lists all reasons, by who can end them. Each has its code as anchor. */
export function listOfReasons(): Promise<string> {
  const words = wordsForIntegrators();
  return docsPage({
    path: "/reasons",
    title: words("reasons.heading"),
    description: plainText(words("reasons.text")),
    markdown: "/reasons.md",
    headings: MENDERS.map((mender) => ({ id: `by-${mender}`, text: words(MENDER_NAMES[mender][0]), level: 2 })),
    children: (
      <>
        <h1>{words("reasons.heading")}</h1>
        <Paragraph>{words("reasons.text")}</Paragraph>
        <Paragraph>{words("reasons.reference")}</Paragraph>
        {MENDERS.map((mender) => (
          <section key={mender} aria-labelledby={`by-${mender}`}>
            <h2 id={`by-${mender}`}>{words(MENDER_NAMES[mender][0])}</h2>
            <p className="text-soft">{words(MENDER_NAMES[mender][1])}</p>
            <ul className="list-none p-0">
              {reasonsOf(mender).map(({ code, title, words }) => (
                <li key={code} id={code} className="mt-0 border-b border-line py-3">
                  <a href={`/reasons/${code}`}>{title}</a> <code>{code}</code>
                  <span className="block text-soft">
                    <WithCode>{`${words}.`}</WithCode>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </>
    ),
  });
}
