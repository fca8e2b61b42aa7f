import { personal } from "#app/_http/personal.ts";
import { published } from "#app/_http/published.ts";
import { MAX_QUERY, searched } from "#app/(docs)/search/_lib/search.rules.ts";
import { searchIndex } from "#app/(docs)/search/_lib/search-index.ts";
import { Results } from "#app/(docs)/search/_views/search-page.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { DOCS_HEADERS, docsPage } from "./docs-page.tsx";

const words = wordsForIntegrators();

const MISSING = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };
const MOST = 5;

const text = published({ "Content-Type": "text/plain; charset=utf-8", ...MISSING }, missingText, 404);

/** Answers where the documentation has no page: what its search finds for the address, and a line for what reads Markdown. */
export async function missingDocument(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (/\.(?:md|txt)$/.test(pathname)) return text(request);
  return personal(request, await missingPage(queryOf(pathname)), { ...DOCS_HEADERS, ...MISSING }, 404);
}

/** Reads the last part of an address as words. */
function queryOf(pathname: string): string {
  const last = pathname.split("/").findLast(Boolean) ?? "";
  return last
    .replaceAll(/%..|[-_.]+/g, " ")
    .trim()
    .slice(0, MAX_QUERY);
}

function missingPage(query: string): Promise<string> {
  const found = searched(searchIndex(), query).slice(0, MOST);
  return docsPage({
    path: null,
    title: words("docs.missing"),
    description: words("docs.missingText"),
    query,
    children: (
      <>
        <h1>{words("docs.missing")}</h1>
        <p>{words("docs.missingText")}</p>
        {found.length > 0 && (
          <>
            <h2>{words("docs.missingFound")}</h2>
            <Results results={found} />
          </>
        )}
      </>
    ),
  });
}

function missingText(): string {
  return `${words("docs.missing")}. ${words("docs.missingProgram")}\n`;
}
