import type { ReactNode } from "react";
import { personal } from "#app/_http/personal.ts";
import { published } from "#app/_http/published.ts";
import { siteRoute } from "#app/_site/site-page.tsx";
import { type Sheet, SITE_SHEET } from "#app/_site/style.ts";
import { reasonAnswers } from "#app/(docs)/reasons/reason-answers.ts";
import type { Operation } from "#app/(docs)/reference/_lib/document.ts";
import { allOperations, isOfShops, pathOfOperation } from "#app/(docs)/reference/_lib/operations.ts";
import { operationPage } from "#app/(docs)/reference/_views/operation-page.tsx";
import { referencePage } from "#app/(docs)/reference/_views/reference-page.tsx";
import { searchPage } from "#app/(docs)/search/_views/search-page.tsx";
import { config } from "#lib/runtime/config.ts";
import { FOR_PROGRAMS } from "./addresses.ts";
import { type BuiltChapter, builtDocs, KEY_MARK } from "./built-docs.ts";
import { changelogFeed } from "./changelog-feed.ts";
import { DOCS_HEADERS, docsPage, docsSheet, MARKDOWN_HEADERS } from "./docs-page.tsx";
import { llmsFullText, llmsOperateText, llmsText } from "./llms.ts";
import { missingDocument } from "./missing-page.tsx";
import { KeyNote, ownKeyAnswer } from "./own-key-answer.tsx";
import { securityTxt } from "./security-txt.rules.ts";

type Answer = (request: Request) => Response | Promise<Response>;

const TEXT = { "Content-Type": "text/plain; charset=utf-8" };
const SVG = {
  "Content-Type": "image/svg+xml",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

const ANSWERS_FOR_PROGRAMS: Record<(typeof FOR_PROGRAMS)[number], Answer> = {
  "/changelog.atom": published({ "Content-Type": "application/atom+xml; charset=utf-8" }, changelogFeed),
  "/llms.txt": published(TEXT, llmsText),
  "/llms-full.txt": published(TEXT, llmsFullText),
  "/llms-operate.txt": published(TEXT, llmsOperateText),
  "/.well-known/security.txt": securityAnswer,
};

let answers: Map<string, Answer> | undefined;

/** Answers for the documentation: chapters as HTML and as Markdown, reference and reasons, the search, pictures, the style of all, and what programs read. */
export const documentsRoute = siteRoute("documents", async (request) => {
  answers ??= answersByPath();
  const { pathname } = new URL(request.url);
  const answer = answers.get(pathname.endsWith("/") ? pathname.slice(0, -1) : pathname);
  return (answer ?? missingDocument)(request);
});

function answersByPath(): Map<string, Answer> {
  const { chapters, images } = builtDocs();
  return new Map<string, Answer>([
    ...chapters.flatMap(({ html, ...chapter }): [string, Answer][] =>
      html === null ? [] : [[chapter.path, chapterAnswer(chapter, html)]],
    ),
    ...chapters.map(({ path, markdown }): [string, Answer] => [
      `${path}.md`,
      published(MARKDOWN_HEADERS, () => markdown),
    ]),
    ...Object.entries(images).map(([name, image]): [string, Answer] => [`/docs/${name}`, published(SVG, () => image)]),
    ["/docs/doctor", movedTo("/docs/gate-test")],
    ["/docs/doctor.md", movedTo("/docs/gate-test.md")],
    ["/docs/style.css", sheetAnswer(docsSheet())],
    ["/docs/site.css", sheetAnswer(SITE_SHEET)],
    ["/docs/search", searchAnswer],
    ["/reference", published(DOCS_HEADERS, referencePage)],
    ...allOperations().map((operation): [string, Answer] => [pathOfOperation(operation), operationAnswer(operation)]),
    ...reasonAnswers(),
    ...FOR_PROGRAMS.map((path): [string, Answer] => [path, ANSWERS_FOR_PROGRAMS[path]]),
  ]);
}

/** Leads on from the former address of a chapter, which reports of a gate test still name. */
function movedTo(path: string): Answer {
  return () => new Response(null, { status: 308, headers: { Location: path } });
}

function operationAnswer(operation: Operation): Answer {
  if (isOfShops(operation)) return ownKeyAnswer((isOwn) => operationPage(operation, isOwn));
  return published(DOCS_HEADERS, () => operationPage(operation, false));
}

function chapterAnswer(chapter: Omit<BuiltChapter, "html">, html: string): Answer {
  const [before = "", after] = html.split(KEY_MARK);
  if (after === undefined) return published(DOCS_HEADERS, () => chapterPage(chapter, <Html>{html}</Html>));
  return ownKeyAnswer((isOwn) =>
    chapterPage(
      chapter,
      <>
        <Html>{before}</Html>
        <KeyNote isOwn={isOwn} path={chapter.path} />
        <Html>{after}</Html>
      </>,
    ),
  );
}

function Html({ children }: { children: string }) {
  return <div dangerouslySetInnerHTML={{ __html: children }} />;
}

function chapterPage(
  { path, title, description, headings }: Omit<BuiltChapter, "html">,
  children: ReactNode,
): Promise<string> {
  return docsPage({
    path,
    title,
    description,
    headings,
    markdown: `${path}.md`,
    ...(path === "/changelog" && { feed: "/changelog.atom" }),
    children,
  });
}

/** Its address is not for search engines: each query would be a page. */
async function searchAnswer(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams.get("q")?.trim() ?? "";
  return personal(request, await searchPage(query), { ...DOCS_HEADERS, "X-Robots-Tag": "noindex" });
}

/** While a new version starts, a page may name another style than the process that is asked for it has. That one is not kept. */
function sheetAnswer({ text, path }: Sheet): Answer {
  const css = { "Content-Type": "text/css; charset=utf-8" };
  const latest = published({ ...css, "Cache-Control": "public, max-age=31536000, immutable" }, () => text);
  const other = published(css, () => text);
  return (request) => {
    const { pathname, search } = new URL(request.url);
    return (`${pathname}${search}` === path ? latest : other)(request);
  };
}

function securityAnswer(request: Request): Response | Promise<Response> {
  const { securityContact, baseUrl } = config();
  if (securityContact === null) return missingDocument(request);
  const text = securityTxt(securityContact, baseUrl, new Date());
  return new Response(text, { headers: { ...TEXT, "Cache-Control": "public, max-age=86400" } });
}
