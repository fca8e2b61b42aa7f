import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import MarkdownIt, { type Token } from "markdown-it";
import { type BuiltChapter, type Heading, KEY_IN_DOCS, KEY_MARK } from "#app/(docs)/_docs/built-docs.ts";
import { escapeHtml } from "#app/(docs)/_docs/escape-html.rules.ts";
import { FIGURE, figureInside } from "#app/(docs)/_docs/figure.ts";
import { anchorOf } from "./anchors.ts";
import { withChoices } from "./choices.ts";
import { coloured } from "./code.ts";
import { addressOf } from "./links.ts";

type Rendered = Pick<BuiltChapter, "title" | "description" | "html" | "headings">;

/** As long as a description may be before a search engine cuts it. */
const MAX_DESCRIPTION = 160;

const DOCS = join(import.meta.dirname, "..");

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const { rules } = markdown.renderer;

/** A document as the HTML of its page. `file` counts from `docs/`. Throws where the document cannot be shown. */
export function rendered(source: string, file: string): Rendered {
  const tokens = withChoices(markdown.parse(source, {}));
  const [title, ...headings] = withAnchors(tokens);
  if (title?.level !== 1) throw new Error(`${file} does not begin with a heading`);
  return { title: title.text, description: descriptionOf(tokens), html: htmlOfTokens(tokens, file), headings };
}

/** A part of a document, without anchors. */
export function htmlOf(source: string, file: string): string {
  return htmlOfTokens(markdown.parse(source, {}), file);
}

function htmlOfTokens(tokens: Token[], file: string): string {
  for (const { children } of tokens) resolveLinks(children ?? [], file);
  try {
    const count: Count = { code: 0, tables: 0, hasKey: false };
    return markdown.renderer.render(tokens, markdown.options, count);
  } catch (cause) {
    throw new Error(`${file} cannot be shown`, { cause });
  }
}

/** Gives each heading its anchor, and returns them; the second of a name gets a number, as on GitHub. */
function withAnchors(tokens: readonly Token[]): Heading[] {
  const used = new Map<string, number>();
  return tokens.flatMap((token, n) => {
    if (token.type !== "heading_open" || token.meta?.isOption) return [];
    const text = textOf(tokens[n + 1]);
    const anchor = anchorOf(text);
    const count = used.get(anchor) ?? 0;
    used.set(anchor, count + 1);
    const id = count === 0 ? anchor : `${anchor}-${count}`;
    const level = Number(token.tag.slice(1));
    if (level > 1) for (const mark of [token, tokens[n + 2]]) if (mark) mark.meta = { anchor: id };
    return [{ id, text, level }];
  });
}

function textOf(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ type, content }) => (type === "softbreak" ? " " : content)).join("");
}

/** The first paragraph, up to the end of a sentence. */
function descriptionOf(tokens: readonly Token[]): string {
  const first = tokens.findIndex(({ type, level }) => type === "paragraph_open" && level === 0);
  const text = textOf(tokens[first + 1]);
  if (text.length <= MAX_DESCRIPTION) return text;
  const end = text.lastIndexOf(". ", MAX_DESCRIPTION - 1);
  return end > 40 ? text.slice(0, end + 1) : `${text.slice(0, text.lastIndexOf(" ", MAX_DESCRIPTION - 1))}…`;
}

/** Relative links become addresses. One to a file of the sources becomes its name: an instance does not have the file. */
function resolveLinks(tokens: readonly Token[], file: string): void {
  let isSource = false;
  for (const token of tokens) {
    if (token.type === "image") resolvePicture(token, file);
    if (token.type === "link_close" && isSource) token.tag = "span";
    if (token.type !== "link_open") continue;
    const address = addressOf(attributeOf(token, "href"), file);
    isSource = address === null;
    if (address === null) Object.assign(token, { tag: "span", attrs: [] });
    else token.attrSet("href", address);
    // An address of the API starts a check.
    if (address && /^(?:https:\/\/age\.example)?\/(?:test\/)?api\//.test(address)) token.attrSet("rel", "nofollow");
  }
}

/** A picture has its size, so that nothing moves when it comes, and is loaded when its reader comes near. */
function resolvePicture(token: Token, file: string): void {
  const link = attributeOf(token, "src");
  const head = readFileSync(join(DOCS, posix.dirname(file), link), "utf8").slice(0, 500);
  const [, width = "", height = ""] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(head) ?? [];
  if (width === "") throw new Error(`${link} has no size`);
  const look = "rounded-l border border-line";
  token.attrs = Object.entries({
    src: addressOf(link, file) ?? "",
    alt: "",
    width,
    height,
    loading: "lazy",
    class: look,
  });
}

function attributeOf(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? "");
}

