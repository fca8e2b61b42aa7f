import { MAX_QUERY } from "#app/(docs)/search/_lib/search.rules.ts";
import { wordsForIntegrators } from "#app/verify/_views/messages.ts";

type Props = { action: string; label: string; placeholder: string; query?: string | undefined };

/** Shows a field that asks the page at `action`, with its button inside. */
export function SearchField({ action, label, placeholder, query }: Props) {
  return (
    <form className="relative" action={action}>
      <input
        className="min-h-control w-full appearance-none rounded-m border border-edge bg-raised ps-3 pe-9 text-[1rem] placeholder:text-soft focus-visible:rounded-m sm:text-body"
        type="search"
        name="q"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={query}
        maxLength={MAX_QUERY}
        autoComplete="off"
        spellCheck={false}
      />
      <button
        className="absolute inset-y-0 end-0 grid w-9 place-items-center text-soft hover:text-ink"
        type="submit"
        aria-label={wordsForIntegrators()("docs.search.button")}
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
  );
}
