import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { BASE_URL_IN_DOCS } from "#app/_docs/built-docs.ts";
import { CHAPTERS, SHOWN_ELSEWHERE } from "#app/_docs/chapters.ts";
import { renderedDocs } from "#docs/render/built-docs.ts";
import { DOCUMENTS } from "./documents.ts";

const { chapters, images } = renderedDocs();

test("each document for shops and operators is a chapter, or is shown elsewhere", () => {
  const documents = ["integrate", "operate"].flatMap((folder) =>
    readdirSync(`docs/${folder}`).flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : [])),
  );
  const placed = [...CHAPTERS.map(({ file }) => file), ...Object.keys(SHOWN_ELSEWHERE)];
  expect(documents.filter((file) => !placed.includes(file))).toEqual([]);
  expect(new Set(placed).size).toBe(placed.length);
});

test("each chapter has an address, a title and a description of its own", () => {
  for (const member of ["path", "title", "description"] as const)
    expect(new Set(chapters.map((chapter) => chapter[member])).size, member).toBe(chapters.length);
});

test("the address of the instance is whole wherever a document has it", () => {
  for (const [n, { file, path }] of CHAPTERS.entries()) {
    const count = (text = "") => text.split(BASE_URL_IN_DOCS).length;
    const links = [...(DOCUMENTS.get(`docs/${file}`) ?? "").matchAll(/<!--.*?-->/gs)].map(
      ([remark]) => count(remark) - 1,
    );
    expect(count(chapters[n]?.html), path).toBe(
      count(DOCUMENTS.get(`docs/${file}`)) - links.reduce((sum, remark) => sum + remark, 0),
    );
  }
});

test.for(chapters)("$path links to what is there", ({ html, headings }) => {
  const anchors = new Map(chapters.map((chapter) => [chapter.path, new Set(chapter.headings.map(({ id }) => id))]));
  for (const [, address = ""] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
    const [path = "", anchor] = address.split("#");
    if (address.startsWith("#")) expect(headings.map(({ id }) => id)).toContain(anchor);
    else if (path.endsWith(".svg")) expect(Object.keys(images)).toContain(path.slice("/docs/".length));
    else if (path.startsWith("/docs")) {
      expect([...anchors.keys()]).toContain(path);
      if (anchor) expect([...(anchors.get(path) ?? [])], address).toContain(anchor);
    }
  }
});
