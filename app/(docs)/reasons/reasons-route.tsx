import { published } from "#app/_http/published.ts";
import { reasonsOf } from "#app/_http/reason-catalogue.ts";
import { siteRoute } from "#app/_site/site-page.tsx";
import { builtDocs } from "#app/(docs)/_docs/built-docs.ts";
import { DOCS_HEADERS, MARKDOWN_HEADERS } from "#app/(docs)/_docs/docs-page.tsx";
import { missingDocument } from "#app/(docs)/_docs/missing-page.tsx";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import { listOfReasons } from "./_views/list-of-reasons.tsx";
import { reasonPage } from "./_views/reason-page.tsx";

type Answer = (request: Request) => Promise<Response>;

let answers: Map<string, Answer> | undefined;

/** The list of reasons, and for each a page and its Markdown: the `Link` header of every refusal leads there. */
export const reasonsRoute = siteRoute("reasons", async (request) => {
  answers ??= answersByPath();
  const { pathname } = new URL(request.url);
  return (answers.get(pathname.endsWith("/") ? pathname.slice(0, -1) : pathname) ?? missingDocument)(request);
});

function answersByPath(): Map<string, Answer> {
  return new Map<string, Answer>([
    ["/reasons", published(DOCS_HEADERS, listOfReasons)],
    ...MENDERS.flatMap(reasonsOf).flatMap((reason): [string, Answer][] => [
      [`/reasons/${reason.code}`, published(DOCS_HEADERS, () => reasonPage(reason))],
      [`/reasons/${reason.code}.md`, published(MARKDOWN_HEADERS, () => markdownOf(reason.code))],
    ]),
  ]);
}

function markdownOf(code: string): string {
  const chapter = builtDocs().chapters.find(({ path }) => path === "/reasons");
  const section = chapter?.markdown.split(/^(?=##)/m).find((part) => part.startsWith(`### \`${code}\`\n`));
  if (section === undefined) throw new Error(`The chapter of reasons has no section ${code}`);
  return section.replace("###", "#");
}
