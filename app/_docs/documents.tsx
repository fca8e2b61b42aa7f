import { published } from "#app/_http/published.ts";
import { siteRoute } from "#app/_site/site-page.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { type BuiltChapter, builtDocs } from "./built-docs.ts";
import { DOCS_HEADERS, docsPage, stylePath, styleText } from "./docs-page.tsx";

type Answer = (request: Request) => Response | Promise<Response>;

const MARKDOWN = { "Content-Type": "text/markdown; charset=utf-8" };
const SVG = {
  "Content-Type": "image/svg+xml",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

let answers: Map<string, Answer> | undefined;

/** Everything at `/docs`: the chapters as HTML and as Markdown, their pictures, and the style of all. */
export const documentsRoute = siteRoute("documents", async (request) => {
  answers ??= answersByPath();
  const { pathname } = new URL(request.url);
  const answer = answers.get(pathname.endsWith("/") ? pathname.slice(0, -1) : pathname);
  return answer ? answer(request) : missingChapter();
});

function answersByPath(): Map<string, Answer> {
  const { chapters, images } = builtDocs();
  return new Map<string, Answer>([
    ...chapters.flatMap((chapter): [string, Answer][] => [
      [chapter.path, published(DOCS_HEADERS, () => chapterPage(chapter))],
      [`${chapter.path}.md`, published(MARKDOWN, () => chapter.markdown)],
    ]),
    ...Object.entries(images).map(([name, image]): [string, Answer] => [`/docs/${name}`, published(SVG, () => image)]),
    ["/docs/style.css", styleAnswer()],
  ]);
}

function chapterPage({ path, title, description, headings, html }: BuiltChapter): Promise<string> {
  return docsPage({
    path,
    title,
    description,
    headings,
    markdown: `${path}.md`,
    children: <div dangerouslySetInnerHTML={{ __html: html }} />,
  });
}

/** While a new version starts, a page may name another style than the process that is asked for it has. That one is not kept. */
function styleAnswer(): Answer {
  const css = { "Content-Type": "text/css; charset=utf-8" };
  const latest = published({ ...css, "Cache-Control": "public, max-age=31536000, immutable" }, styleText);
  const other = published(css, styleText);
  return (request) => {
    const { pathname, search } = new URL(request.url);
    return (`${pathname}${search}` === stylePath() ? latest : other)(request);
  };
}

async function missingChapter(): Promise<Response> {
  const words = wordsForIntegrators();
  const page = await docsPage({
    path: "/docs",
    current: "",
    title: words("docs.missing"),
    description: words("docs.missingText"),
    children: (
      <>
        <h1>{words("docs.missing")}</h1>
        <p>{words("docs.missingText")}</p>
      </>
    ),
  });
  return new Response(page, { status: 404, headers: { ...DOCS_HEADERS, "Cache-Control": "no-store" } });
}
