import { searchFor } from "./search.ts";
import { spellingsOf } from "./spellings.ts";

/** Whose secret it is: a visitor's person, one check, a member or key of a shop, or the instance itself. */
export type Owner = "person" | "check" | "member" | "instance";

/** Values that must be found nowhere, each with what it is. `in`: which of them stand in a text, named but not repeated. */
export function sightings() {
  const values = new Map<string, { owner: Owner; what: string }>();
  const searches = new Map<string, ReturnType<typeof searchFor>>();

  return {
    remember(owner: Owner, what: string, value: string | null | undefined): void {
      if (!value) return;
      values.set(value, { owner, what });
      searches.clear();
    },

    /** How many of what there are. */
    counts: (): Record<string, number> =>
      Object.fromEntries(
        [...Map.groupBy(values.values(), ({ what }) => what)].map(([what, found]) => [what, found.length]),
      ),

    in(text: Buffer | string, owners: readonly Owner[] = ["person", "check", "member", "instance"]): string[] {
      const search = searches.get(owners.join()) ?? searchFor(needles(values, owners));
      searches.set(owners.join(), search);
      return search(Buffer.from(text as string));
    },
  };
}

function needles(values: ReadonlyMap<string, { owner: Owner; what: string }>, owners: readonly Owner[]) {
  return [...values]
    .filter(([, { owner }]) => owners.includes(owner))
    .flatMap(([value, { what }]) => spellingsOf(value).map((bytes) => ({ what, bytes })));
}
