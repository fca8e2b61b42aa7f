import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { BuiltDocs } from "#app/_docs/built-docs.ts";
import { CHAPTERS, type Chapter } from "#app/_docs/chapters.ts";
import { withAddresses } from "./links.ts";
import { rendered } from "./markdown.ts";

const DOCS = join(import.meta.dirname, "..");

/** Every chapter and its pictures as the servers show them, in the order of the table. */
export function renderedDocs(): BuiltDocs {
  const sources = CHAPTERS.map((chapter) => ({ ...chapter, source: sourceOf(chapter.file) }));
  return {
    chapters: sources.map(({ path, file, source }) => ({
      path,
      ...rendered(source, file),
      markdown: withAddresses(source, file),
    })),
    images: Object.fromEntries(sources.flatMap(imagesOf)),
  };
}

function imagesOf({ file, source }: Chapter & { source: string }): [string, string][] {
  return [...source.matchAll(/!\[[^\]]*\]\(([\w./-]+\.svg)\)/g)].map(([, link = ""]) => [
    posix.basename(link),
    readFileSync(join(DOCS, posix.dirname(file), link), "utf8"),
  ]);
}

/** Without remarks, which are for those who edit the document. */
function sourceOf(file: string): string {
  return readFileSync(join(DOCS, file), "utf8").replace(/<!--.*?-->\n*/gs, "");
}
