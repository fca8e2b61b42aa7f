import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { BASE_URL_IN_DOCS, KEY_MARK } from "#app/(docs)/_docs/built-docs.ts";
import { CHAPTERS } from "#app/(docs)/_docs/chapters.ts";
import { renderedDocs } from "#docs/render/built-docs.ts";
import { DOCUMENTS } from "./documents.ts";

const { chapters, versions } = renderedDocs(new Date());
const DRAWN = CHAPTERS.flatMap(({ file, isDrawn }, n) => (isDrawn ? [] : [{ file, html: chapters[n]?.html ?? "" }]));

test("each document for shops and operators is one chapter", () => {
  const documents = ["integrate", "operate"].flatMap((folder) =>
    readdirSync(`docs/${folder}`).flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : [])),
  );
  const files = CHAPTERS.map(({ file }) => file);
  expect(files.filter((file) => /^(?:integrate|operate)\//.test(file)).toSorted()).toEqual(documents.toSorted());
});

test("each chapter has an address, a title and a description of its own", () => {
  for (const member of ["path", "title", "description"] as const)
    expect(new Set(chapters.map((chapter) => chapter[member])).size, member).toBe(chapters.length);
  for (const { path, description } of chapters) expect(description.length, path).toBeGreaterThan(20);
});

test.for(DRAWN)("the address of the instance is whole wherever $file has it", ({ file, html }) => {
  const source = DOCUMENTS.get(file.startsWith("../") ? file.slice(3) : `docs/${file}`) ?? "";
  expect(html.split(BASE_URL_IN_DOCS).length).toBe(source.split(BASE_URL_IN_DOCS).length);
});

test("a chapter as Markdown has no remark for those who edit it, and does not say which test runs a block", () => {
  const all = chapters.map(({ markdown }) => markdown).join("");
  expect(all).not.toMatch(/<!--|^ *```\w+ run=/m);
  expect(all).toContain("### Express");
});

test("a paragraph for readers of the repository is not on an instance", () => {
  expect(DOCUMENTS.get("docs/integrate/README.md")).toMatch(
    /<!-- repository -->\nRead these pages on your instance.*\n\n/,
  );
  for (const { path, html, markdown } of chapters)
    expect(`${html}${markdown}`.includes("Read these pages on your instance"), path).toBe(false);
  expect(chapters.find(({ path }) => path === "/docs")?.markdown).toContain("nothing else.\n\n**[Begin with");
});

test("a page brings no script, no style of its own and nothing from elsewhere", () => {
  const all = chapters.map(({ html }) => html).join("");
  expect(all).not.toMatch(/<(?:script|style|iframe|link)|\sstyle=|\son\w+=|src="(?!\/)/);
});

test("what says whose key is in the programs is between whole parts of a page", () => {
  const marked = DRAWN.filter(({ html }) => html.includes(KEY_MARK));
  expect(marked.map(({ file }) => file)).toContain("integrate/quick-start.md");
  for (const { file, html } of marked) {
    const [before = "", , more] = html.split(KEY_MARK);
    expect(more, file).toBeUndefined();
    for (const tag of ["div", "ul", "ol", "li", "blockquote"])
      expect(before.match(new RegExp(`<${tag}\\b`, "g"))?.length, `${file}: ${tag}`).toBe(
        before.match(new RegExp(`</${tag}>`, "g"))?.length,
      );
  }
});

test("no column has an empty head, which a screen reader would announce", () => {
  for (const { file, html } of DRAWN) expect(html.includes("<th></th>"), file).toBe(false);
});

test("an address of the API is not to be followed by a crawler", () => {
  for (const { html } of DRAWN)
    for (const [link] of html.matchAll(/<a [^>]*href="[^"]*\/api\/[^>]*>/g)) expect(link).toContain('rel="nofollow"');
});

test("each version of the changelog is an entry of its own, and a heading of its page", () => {
  const page = chapters.find(({ path }) => path === "/changelog");
  expect(versions.length).toBeGreaterThan(0);
  for (const { anchor, html } of versions) {
    expect(page?.headings.map(({ id }) => id)).toContain(anchor);
    expect(html).not.toContain('id="');
  }
});
