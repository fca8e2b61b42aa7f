import { Brand } from "#app/_site/brand.tsx";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { SearchField } from "./search-field.tsx";

const words = wordsForIntegrators();

/** Shows whose documentation this is, and its search, which on a phone has a line of its own. `query`: what was searched. */
export function Bar({ query }: { query?: string | undefined }) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-sheet px-4 py-2 sm:h-14 lg:sticky lg:top-0 lg:z-4 lg:px-6 print:hidden">
      <Brand small />
      <a className="border-s border-rim ps-3 text-soft no-underline" href="/docs">
        {words("docs.name")}
      </a>
      <search className="ms-auto flex-1 max-sm:order-1 max-sm:basis-full sm:max-w-80">
        <SearchField
          action="/docs/search"
          label={words("docs.search.label")}
          placeholder={words("docs.search.field")}
          query={query}
        />
      </search>
      <a
        className="rounded-m border border-rim px-3 py-1.5 font-semibold no-underline hover:bg-hover max-sm:ms-auto"
        href="/dashboard"
      >
        {words("docs.dashboard")}
      </a>
    </header>
  );
}
