import { CHAPTERS } from "./chapters.ts";

export const FOR_PROGRAMS = [
  "/changelog.atom",
  "/llms.txt",
  "/llms-full.txt",
  "/llms-operate.txt",
  "/.well-known/security.txt",
] as const;

const OUTSIDE_DOCS: ReadonlySet<string> = new Set([
  ...FOR_PROGRAMS,
  ...CHAPTERS.flatMap(({ path, isDrawn }) => (isDrawn ? [`${path}.md`] : [path, `${path}.md`])),
]);

/** Does the documentation answer at this path, if only that there is no such page? */
export function isOfDocs(path: string): boolean {
  return path.startsWith("/docs/") || OUTSIDE_DOCS.has(path);
}