/** The heading of a section is a link to it; that of the page is not. */
rules.heading_open = (tokens, n) => {
  const { tag = "", meta } = tokens[n] ?? {};
  if (meta?.isOption) return `<${tag} class="hidden print:block">`;
  return meta ? `<${tag} id="${meta.anchor}"><a class="anchor" href="#${meta.anchor}">` : `<${tag}>`;
};
rules.heading_close = (tokens, n) => {
  const { tag = "", meta } = tokens[n] ?? {};
  return `${meta ? "</a>" : ""}</${tag}>\n`;
};

/** Pictures are side by side where there is room. */
rules.paragraph_open = (tokens, n, options, _, self) => {
  const inside = tokens[n + 1]?.children ?? [];
  const isOfPictures = inside.length > 0 && inside.every(({ type }) => type === "image" || type === "softbreak");
  return isOfPictures ? `<p class="flex flex-wrap items-start gap-4">` : self.renderToken(tokens, n, options);
};

/** A column is aligned by a class, because the policy of the pages allows no style in them. The head of a column without a name is a cell. */
rules.th_open = (tokens, n) => (tokens[n + 1]?.content === "" ? cell("td") : cell("th", tokens[n]));
rules.th_close = (tokens, n) => (tokens[n - 1]?.content === "" ? "</td>\n" : "</th>\n");
rules.td_open = (tokens, n) => cell("td", tokens[n]);

function cell(tag: string, token?: Token): string {
  return attributeOf(token, "style").includes("right") ? `<${tag} class="text-end">` : `<${tag}>`;
}

/** So many characters of code fit into the narrowest window, of 320 px. */
const FITTING = 30;
/** Lines of a program wrap. Those of what is drawn or aligned in a text would lose their shape, so they scroll. */
const SCROLLING = new Set(["", "text"]);
/** Tables with more columns do not fit into it. */
const FITTING_COLUMNS = 2;

/** Of what scrolls by itself on the page so far: each has a name of its own. `hasKey`: a program so far has the test key. */
type Count = { code: number; tables: number; hasKey: boolean };

/** What may be wider than the window is a stop of the keyboard, which scrolls it, and has a name. */
const scrolling = (name: string) => `tabindex="0" role="region" aria-label="${escapeHtml(name)}"`;

rules.table_open = (tokens, n, _, env) => {
  const count = env as Count;
  const columns = tokens.slice(
    n,
    tokens.findIndex(({ type }, at) => at > n && type === "tr_close"),
  );
  const table = `<table class="w-full text-body">`;
  const isWide = columns.filter(({ type }) => type === "th_open").length > FITTING_COLUMNS;
  if (isWide) count.tables += 1;
  const stop = isWide ? ` ${scrolling(`Table ${count.tables}`)}` : "";
  return `<div class="overflow-x-auto print:overflow-visible"${stop}>${table}\n`;
};
rules.thead_open = () => `<thead class="text-meta text-soft sm:whitespace-nowrap">`;
rules.table_close = () => "</table></div>\n";

/** The first word after the fence is the language; `file=` names the file that the code is. Commands are typed, not kept in one. */
rules.fence = (tokens, n, _, env) => {
  const { info = "", content = "" } = tokens[n] ?? {};
  const [language = "", ...words] = info.trim().split(/\s+/);
  const file = language === "sh" ? undefined : words.find((word) => word.startsWith("file="));
  const name = file && posix.basename(file.slice("file=".length));
  return figure(content, coloured(content, language), env as Count, SCROLLING.has(language), name);
};
rules.code_block = (tokens, n, _, env) => {
  const { content = "" } = tokens[n] ?? {};
  return figure(content, escapeHtml(content.trimEnd()), env as Count, true);
};

function figure(text: string, code: string, count: Count, isScrolling: boolean, name?: string): string {
  const isWide = isScrolling && text.split("\n").some((line) => line.length > FITTING);
  if (isWide) count.code += 1;
  const mark = code.includes(KEY_IN_DOCS) && !count.hasKey ? KEY_MARK : "";
  count.hasKey ||= mark !== "";
  const region = isWide ? `Code ${count.code}${name ? `, ${name}` : ""}` : undefined;
  return `${mark}<figure class="${FIGURE}">${figureInside({ caption: name, html: code, region })}</figure>\n`;
}
