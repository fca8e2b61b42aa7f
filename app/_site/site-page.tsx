import type { ReactNode } from "react";
import { ButtonLink } from "#app/_ui/button.tsx";
import type { Language } from "#lib/core/language.rules.ts";
import { faultOf, log } from "#lib/observe/log.ts";
import { VISITOR_MS, withTimeout } from "#lib/runtime/with-timeout.ts";
import { Brand } from "./brand.tsx";
import { PreloadInter } from "./inter.tsx";
import { SiteCard } from "./site-card.tsx";
import { SITE_SHEET } from "./style.ts";

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    "font-src 'self'",
    // The sign-in form is redirected to the OpenID provider of the operator.
    "form-action 'self' https: http://localhost:* http://127.0.0.1:*",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cache-Control": "no-store",
  // With "no-referrer" browsers send `Origin: null` with a form, and `isSameOrigin` refuses that.
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

export const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%230b8560'%3E%3Cpath d='M5 2h11a2 2 0 0 1 2 2v17H5z' opacity='.4'/%3E%3Cpath d='M5 2 14 6v17L5 20z'/%3E%3C/svg%3E";

/** `isWide`: no card, but a sheet as wide as the window. */
type Page = { title: string; isWide?: boolean; children: ReactNode; status?: number; language?: Language };

/** Draws a page of ours around the dashboard: static HTML without script. */
export async function sitePage({
  title,
  isWide = false,
  children,
  status = 200,
  language = "en",
}: Page): Promise<Response> {
  // Next refuses the static import in its server layer, which is made for its own pages.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{`${title} – Ageway`}</title>
        <link rel="icon" href={ICON} />
        <PreloadInter />
        <link rel="stylesheet" href={SITE_SHEET.path} />
      </head>
      <body className={isWide ? "bg-sheet wrap-anywhere" : "wrap-anywhere"}>{children}</body>
    </html>,
  );
  return new Response(`<!doctype html>${html}`, { status, headers: HEADERS });
}

/** Draws a page that is one card in the middle of the window. */
export function cardPage(title: string, children: ReactNode, below?: ReactNode, status = 200): Promise<Response> {
  return sitePage({
    title,
    status,
    children: (
      <main className="mx-auto grid min-h-dvh w-full max-w-104 content-center gap-5 px-4 py-6">
        <div className="justify-self-center">
          <Brand />
        </div>
        <SiteCard>
          <h1 className="text-balance">{title}</h1>
          {children}
        </SiteCard>
        {below}
      </main>
    ),
  });
}

/** Leaves the rest of the milliseconds for the page that says that it takes too long. */
export const ANSWER_MS = VISITOR_MS - 500;

/** Makes a GET handler. After a fault of ours, or too long a wait, it logs and answers a page that says so. `name`: the page's, for the log. */
export function siteRoute(name: string, answer: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    try {
      return await withTimeout(ANSWER_MS, answer(request));
    } catch (fault) {
      log.error({ event: "part_not_loaded", part: name, ...faultOf(fault) });
      return unavailablePage("read");
    }
  };
}

/**
 * Says what a reader, who sent a form, or who comes back from the OpenID provider is answered while the database is away.
 * A form that takes too long may be saved later. The provider's answer works once, so its address leads nowhere a second
 * time.
 */
export async function unavailablePage(kind: keyof typeof SORRY): Promise<Response> {
  const { title, text, next } = SORRY[kind];
  const page = await cardPage(
    title,
    <>
      <p>{text}</p>
      {next && (
        <ButtonLink variant="primary" className="w-full" href={next.href}>
          {next.label}
        </ButtonLink>
      )}
    </>,
    // Neither needs the database.
    <p className="justify-self-center text-meta text-soft">
      <a href="/docs">Docs</a> · <a href="/">Front page</a>
    </p>,
    503,
  );
  for (const [name, value] of Object.entries(UNAVAILABLE)) page.headers.set(name, value);
  return page;
}

const UNAVAILABLE = { "Ageway-Reason": "service_unavailable", "Retry-After": "5" };
const SORRY = {
  read: {
    title: "Sorry, this page could not be loaded",
    text: "The problem is on our side. Try again in a minute.",
    // The empty address is that of whichever page could not be loaded.
    next: { href: "", label: "Try again" },
  },
  write: {
    title: "Sorry, that did not work",
    text: "The problem is on our side. In a minute, go back, reload the page and see whether it was saved before you send it again.",
    next: null,
  },
  "sign-in": {
    title: "Sorry, you are not signed in",
    text: "The problem is on our side. Sign in again in a minute.",
    next: { href: "/sign-in", label: "Sign in" },
  },
} as const;
