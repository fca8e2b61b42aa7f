import { beforeAll, expect, test } from "vitest";
import { reasonsOf } from "#app/_http/reason-catalogue.ts";
import { CHAPTERS } from "#app/(docs)/_docs/chapters.ts";
import { MAX_QUERY } from "#app/(docs)/search/_lib/search.rules.ts";
import { openApi } from "#docs/openapi/document.ts";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import { sharedApp } from "#tests/support/shared-app.ts";

let base: string;
beforeAll(async () => {
  base = await sharedApp();
});

const search = (query: string) => fetch(`${base}/docs/search?q=${encodeURIComponent(query)}`);
const articleOf = (html: string) => /<article.*?>(.*)<\/article>/s.exec(html)?.[1] ?? "";

/** Where the results of a query lead, the best first. */
async function found(query: string): Promise<string[]> {
  const results = articleOf(await (await search(query)).text());
  return [...results.matchAll(/<a href="([^"#]+)[^"]*">/g)].map(([, path = ""]) => path);
}

type Endpoint = { operationId?: string; summary?: string; description?: string };
type Read = { path: string; title: string; text: string };

/** Every page of the documentation as its reader has it. */
async function pages(): Promise<Read[]> {
  const chapters = CHAPTERS.filter(({ isDrawn }) => !isDrawn).map(async ({ path }) => {
    const article = articleOf(await (await fetch(base + path)).text());
    return { path, title: textOf(/<h1>(.*?)<\/h1>/.exec(article)?.[1] ?? ""), text: textOf(article) };
  });
  const reasons = MENDERS.flatMap(reasonsOf).map(async ({ code, title }) => {
    const path = `/reasons/${code}`;
    return { path, title, text: await (await fetch(`${base}${path}.md`)).text() };
  });
  const drawn = ["/reference", "/reasons"].map(async (path) => {
    const article = articleOf(await (await fetch(base + path)).text());
    const [intro = ""] = article.split("<h2");
    return { path, title: textOf(/<h1>(.*?)<\/h1>/.exec(article)?.[1] ?? ""), text: textOf(intro) };
  });
  const endpoints = Object.values(openApi().paths ?? {}).flatMap((item) =>
    Object.values(item as Record<string, Endpoint>).flatMap(({ operationId, summary = "", description = "" }) =>
      operationId ? [{ path: `/reference/${operationId}`, title: summary, text: `${summary} ${description}` }] : [],
    ),
  );
  return Promise.all([...chapters, ...reasons, ...drawn, ...endpoints]);
}

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&\w+;/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/(?<![\p{L}\p{N}_])[a-z][a-z_]{4,}/gu) ?? []);

test("each page is found first by its title, and by three words of it that few other pages have", async () => {
  const all = await pages();
  expect(all.length).toBeGreaterThan(90);
  const times = new Map<string, number>();
  for (const { text } of all) for (const word of wordsOf(text)) times.set(word, (times.get(word) ?? 0) + 1);
  const rare = (text: string) =>
    [...wordsOf(text)].toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0)).slice(0, 3);
  for (const { path, title, text } of all) {
    expect((await found(title))[0], title).toBe(path);
    expect(await found(rare(text).join(" ")), rare(text).join(" ")).toContain(path);
  }
});

test("a result leads to the part of its page that has the words", async () => {
  const results = articleOf(await (await search("fail closed")).text());
  expect(results).toContain('href="/docs/token-check#fail-closed"');
  expect(results).toMatch(/<mark[^>]*>closed<\/mark>/);
});

test.for([
  ["", "Write a word"],
  ["  ", "Write a word"],
  ["“…”", "No page has"],
  ["xyzzy plugh", "No page has “xyzzy plugh”"],
  ["a".repeat(MAX_QUERY + 1), "too long"],
])("a search for “%s” says what to do", async ([query, words]) => {
  const answer = await search(query ?? "");
  expect([answer.status, answer.headers.get("x-robots-tag")]).toEqual([200, "noindex"]);
  expect(articleOf(await answer.text())).toContain(words);
});

test("what is searched is text on the page and in its field, never marks", async () => {
  const html = await (await search('"><script>x</script>')).text();
  expect(html).not.toContain("<script>x");
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"');
});

test.for(["/docs", "/docs/limits", "/reasons", "/reasons/rate_limited", "/reference/check", "/docs/no-such-page"])(
  "%s has the field of the search",
  async (path) => {
    const html = await (await fetch(base + path)).text();
    const [, field = ""] = /<form [^>]*action="\/docs\/search"><input ([^>]*)>/.exec(html) ?? [];
    expect(field).toMatch(/type="search"/);
    expect(field).toMatch(/name="q"/);
  },
);

test("where there is no page, the search has the words of the address, and what it finds is shown", async () => {
  const answer = await fetch(`${base}/docs/integrate/quick-start`);
  const html = await answer.text();
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(html).toContain('value="quick start"');
  expect(articleOf(html)).toMatch(/<a href="\/docs\/quick-start[#"]/);
  const nothing = await fetch(`${base}/reasons/%3Cb%3Ezzqq`);
  expect(nothing.status).toBe(404);
  expect(articleOf(await nothing.text())).not.toContain("<a ");
});
