import { DOCS_HEADERS } from "#app/_docs/docs-page.tsx";
import { missingDocument } from "#app/_docs/missing-page.tsx";
import { published } from "#app/_http/published.ts";
import { MENDERS, reasonsOf } from "#app/_http/reason-catalogue.ts";
import { siteRoute } from "#app/_site/site-page.tsx";
import { listOfReasons } from "./_views/list-of-reasons.tsx";
import { reasonPage } from "./_views/reason-page.tsx";

type Answer = (request: Request) => Promise<Response>;

let answers: Map<string, Answer> | undefined;

/** The list of reasons and a page for each: the `Link` header of every refusal leads there. */
export const reasonsRoute = siteRoute("reasons", async (request) => {
  answers ??= answersByPath();
  const { pathname } = new URL(request.url);
  return (answers.get(pathname.endsWith("/") ? pathname.slice(0, -1) : pathname) ?? missingDocument)(request);
});

function answersByPath(): Map<string, Answer> {
  return new Map<string, Answer>([
    ["/reasons", published(DOCS_HEADERS, listOfReasons)],
    ...MENDERS.flatMap(reasonsOf).map((reason): [string, Answer] => [
      `/reasons/${reason.code}`,
      published(DOCS_HEADERS, () => reasonPage(reason)),
    ]),
  ]);
}
