import { personal } from "#app/_http/personal.ts";
import { DOCS_HEADERS } from "#app/(docs)/_docs/docs-page.tsx";
import { searchPage } from "./_views/search-page.tsx";

/** Answers a search of the documentation. Its address is not for search engines: each query would be a page. */
export async function searchAnswer(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams.get("q")?.trim() ?? "";
  return personal(request, await searchPage(query), { ...DOCS_HEADERS, "X-Robots-Tag": "noindex" });
}
