import { builtFile } from "#app/(docs)/_docs/built-docs.ts";
import { type ReadyPage, readyPage, type SearchPage } from "./search.rules.ts";

let pages: readonly ReadyPage[] | undefined;

/** Reads what the build wrote of every page when somebody first searches. */
export function searchIndex(): readonly ReadyPage[] {
  pages ??= (JSON.parse(builtFile("search.json")) as SearchPage[]).map(readyPage);
  return pages;
}
