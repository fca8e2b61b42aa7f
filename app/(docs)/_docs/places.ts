import { reasonsOf } from "#app/_http/reason-catalogue.ts";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import { GROUPS } from "./chapters.ts";

type Place = { path: string; name: string; note: string };

/** Lists every page of the navigation with its group, and every reason with its code. */
export function placesOfDocs(): { pages: Place[]; reasons: Place[] } {
  return {
    pages: GROUPS.flatMap(({ name: note, links }) => links.map(({ path, name }) => ({ path, name, note }))),
    reasons: MENDERS.flatMap(reasonsOf).map(({ code, title }) => ({
      path: `/reasons/${code}`,
      name: title,
      note: code,
    })),
  };
}
