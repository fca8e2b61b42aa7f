import { readReference, spelled } from "#lib/crypto/reference.rules.ts";

/**
 * Holds what the search finds: a page, an action, a key, a domain, a check, or a page of the documentation. `note`: stands
 * beside the name; `isCode`: as programs write it.
 */
export type Destination = {
  group: "Pages" | "Actions" | "Keys" | "Domains" | "Checks" | "Docs" | "Reasons";
  name: string;
  href: string;
  note?: string;
  isCode?: true;
};

/** `isWhole`: false where keys or domains could not be loaded, and are left out. */
export type LoadedDestinations = { destinations: Destination[]; isWhole: boolean };

const GROUPS = ["Checks", "Domains", "Keys", "Pages", "Actions", "Docs", "Reasons"] as const;
/** Only found by a word: without one, the list is of this organization. */
const OF_DOCS: readonly Destination["group"][] = ["Docs", "Reasons"];
/** So many pages the dashboard has. */
const MAX_OF_GROUP = 10;

/**
 * Finds the destinations whose name or note has every word of the query, by group; names that begin with it come first.
 * Eight letters of our alphabet are the reference of a check or a call.
 */
export function matching(
  destinations: readonly Destination[],
  query: string,
): { group: Destination["group"]; destinations: Destination[] }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [
    ...checksNamed(query),
    ...destinations.filter((destination) => words.every((word) => textOf(destination).includes(word))),
  ];
  const first = words.join(" ");
  const groups = words.length > 0 ? GROUPS : GROUPS.filter((group) => !OF_DOCS.includes(group));
  return groups
    .map((group) => ({
      group,
      destinations: all
        .filter((destination) => destination.group === group)
        .toSorted((a, b) => Number(begins(b, first)) - Number(begins(a, first)))
        .slice(0, MAX_OF_GROUP),
    }))
    .filter((found) => found.destinations.length > 0);
}

function checksNamed(query: string): Destination[] {
  const reference = readReference(query);
  if (reference === null) return [];
  const href = `/dashboard/checks/${reference}#panel-title`;
  return [{ group: "Checks", name: spelled(reference), href, note: "Open by reference" }];
}

function textOf({ name, note = "" }: Destination): string {
  return `${name} ${note}`.toLowerCase();
}

function begins({ name }: Destination, text: string): boolean {
  return text !== "" && name.toLowerCase().startsWith(text);
}
