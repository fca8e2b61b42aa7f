import { published } from "#app/_http/published.ts";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { DOCS_HEADERS, docsPage } from "./docs-page.tsx";

const words = wordsForIntegrators();

const MISSING = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

const page = published({ ...DOCS_HEADERS, ...MISSING }, missingPage, 404);
const text = published({ "Content-Type": "text/plain; charset=utf-8", ...MISSING }, missingText, 404);

/** Answers where the documentation has no page: the navigation for people, and a line for what reads Markdown. */
export function missingDocument(request: Request): Promise<Response> {
  return /\.(?:md|txt)$/.test(new URL(request.url).pathname) ? text(request) : page(request);
}

function missingPage(): Promise<string> {
  return docsPage({
    path: null,
    title: words("docs.missing"),
    description: words("docs.missingText"),
    children: (
      <>
        <h1>{words("docs.missing")}</h1>
        <p>{words("docs.missingText")}</p>
      </>
    ),
  });
}

function missingText(): string {
  return `${words("docs.missing")}. ${words("docs.missingProgram")}\n`;
}
