import { docsPage } from "#app/(docs)/_docs/docs-page.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { MAX_QUERY, MAX_RESULTS, type SearchResult, searched } from "../_lib/search.rules.ts";
import { searchIndex } from "../_lib/search-index.ts";

const words = wordsForIntegrators();

/** Shows the pages of the documentation that have every word of a query, each with its best part. */
export function searchPage(query: string): Promise<string> {
  return docsPage({
    path: "/docs/search",
    title:
      query === "" ? words("docs.search.heading") : `${query.slice(0, MAX_QUERY)} – ${words("docs.search.heading")}`,
    description: words("docs.search.empty"),
    query,
    children: (
      <>
        <h1>{words("docs.search.heading")}</h1>
        <Answer query={query} />
      </>
    ),
  });
}

function Answer({ query }: { query: string }) {
  if (query === "") return <p>{words("docs.search.empty")}</p>;
  if (query.length > MAX_QUERY)
    return <Nothing heading={words("docs.search.long")} text={words("docs.search.shorter", { max: MAX_QUERY })} />;
  const results = searched(searchIndex(), query);
  if (results.length === 0)
    return <Nothing heading={words("docs.search.nothing", { query })} text={words("docs.search.fewer")} />;
  const count = results.length;
  return (
    <>
      <p role="status">{words(count === MAX_RESULTS ? "docs.search.first" : "docs.search.found", { count, query })}</p>
      <Results results={results} />
    </>
  );
}

export function Results({ results }: { results: readonly SearchResult[] }) {
  return (
    <ol className="list-none p-0">
      {results.map((result) => (
        <Result key={result.page.path} {...result} />
      ))}
    </ol>
  );
}

function Nothing({ heading, text }: { heading: string; text: string }) {
  return (
    <>
      <p role="status">{heading}</p>
      <p>
        {text} {words("docs.search.chapters")}
      </p>
    </>
  );
}

function Result({ page, section, snippet }: SearchResult) {
  const { path, group, name, title } = page;
  const isPart = section.anchor !== "";
  return (
    <li className="mt-0 border-b border-line py-4">
      <p className="text-meta text-soft">
        {group} / {name}
        {isPart && ` / ${section.heading}`}
      </p>
      <a href={isPart ? `${path}#${section.anchor}` : path}>{title}</a>
      <p className="mt-1 text-body text-soft wrap-anywhere">
        {snippet.map(({ text, isMatch }, n) =>
          isMatch ? (
            <mark key={n} className="rounded-s bg-wash font-semibold text-accent">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
    </li>
  );
}
