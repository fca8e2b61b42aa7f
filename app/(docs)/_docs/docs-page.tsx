import type { ReactNode } from "react";
import { PreloadInter } from "#app/_site/inter.tsx";
import { ICON } from "#app/_site/site-page.tsx";
import { type Sheet, sheetAt } from "#app/_site/style.ts";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { config } from "#lib/runtime/config.ts";
import { Bar } from "./bar.tsx";
import { builtFile, type Heading } from "./built-docs.ts";
import { placeOf } from "./chapters.ts";
import { COPY_SCRIPT_SOURCE, CopyScript } from "./copy-script.tsx";
import { type Around, Contents, Crumb, Neighbours, Side } from "./navigation.tsx";

export const MARKDOWN_HEADERS = { "Content-Type": "text/markdown; charset=utf-8" };

export const DOCS_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    `script-src ${COPY_SCRIPT_SOURCE}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    // Nothing of ours fetches; programs that judge a page for search engines look from it at robots.txt.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "same-origin",
};

/**
 * `path`: the page's address; `null`: that of a page which is not there. `current`: the address in the navigation that it
 * belongs to, where it is not in it. `isWide`: has programs beside its text. `query`: what a page of results is about. `around`:
 * the pages before and after, where the navigation does not say. `markdown`: where the same page is Markdown. `feed`: that of an
 * Atom feed.
 */
export type DocsPage = {
  path: string | null;
  current?: string;
  title: string;
  description: string;
  headings?: readonly Heading[];
  isWide?: boolean;
  query?: string;
  around?: Around | null;
  markdown?: string;
  feed?: string;
  children: ReactNode;
};

const END = "</body></html>";

/** Draws a page of the documentation: the navigation beside it, and no script but the one that copies code. The page brings its own `h1`. */
export async function docsPage({
  path,
  current = path ?? "",
  title,
  description,
  headings = [],
  isWide = false,
  query,
  around = path === null ? null : placeOf(path),
  markdown,
  feed,
  children,
}: DocsPage) {
  // Next refuses the static import in its server layer, which is made for its own pages.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const words = wordsForIntegrators();
  const html = renderToStaticMarkup(
    <html lang="en" className="scroll-pt-18 [--inter:Inter]">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{words("docs.title", { title })}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {path !== null && <link rel="canonical" href={`${config().baseUrl}${path}`} />}
        <link rel="stylesheet" href={docsSheet().path} />
        <link rel="icon" href={ICON} />
        <PreloadInter />
        {markdown && <link rel="alternate" type="text/markdown" href={markdown} />}
        {feed && <link rel="alternate" type="application/atom+xml" title={title} href={feed} />}
      </head>
      <body className="bg-sheet">
        <a className="absolute start-4 -top-16 z-9 rounded-m bg-raised px-4 py-2 focus:top-4" href="#content">
          {words("docs.skip")}
        </a>
        <Bar query={query} />
        <Crumb current={current} />
        <div
          className={`grid grid-cols-1 lg:mx-auto lg:max-w-[90rem] lg:grid-cols-[16rem_1fr] ${isWide ? "" : "xl:grid-cols-[16rem_1fr_14rem]"}`}
        >
          <Side current={current} />
          <main id="content" className="min-w-0 px-4 pt-6 pb-12 lg:px-10 lg:pt-10">
            <div className={`mx-auto ${isWide ? "max-w-[72rem]" : "max-w-[46rem]"}`}>
              <article className="prose text-[1rem]/[1.625rem] [--container-measure:none]">{children}</article>
              {markdown && (
                <p className="mt-10 text-meta text-soft print:hidden">
                  <a href={markdown}>{words("docs.markdown")}</a>
                </p>
              )}
              {(around?.before || around?.after) && <Neighbours {...around} />}
            </div>
          </main>
          <Contents headings={headings} />
        </div>
      </body>
    </html>,
  );
  const script = html.includes("<figure") ? renderToStaticMarkup(<CopyScript />) : "";
  return `<!doctype html>${html.slice(0, -END.length)}${script}${END}`;
}

let sheet: Sheet | undefined;

export function docsSheet(): Sheet {
  sheet ??= sheetAt("/docs/style.css", builtFile("style.css"));
  return sheet;
}
