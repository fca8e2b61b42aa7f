import { createCssVariablesTheme, createHighlighter } from "shiki";
import { escapeHtml } from "#app/(docs)/_docs/escape-html.rules.ts";

const LANGUAGES = [
  "bash",
  "html",
  "http",
  "ini",
  "javascript",
  "json",
  "jsx",
  "lua",
  "nginx",
  "php",
  "python",
  "sh",
  "sql",
  "ts",
  "tsx",
  "yaml",
];
/** Not coloured. */
const PLAIN = new Set(["", "text", "txt"]);
const THEME = createCssVariablesTheme({
  name: "css-variables",
  variablePrefix: "--",
  variableDefaults: {},
  fontStyle: false,
});

/** Which class a token gets; the rest is plain. The style sheet has a colour for each, in light and dark. */
const CLASSES: Record<string, string> = {
  "token-keyword": "k",
  "token-string": "s",
  "token-string-expression": "s",
  "token-constant": "n",
  "token-function": "f",
  "token-comment": "c",
  "token-link": "s",
  "token-parameter": "p",
};

const highlighter = await createHighlighter({
  themes: [THEME],
  langs: LANGUAGES,
});

/** Code as HTML, coloured by classes, without an empty line at its end. Throws where nobody knows the language. */
export function coloured(text: string, language: string): string {
  const code = text.trimEnd();
  if (PLAIN.has(language)) return escapeHtml(code);
  // By default a line that takes half a second is left plain: a busy machine would write other pages.
  const lines = highlighter.codeToTokensBase(code, { lang: language as "ts", theme: THEME, tokenizeTimeLimit: 0 });
  return lines.map((line) => together(line).map(spanOf).join("")).join("\n");
}

type Token = { content: string; className: string | undefined };

/** Neighbours of one colour are one token, so that an address stays whole. */
function together(line: readonly { content: string; color?: string }[]): Token[] {
  const tokens: Token[] = [];
  for (const { content, color } of line) {
    const className = CLASSES[/^var\(--(.+)\)$/.exec(color ?? "")?.[1] ?? ""];
    const last = tokens.at(-1);
    if (last && last.className === className) last.content += content;
    else tokens.push({ content, className });
  }
  return tokens;
}

function spanOf({ content, className }: Token): string {
  return className ? `<span class="${className}">${escapeHtml(content)}</span>` : escapeHtml(content);
}
