import { readFileSync } from "node:fs";

/**
 * The `n`th commands of docs/operate/backup.md after a heading, as one text. `places`: what a test puts in place of what the
 * document names; each must occur.
 */
export function commandsUnder(heading: string, places: Record<string, string> = {}, language = "sh", n = 1): string {
  const document = readFileSync("docs/operate/backup.md", "utf8");
  const [, section = ""] = document.split(`\n${heading}\n`);
  const blocks = [...section.matchAll(new RegExp(`\`\`\`${language}[^\n]*\n(.*?)\`\`\``, "gs"))];
  const commands = blocks[n - 1]?.[1] ?? "";
  if (commands === "") throw new Error(`The document has no commands under "${heading}"`);
  return Object.entries(places).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The commands under "${heading}" do not name ${from}`);
    return text.replaceAll(from, to);
  }, commands);
}
