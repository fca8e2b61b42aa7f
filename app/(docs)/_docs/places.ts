import { reasonsOf } from "#app/_http/reason-catalogue.ts";
import { allOperations, pathOfOperation } from "#app/(docs)/reference/_lib/operations.ts";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import { GROUPS } from "./chapters.ts";

type Place = { path: string; name: string; note: string; isCode?: true };

/** Lists every page of the navigation with its group, every endpoint with its address, and every reason with its code. */
export function placesOfDocs(): { pages: Place[]; reasons: Place[] } {
  return {
    pages: [
      ...GROUPS.flatMap(({ name: note, links }) => links.map(({ path, name }) => ({ path, name, note }))),
      ...allOperations().map(({ operationId, summary, method, path }) => ({
        path: pathOfOperation({ operationId }),
        name: summary,
        note: `${method} ${path}`,
        isCode: true as const,
      })),
    ],
    reasons: MENDERS.flatMap(reasonsOf).map(({ code, title }) => ({
      path: `/reasons/${code}`,
      name: title,
      note: code,
      isCode: true,
    })),
  };
}
