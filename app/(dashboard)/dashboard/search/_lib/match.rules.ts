import { readReference, spelled } from "#lib/core/reference.rules.ts";

/** What the search finds: a page, an action, a key, a domain or a check. `note`: stands beside the name. */
export type Thing = {
  group: "Pages" | "Actions" | "Keys" | "Domains" | "Checks";
  name: string;
  href: string;
  note?: string;
};

/** `isWhole`: false where keys or domains could not be loaded, and are left out. */
export type LoadedThings = { things: Thing[]; isWhole: boolean };

const GROUPS = ["Checks", "Domains", "Keys", "Pages", "Actions"] as const;
const MAX_OF_GROUP = 8;

/**
 * The things whose name or note has every word of the query, by group; names that begin with it come first. Eight letters of
 * our alphabet are the reference of a check or a call.
 */
export function matching(things: readonly Thing[], query: string): { group: Thing["group"]; things: Thing[] }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...checksNamed(query), ...things.filter((thing) => words.every((word) => textOf(thing).includes(word)))];
  const first = words.join(" ");
  return GROUPS.map((group) => ({
    group,
    things: all
      .filter((thing) => thing.group === group)
      .toSorted((a, b) => Number(begins(b, first)) - Number(begins(a, first)))
      .slice(0, MAX_OF_GROUP),
  })).filter((found) => found.things.length > 0);
}

function checksNamed(query: string): Thing[] {
  const reference = readReference(query);
  if (reference === null) return [];
  const href = `/dashboard/checks/${reference}#panel-title`;
  return [{ group: "Checks", name: spelled(reference), href, note: "Open by reference" }];
}

function textOf({ name, note = "" }: Thing): string {
  return `${name} ${note}`.toLowerCase();
}

function begins({ name }: Thing, text: string): boolean {
  return text !== "" && name.toLowerCase().startsWith(text);
}
