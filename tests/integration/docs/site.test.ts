import { beforeAll, expect, test } from "vitest";
import { CHAPTERS } from "#app/_docs/chapters.ts";
import { CHAPTER_OF } from "#app/(dashboard)/_lib/chapter-of.ts";
import { sharedApp } from "#tests/support/shared-app.ts";

/** A page with all that it loads, compressed. */
const MAX_BYTES = 30_000;

type Page = { path: string; html: string; bytes: number; headers: Headers };

let base: string;
/** What the links of the documentation lead to, page after page; other addresses of ours with their status. */
const pages = new Map<string, Page>();
const others = new Map<string, number>();

beforeAll(async () => {
  base = await sharedApp();
  const waiting = ["/", "/docs"];
  for (const path of waiting) {
    const page = await read(path);
    pages.set(path, page);
    for (const link of linksOf(page)) {
      const [target = ""] = link.split("#");
      if (waiting.includes(target) || others.has(target)) continue;
      if (isPage(target)) waiting.push(target);
      else others.set(target, (await fetch(`${base}${target}`, { redirect: "manual" })).status);
    }
  }
});

test("each link of the documentation leads to what is there, also to its part of a page", () => {
  const dead = [...others].filter(([, status]) => status >= 400).map(([path]) => path);
  expect(dead).toEqual([]);
  for (const page of pages.values()) for (const link of linksOf(page)) expectThere(link, page.path);
});

test("the front page leads to the documentation, and each page of the dashboard to its chapter", () => {
  expect(linksOf(pages.get("/") as Page)).toContain("/docs/quick-start");
  for (const [name, link] of Object.entries(CHAPTER_OF)) {
    expect([...pages.keys()], name).toContain(link.split("#")[0]);
    expectThere(link, name);
  }
});

test("each page of the documentation can be reached by links, and is in llms.txt", async () => {
  const llms = await (await fetch(`${base}/llms.txt`)).text();
  for (const { path } of CHAPTERS) {
    expect([...pages.keys()]).toContain(path);
    expect(llms).toContain(`${base}${path}.md)`);
    expect((await fetch(`${base}${path}.md`)).headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  }
});

test("each page is HTML and a style sheet of ours, without script, in 30 KB", async () => {
  for (const { path, html, headers, bytes } of pages.values()) {
    expect(/<script|<[^>]+\son\w+=|javascript:/.exec(html)?.[0], path).toBeUndefined();
    expect(headers.get("content-security-policy"), path).not.toContain("script-src");
    const loaded = [...html.matchAll(/<(?:link rel="stylesheet" href|img src)="([^"]+)"/g)].map(([, url = ""]) => url);
    const sizes = await Promise.all(loaded.map(async (url) => (await read(url)).bytes));
    expect(bytes + sizes.reduce((sum, size) => sum + size, 0), path).toBeLessThanOrEqual(MAX_BYTES);
  }
});

test("a page has a title, a description and one address of its own", () => {
  for (const member of [
    /<title>([^<]+)</,
    /<meta name="description" content="([^"]+)"/,
    /<link rel="canonical" href="([^"]+)"/,
  ]) {
    const all = CHAPTERS.map(({ path }) => member.exec(pages.get(path)?.html ?? "")?.[1] ?? path);
    expect(new Set(all).size).toBe(CHAPTERS.length);
  }
});

test("a reader who has a page asks whether there is another version, and is told no in a word", async () => {
  const first = await fetch(`${base}/docs/quick-start`);
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(`${base}/docs/quick-start`, { headers: { "If-None-Match": `"other", ${etag}` } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await fetch(`${base}/docs/quick-start`, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
});

test.for(["br", "gzip", "identity"])("a page is the same for a reader who takes %s", async (encoding) => {
  const answer = await fetch(`${base}/docs/quick-start`, { headers: { "Accept-Encoding": encoding } });
  expect(answer.headers.get("content-encoding") ?? "identity").toBe(encoding);
  expect(answer.headers.get("vary")).toBe("Accept-Encoding");
  expect(await answer.text()).toBe(pages.get("/docs/quick-start")?.html);
});

test("the style of this version is kept for a year; that of another is asked for again", async () => {
  const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(pages.get("/docs")?.html ?? "") ?? [];
  expect((await read(style)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await read("/docs/style.css?v=older")).headers.get("cache-control")).toBe("public, no-cache");
});

test("pages name the address of this instance where the documents have an example", () => {
  for (const { path, html } of pages.values()) expect(html, path).not.toContain("https://age.example");
  expect(pages.get("/docs/start-a-check")?.html).toContain(`${base}/api/url_generator_`);
});

test("llms-full.txt has each chapter once, in 200 KB", async () => {
  const text = await (await fetch(`${base}/llms-full.txt`)).text();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200 * 1024);
  for (const { path } of CHAPTERS) {
    const markdown = await (await fetch(`${base}${path}.md`)).text();
    const chapter = markdown.trim().replaceAll(`](${base}/`, "](/");
    expect(text.split(chapter).length, path).toBe(2);
  }
});

test("an address of the documentation that leads nowhere keeps the navigation", async () => {
  const answer = await fetch(`${base}/docs/no-such-page`);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect(await answer.text()).toContain('href="/docs/quick-start"');
});

test("an instance whose operator names no contact has no security.txt", async () => {
  expect((await fetch(`${base}/.well-known/security.txt`)).status).toBe(404);
});

/** A part of a page that a link names. */
function expectThere(link: string, from: string): void {
  const [path = "", anchor] = link.split("#");
  const target = pages.get(path);
  if (anchor && target) expect(target.html.includes(`id="${anchor}"`), `${from} → ${link}`).toBe(true);
}

function isPage(path: string): boolean {
  return /^\/(?:docs|reasons|reference|changelog)(?:\/|$)/.test(path) && !/\.(?:md|svg|css)$/.test(path);
}

async function read(path: string): Promise<Page> {
  const answer = await fetch(`${base}${path}`, { headers: { "Accept-Encoding": "gzip" } });
  expect(answer.status, path).toBe(200);
  return {
    path,
    html: await answer.text(),
    bytes: Number(answer.headers.get("content-length")),
    headers: answer.headers,
  };
}

/** Of a page to addresses of ours, each whole. */
function linksOf({ path, html }: Page): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
    .map(([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), `${base}${path}`))
    .filter(({ origin, pathname }) => origin === new URL(base).origin && !/^\/(?:test\/)?api\//.test(pathname))
    .map(({ pathname, search, hash }) => `${pathname}${search}${hash}`);
}
