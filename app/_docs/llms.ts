import { wordsForIntegrators } from "#app/verify/_views/messages.ts";
import { config } from "#lib/core/config.ts";
import { builtDocs } from "./built-docs.ts";
import { GROUPS } from "./chapters.ts";

/** What the documentation has, for programs that read it (llmstxt.org): a line a page, each as Markdown where there is that. */
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
    `- [openapi.json](${baseUrl}/openapi.json): ${words("docs.openApi")}.\n`,
  ].join("\n");
  return [`# Ageway\n`, `> ${words("docs.summary", { baseUrl })}\n`, whole, ...groups].join("\n");
}

/** Every chapter once, whole, in the order of the navigation. Its links are paths: it is read in one piece, and has a size to keep. */
export function llmsFullText(): string {
  const { baseUrl } = config();
  const chapters = builtDocs().chapters.map(
    ({ path, markdown }) => `<!-- ${baseUrl}${path} -->\n\n${markdown.trim().replaceAll(`](${baseUrl}/`, "](/")}\n`,
  );
  return chapters.join("\n");
}
