import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { BuiltDocs, Version } from "#app/(docs)/_docs/built-docs.ts";
import { CHAPTERS, type Chapter } from "#app/(docs)/_docs/chapters.ts";
import { dayOf } from "#lib/base/time.rules.ts";
import { reasonsReference } from "../generate/reasons.ts";
import { anchorOf } from "./anchors.ts";
import { CHOICE_MARK } from "./choices.ts";
import { withAddresses } from "./links.ts";
import { htmlOf, rendered } from "./markdown.ts";

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
      markdown: withAddresses(source.replaceAll(`${CHOICE_MARK}\n\n`, ""), file),
    })),
    versions: versionsIn(sourceOf({ file: CHANGELOG }), CHANGELOG),
    builtOn: dayOf(now),
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
 * Leaves out what is for readers of the repository, remarks but the mark of a choice, and which test runs a block. The versions of
 * the changelog lose their brackets. A drawn page has more than the document of the repository.
 */
function sourceOf({ file, isDrawn }: Pick<Chapter, "file" | "isDrawn">): string {
  const source = (isDrawn ? reasonsReference() : readFileSync(join(DOCS, file), "utf8"))
    .replace(/<!-- repository -->\n(?:.+\n)+\n*/g, "")
    .replace(/<!--(?! choice -->).*?-->\n*/gs, "")
    .replace(/^( *```\w+) run=\S+$/gm, "$1");
  return file === CHANGELOG ? source.replace(/^## \[([^\]]+)\]/gm, "## $1") : source;
}

/** Reads the versions of the changelog, the newest first. `file` counts from `docs/`. */
function versionsIn(changelog: string, file: string): Version[] {
  const [, ...sections] = changelog.split(/^## /m);
  return sections.map((section) => {
    const [heading = "", ...lines] = section.split("\n");
    const [name = "", date = null] = heading.split(" - ");
    return { name, date, anchor: anchorOf(heading), html: htmlOf(lines.join("\n"), file) };
  });
}
