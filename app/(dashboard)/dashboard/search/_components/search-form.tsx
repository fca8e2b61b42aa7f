import { Button } from "#app/_ui/button.tsx";
import { SearchField } from "#app/_ui/search-field.tsx";
import type { Mode } from "#lib/core/provider.rules.ts";

/** Asks what to look for. The page of the search answers, without script too. */
export function SearchForm({ query, mode }: { query: string; mode: Mode }) {
  return (
    <search>
      <form action="/dashboard/search" className="flex flex-wrap items-center gap-2">
        {mode === "test" && <input type="hidden" name="mode" value={mode} />}
        <SearchField
          name="q"
          defaultValue={query}
          aria-label="Search pages, keys, domains and references"
          placeholder="Page, key, domain or reference"
          className="flex-[0_1_15rem] @max-phone/sheet:flex-[1_1_9rem]"
        />
        <Button size="sm">Search</Button>
      </form>
    </search>
  );
}
