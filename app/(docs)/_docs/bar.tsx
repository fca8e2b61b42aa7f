import { Brand } from "#app/_site/brand.tsx";
import { MAX_QUERY } from "#app/(docs)/search/_lib/search.rules.ts";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";

const words = wordsForIntegrators();

/** Shows whose documentation this is, and its search. `query`: what was searched; on a phone its field has a line of its own. */
export function Bar({ query }: { query?: string | undefined }) {
  const isSearch = query !== undefined;
  return (
    <header
      className={`flex items-center gap-x-3 border-b border-line bg-sheet px-4 lg:sticky lg:top-0 lg:z-4 lg:px-6 print:hidden ${isSearch ? "flex-wrap gap-y-2 py-2 sm:h-14" : "h-14"}`}
    >
      <Brand small />
      <a className="border-s border-rim ps-3 text-soft no-underline max-sm:hidden" href="/docs">
        {words("docs.name")}
      </a>
      <search
        className={`relative ms-auto min-w-0 flex-1 sm:max-w-80 ${isSearch ? "max-sm:order-1 max-sm:basis-full" : ""}`}
      >
        <form action="/docs/search">
          <input
            className="min-h-control w-full appearance-none rounded-m border border-edge bg-raised ps-3 pe-9 text-[1rem] placeholder:text-soft focus-visible:rounded-m sm:text-body"
            type="search"
            name="q"
            aria-label={words("docs.search.label")}
            placeholder={words("docs.search.field")}
            defaultValue={query}
            maxLength={MAX_QUERY}
            autoComplete="off"
            spellCheck={false}
          />
          <button
            className="absolute inset-y-0 end-0 grid w-9 place-items-center text-soft hover:text-ink"
            type="submit"
            aria-label={words("docs.search.button")}
          >
            <svg className="size-4" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
              <path
                strokeWidth="1.5"
                strokeLinecap="round"
                d="M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0m-1.3 3.2 3.3 3.3"
              />
            </svg>
          </button>
        </form>
      </search>
      <a
        className={`rounded-m border border-rim px-3 py-1.5 font-semibold no-underline hover:bg-hover ${isSearch ? "max-sm:ms-auto" : ""}`}
        href="/dashboard"
      >
        {words("docs.dashboard")}
      </a>
    </header>
  );
}
