import { type ReasonText, reasonsOf } from "#app/_http/reason-catalogue.ts";
import { Paragraph, WithCode } from "#app/_ui/with-code.tsx";
import { docsPage } from "#app/(docs)/_docs/docs-page.tsx";
import { SearchField } from "#app/(docs)/_docs/search-field.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { MENDERS, type Mender, plainText } from "#lib/reasons/entry.rules.ts";

export const MENDER_NAMES = {
  developer: ["reasons.by.developer.heading", "reasons.by.developer.text"],
  owner: ["reasons.by.owner.heading", "reasons.by.owner.text"],
  visitor: ["reasons.by.visitor.heading", "reasons.by.visitor.text"],
  nobody: ["reasons.by.nobody.heading", "reasons.by.nobody.text"],
  operator: ["reasons.by.operator.heading", "reasons.by.operator.text"],
} as const satisfies Record<Mender, readonly [string, string]>;

const words = wordsForIntegrators();

/** Lists the reasons by who can end them; with a query, those that have each word of it. Each has its code as anchor. */
export function listOfReasons(query = ""): Promise<string> {
  const lists = MENDERS.map((mender) => ({ mender, reasons: reasonsOf(mender).filter((one) => isNamed(one, query)) }));
  const shown = lists.filter(({ reasons }) => reasons.length > 0);
  return docsPage({
    path: "/reasons",
    title: words("reasons.heading"),
    description: plainText(words("reasons.text")),
    markdown: "/reasons.md",
    headings: shown.map(({ mender }) => ({ id: `by-${mender}`, text: words(MENDER_NAMES[mender][0]), level: 2 })),
    children: (
      <>
        <h1>{words("reasons.heading")}</h1>
        <Paragraph>{words("reasons.text")}</Paragraph>
        <Paragraph>{words("reasons.reference")}</Paragraph>
        <SearchField
          action="/reasons"
          label={words("reasons.search.label")}
          placeholder={words("reasons.search.field")}
          query={query}
        />
        {query !== "" && (
          <p role="status">
            {shown.length === 0 && `${words("reasons.search.none", { query })}. `}
            <a href="/reasons">{words("reasons.search.all")}</a>
          </p>
        )}
        {shown.map(({ mender, reasons }) => (
          <section key={mender} aria-labelledby={`by-${mender}`}>
            <h2 id={`by-${mender}`}>{words(MENDER_NAMES[mender][0])}</h2>
            <p className="text-soft">{words(MENDER_NAMES[mender][1])}</p>
            <Reasons of={reasons} />
          </section>
        ))}
      </>
    ),
  });
}

function isNamed({ code, title, status }: ReasonText, query: string): boolean {
  const text = `${code} ${title} ${status}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Reasons({ of }: { of: readonly ReasonText[] }) {
  return (
    <table className="w-full">
      <thead className="text-meta text-soft">
        <tr>
          <th>{words("reasons.columns.reason")}</th>
          <th className="text-end">{words("reasons.columns.status")}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ code, title, status, words }) => (
          <tr key={code} id={code}>
            <td>
              <a href={`/reasons/${code}`}>{title}</a> <code>{code}</code>
              <span className="block text-soft">
                <WithCode>{`${words}.`}</WithCode>
              </span>
            </td>
            <td className="text-end">{status}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
