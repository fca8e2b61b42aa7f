import type { Metadata } from "next";
import { Box } from "#app/_ui/box.tsx";
import { Empty } from "#app/_ui/empty.tsx";
import { Facts } from "#app/_ui/facts.tsx";
import { Kbd } from "#app/_ui/kbd.tsx";
import { LoadError } from "#app/_ui/load-error.tsx";
import { PageHeader } from "#app/_ui/page-header.tsx";
import { Section } from "#app/_ui/section.tsx";
import { currentMembership } from "#app/(dashboard)/_lib/current-membership.ts";
import { readMode } from "#app/(dashboard)/_lib/mode.ts";
import { MODE_PAGES, OTHER_PAGES } from "../_layout/pages.ts";
import { SearchForm } from "./_components/search-form.tsx";
import { destinationsOf } from "./_lib/destinations.ts";
import { matching } from "./_lib/match.rules.ts";

export const metadata: Metadata = { title: "Search" };

/** Lists the keys that the layout listens to, outside of fields. */
const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ["Ctrl K or ⌘ K", "Search"],
  ["?", "This list"],
  ...[...MODE_PAGES, ...OTHER_PAGES].map(({ key, name }) => [`G then ${key.toUpperCase()}`, name] as const),
  ["J or K", "The check below or above"],
  ["Esc", "Close what is open"],
];

type Props = { searchParams: Promise<{ q?: string | string[]; mode?: string | string[] }> };

/** Shows the command menu as a page, which needs no script. */
export default async function SearchPage({ searchParams }: Props) {
  const { user, organization } = await currentMembership();
  const { q, ...given } = await searchParams;
  const mode = readMode(given);
  const query = typeof q === "string" ? q.slice(0, 253) : "";
  const { destinations: all, isWhole } = await destinationsOf(user, organization.id, mode);
  const found = matching(all, query);
  return (
    <>
      <PageHeader heading="Search" />
      <div data-lead="" className="mb-5">
        <SearchForm query={query} mode={mode} />
      </div>
      {!isWhole && (
        <LoadError
          what="Some of your keys and domains"
          here={`/dashboard/search?${new URLSearchParams({ q: query, ...(mode === "test" && { mode }) })}`}
        />
      )}
      {found.length === 0 && isWhole && (
        <Section>
          <Empty heading="Nothing found">
            A reference has eight letters. Keys and domains are found by part of a name.
          </Empty>
        </Section>
      )}
      {found.map(({ group, destinations }) => (
        <Section key={group} heading={group}>
          <Box as="ul">
            {destinations.map(({ name, href, note, isCode }) => (
              <li
                key={href}
                className="flex min-h-row items-center justify-between gap-3 border-b border-line px-4 py-1 last:border-b-0 [&>a]:min-w-0 [&>a]:wrap-anywhere"
              >
                <a href={href}>{name}</a>
                {note && (
                  <span className="text-meta whitespace-nowrap text-soft">{isCode ? <code>{note}</code> : note}</span>
                )}
              </li>
            ))}
          </Box>
        </Section>
      ))}
      <Section heading="Shortcuts" id="shortcuts" className="@max-phone/sheet:hidden">
        <Facts rows={SHORTCUTS.map(([keys, what]) => [<Kbd key={what}>{keys}</Kbd>, what])} />
      </Section>
    </>
  );
}
