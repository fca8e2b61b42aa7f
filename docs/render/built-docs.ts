import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { BuiltDocs } from "#app/_docs/built-docs.ts";
import { CHAPTERS, type Chapter } from "#app/_docs/chapters.ts";
import { reasonsReference } from "../generate/reasons.ts";
import { versionsIn } from "./changelog.ts";
import { withAddresses } from "./links.ts";
import { rendered } from "./markdown.ts";

const DOCS = join(import.meta.dirname, "..");
const CHANGELOG = "../CHANGELOG.md";

/** Every chapter and its pictures as the servers show them, in the order of the table. */
export function renderedDocs(now: Date): BuiltDocs {
  const sources = CHAPTERS.map((chapter) => ({ ...chapter, source: sourceOf(chapter) }));
  return {
    chapters: sources.map(({ path, file, source, isDrawn, about }) => ({
      path,
      ...rendered(source, file),
      ...(about !== undefined && { description: about }),
      ...(isDrawn && { html: null }),
      markdown: withAddresses(source, file),
    })),
    versions: versionsIn(sourceOf({ file: CHANGELOG }), CHANGELOG),
    builtOn: now.toISOString().slice(0, 10),
    images: Object.fromEntries(sources.flatMap(imagesOf)),
  };
}

function imagesOf({ file, source }: Chapter & { source: string }): [string, string][] {
  return [...source.matchAll(/!\[[^\]]*\]\(([\w./-]+\.svg)\)/g)].map(([, link = ""]) => [
    posix.basename(link),
    readFileSync(join(DOCS, posix.dirname(file), link), "utf8"),
  ]);
}

/**
 * Without remarks, and which test runs a block: they are for those who edit it. The versions of the changelog lose their brackets. A
 * drawn page has more than the document of the repository.
 */
function sourceOf({ file, isDrawn }: Pick<Chapter, "file" | "isDrawn">): string {
  const source = (isDrawn ? reasonsReference() : readFileSync(join(DOCS, file), "utf8"))
    .replace(/<!--.*?-->\n*/gs, "")
    .replace(/^( *```\w+) run=\S+$/gm, "$1");
  return file === CHANGELOG ? source.replace(/^## \[([^\]]+)\]/gm, "## $1") : source;
}
