import { personal } from "#app/_http/personal.ts";
import { published } from "#app/_http/published.ts";
import { reasonsOf } from "#app/_http/reason-catalogue.ts";
import { builtDocs } from "#app/(docs)/_docs/built-docs.ts";
import { DOCS_HEADERS, MARKDOWN_HEADERS } from "#app/(docs)/_docs/docs-page.tsx";
import { MAX_QUERY } from "#app/(docs)/search/_lib/search.rules.ts";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import { listOfReasons } from "./_views/list-of-reasons.tsx";
import { reasonPage } from "./_views/reason-page.tsx";

/** Answers the list of reasons, and for each a page and its Markdown, by path: the `Link` header of every refusal leads there. */
export function reasonAnswers() {
  return [
    ["/reasons", listAnswer()] as const,
    ...MENDERS.flatMap(reasonsOf).flatMap((reason) => [
      [`/reasons/${reason.code}`, published(DOCS_HEADERS, () => reasonPage(reason))] as const,
      [`/reasons/${reason.code}.md`, published(MARKDOWN_HEADERS, () => markdownOf(reason.code))] as const,
    ]),
  ];
}

function listAnswer() {
  const all = published(DOCS_HEADERS, () => listOfReasons());
  return async (request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams.get("q")?.trim().slice(0, MAX_QUERY) ?? "";
    if (query === "") return all(request);
    return personal(request, await listOfReasons(query), { ...DOCS_HEADERS, "X-Robots-Tag": "noindex" });
  };
}

function markdownOf(code: string): string {
  const chapter = builtDocs().chapters.find(({ path }) => path === "/reasons");
  const section = chapter?.markdown.split(/^(?=##)/m).find((part) => part.startsWith(`### \`${code}\`\n`));
  if (section === undefined) throw new Error(`The chapter of reasons has no section ${code}`);
  return section.replace("###", "#");
}
