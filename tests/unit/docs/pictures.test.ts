import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { DOCUMENTS, proseOf } from "./documents.ts";

const FOLDER = join("docs", "integrate");
const PICTURES = readdirSync(FOLDER).filter((name) => name.endsWith(".svg"));

const shown = [...DOCUMENTS].flatMap(([path, text]) =>
  [...proseOf(text).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, words = "", link = ""]) => ({
    path,
    words,
    picture: join(dirname(path), link),
  })),
);

test("each picture of the documents is there, says in words what to see, and at least six show the product", () => {
  for (const { path, words, picture } of shown) {
    expect(existsSync(picture), `${path} → ${picture}`).toBe(true);
    expect(words.length, `${path} → ${picture}`).toBeGreaterThanOrEqual(40);
  }
  const used = new Set(shown.map(({ picture }) => picture));
  expect(PICTURES.filter((name) => !used.has(join(FOLDER, name)))).toEqual([]);
  expect(PICTURES.length).toBeGreaterThanOrEqual(6);
});

test.for(["quick-start", "hosted-flow", "dashboard", "gate-test"])("the chapter %s has a picture", (name) => {
  expect(shown.map(({ path }) => path)).toContain(join(FOLDER, `${name}.md`));
});

test.for(PICTURES)("%s loads nothing, runs nothing, and has no key or address of the demo", (name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  expect(text).not.toMatch(/<script|\son\w+=|url\(|@import|@font-face|<img|<iframe/);
  const addresses = [...text.matchAll(/https?:\/\/[^\s"<)]+/g)].map(([address]) => address);
  const known = /^(?:http:\/\/www\.w3\.org\/|https:\/\/age\.example|http:\/\/localhost:8080)/;
  expect(addresses.filter((address) => !known.test(address))).toEqual([]);
  expect(text.replaceAll("pk_test_your_key", "")).not.toMatch(/pk_(?:live|test)_\w{8}/);
});
