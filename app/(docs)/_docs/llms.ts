import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { config } from "#lib/runtime/config.ts";
import { type BuiltChapter, builtDocs } from "./built-docs.ts";
import { FOR_OPERATORS, GROUPS } from "./chapters.ts";

/** Says what the documentation has, for programs that read it (llmstxt.org): a line a page, each as Markdown where there is that. */
export function llmsText(): string {
  const words = wordsForIntegrators();
  const { baseUrl } = config();
  const chapters = new Map(builtDocs().chapters.map((chapter) => [chapter.path, chapter]));
  const groups = GROUPS.map(({ name, links }) => {
    const lines = links.map(({ path, name, about }) => {
      const chapter = chapters.get(path);
      return `- [${name}](${baseUrl}${path}${chapter ? ".md" : ""}): ${about ?? chapter?.description}`;
    });
    return `## ${name}\n\n${lines.join("\n")}\n`;
  });
  const whole = [
    `- [${words("docs.whole")}](${baseUrl}/llms-full.txt)`,
    `- [${words("docs.operate")}](${baseUrl}/llms-operate.txt)`,
    `- [openapi.json](${baseUrl}/openapi.json): ${words("docs.openApi")}.\n`,
  ].join("\n");
  return [`# Ageway\n`, `> ${words("docs.summary", { baseUrl })}\n`, whole, ...groups].join("\n");
}

/** Writes every chapter for shops, whole, in the order of the navigation: a model that puts Ageway into a shop has no use for the rest. */
export function llmsFullText(): string {
  return textOf(({ path }) => !FOR_OPERATORS.has(path));
}

/** Writes every chapter for operators. */
export function llmsOperateText(): string {
  return textOf(({ path }) => FOR_OPERATORS.has(path));
}

/** The links are paths: the text is read in one piece, and has a size to keep. */
function textOf(isWanted: (chapter: BuiltChapter) => boolean): string {
  const { baseUrl } = config();
  const chapters = builtDocs().chapters.filter(isWanted);
  return chapters
    .map(
      ({ path, markdown }) => `<!-- ${baseUrl}${path} -->\n\n${markdown.trim().replaceAll(`](${baseUrl}/`, "](/")}\n`,
    )
    .join("\n");
}
