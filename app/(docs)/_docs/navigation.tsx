import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import type { Heading } from "./built-docs.ts";
import { GROUPS, placeOf } from "./chapters.ts";

const words = wordsForIntegrators();

/** Lists the chapters, beside the page. */
export function Side({ current }: { current: string }) {
  return (
    <nav
      className="hidden content-start gap-2 overflow-y-auto border-e border-line px-4 pt-6 pb-10 lg:sticky lg:top-14 lg:grid lg:h-[calc(100dvh-3.5rem)] print:hidden"
      aria-label={words("docs.chapters")}
    >
      <Groups current={current} />
    </nav>
  );
}

/** Lists them on a phone, behind the place of this page. Open it is longer than the window, and scrolls with the page. */
export function Crumb({ current }: { current: string }) {
  const { here } = placeOf(current);
  return (
    <details className="border-b border-line bg-sunk not-open:sticky not-open:top-0 not-open:z-4 lg:hidden print:hidden">
      <summary className="min-h-11 px-4 py-3 text-soft">
        {here ? (
          <>
            {here.group} <span aria-hidden="true">/</span> <b className="text-ink">{here.name}</b>
          </>
        ) : (
          <b className="text-ink">{words("docs.chapters")}</b>
        )}
      </summary>
      <nav className="grid content-start gap-2 px-2 pb-4" aria-label={words("docs.chapters")}>
        <Groups current={current} />
      </nav>
    </details>
  );
}

/** The group of this page is open, so that the page's own name is in sight. */
function Groups({ current }: { current: string }) {
  const { here } = placeOf(current);
  return GROUPS.map(({ name, links }, n) => (
    <details key={name} className="group" open={here ? here.group === name : n === 0}>
      <summary className="flex min-h-11 items-center justify-between rounded-m px-2 py-1 text-meta font-semibold hover:bg-hover lg:min-h-8">
        {name}
        <Chevron />
      </summary>
      <ul>
        {links.map(({ path, name }) => (
          <li key={path}>
            <PageLink path={path} name={name} isCurrent={path === current} />
          </li>
        ))}
      </ul>
    </details>
  ));
}

function Chevron() {
  return (
    <span
      className="me-1 size-1.75 -rotate-45 border-r-[1.5px] border-b-[1.5px] border-soft group-open:rotate-45"
      aria-hidden="true"
    />
  );
}

function PageLink({ path, name, isCurrent }: { path: string; name: string; isCurrent: boolean }) {
  const looks = isCurrent
    ? "border border-line bg-wash font-semibold text-accent"
    : "text-soft hover:bg-hover hover:text-ink";
  return (
    <a
      className={`flex min-h-11 items-center rounded-m px-2 py-1 no-underline lg:min-h-8 ${looks}`}
      href={path}
      aria-current={isCurrent ? "page" : undefined}
    >
      {name}
    </a>
  );
}

/** Lists the headings of the page. One alone needs no list. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const shown = headings.filter(({ level }) => level <= (headings.length > 24 ? 2 : 3));
  if (shown.length < 2) return null;
  return (
    <nav
      className="hidden overflow-y-auto py-10 pe-4 lg:sticky lg:top-14 lg:h-[calc(100dvh-3.5rem)] xl:block print:hidden"
      aria-labelledby="contents"
    >
      <p className="px-2 pb-1 text-meta font-semibold" id="contents">
        {words("docs.contents")}
      </p>
      <ul>
        {shown.map(({ id, text, level }) => (
          <li key={id}>
            <a
              className={`block py-0.75 pe-2 text-meta text-soft no-underline hover:text-accent ${level === 3 ? "ps-5" : "ps-2"}`}
              href={`#${id}`}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Place = { path: string; name: string };
export type Around = { before: Place | null; after: Place | null };

/** Leads to the page before and the page after. */
export function Neighbours({ before, after }: Around) {
  return (
    <nav
      className="mt-4 grid grid-cols-2 gap-3 border-t border-line pt-6 print:hidden"
      aria-label={words("docs.neighbours")}
    >
      {before && <Neighbour rel="prev" word={words("docs.previous")} {...before} />}
      {after && <Neighbour rel="next" word={words("docs.next")} {...after} />}
    </nav>
  );
}

function Neighbour({ rel, word, path, name }: Place & { rel: "prev" | "next"; word: string }) {
  return (
    <a
      className={`grid rounded-l border border-line px-4 py-3 font-semibold no-underline hover:border-accent hover:text-accent ${rel === "next" ? "col-start-2 text-end" : ""}`}
      rel={rel}
      href={path}
    >
      <span className="text-meta text-soft">{word}</span>
      {name}
    </a>
  );
}
