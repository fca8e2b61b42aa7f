import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { CHAPTER_OF } from "#app/_ui/page-header.tsx";
import { CHAPTERS, FOR_OPERATORS } from "#app/(docs)/_docs/chapters.ts";
import { sharedApp } from "#tests/support/shared-app.ts";

/** A page with all that it loads at once, compressed; and a picture, which comes when its reader is near. */
const [MAX_BYTES, MAX_PICTURE_BYTES] = [20_000, 8_000];

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
  const startPage = pages.get("/") as Page;
  expect(linksOf(startPage)).toContain("/docs/quick-start");
  // As a backend asks: with whole addresses, and its key.
  expect(startPage.html.replaceAll("<wbr/>", "")).toContain(`${base}/api/auth_check/{token}/{device}?plugin_key={key}`);
  expect(startPage.html).not.toContain("device_id.js");
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

test("each page is HTML, a style sheet of ours and the script that copies code, in 20 KB, and each picture in 8", async () => {
  for (const { path, html, headers, bytes } of pages.values()) {
    expect(/<[^>]+\son\w+=|javascript:/.exec(html)?.[0], path).toBeUndefined();
    const allowed = /script-src ([^;]+)/.exec(headers.get("content-security-policy") ?? "")?.[1];
    const scripts = [...html.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, script = ""]) => script);
    expect(scripts.map(sourceOf), path).toEqual(path !== "/" && html.includes("<figure") ? [allowed] : []);
    for (const script of scripts) expect(script.length).toBeLessThan(1_024);
    const sizesOf = (pattern: RegExp) =>
      Promise.all([...html.matchAll(pattern)].map(async ([, url = ""]) => (await read(url)).bytes));
    const loaded = await sizesOf(/<(?:link rel="stylesheet" href|img src)="([^"]+)"(?![^>]* loading="lazy")/g);
    expect(bytes + loaded.reduce((sum, size) => sum + size, 0), path).toBeLessThanOrEqual(MAX_BYTES);
    const pictures = await sizesOf(/<img src="([^"]+)"[^>]* loading="lazy"/g);
    expect(Math.max(0, ...pictures), path).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
  }
});

/** What a policy allows a script by. */
const sourceOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

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
  const first = await fetch(`${base}/docs/limits`);
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(`${base}/docs/limits`, { headers: { "If-None-Match": `"other", ${etag}` } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const statusOf = async (tags: string) =>
    (await fetch(`${base}/docs/limits`, { headers: { "If-None-Match": tags } })).status;
  // A proxy that decompresses takes the mark of a weak tag away.
  expect(await Promise.all([etag.replace("W/", ""), "*", '"other"', 'W/"other"'].map(statusOf))).toEqual([
    304, 304, 200, 200,
  ]);
});

test.for(["br", "gzip", "identity"])("a page is the same for a reader who takes %s", async (encoding) => {
  const answer = await fetch(`${base}/docs/limits`, { headers: { "Accept-Encoding": encoding } });
  expect(answer.headers.get("content-encoding") ?? "identity").toBe(encoding);
  expect(answer.headers.get("vary")).toBe("Accept-Encoding");
  expect(await answer.text()).toBe(pages.get("/docs/limits")?.html);
});

test.for(["/docs", "/"])(
  "the style of %s is kept for a year; that of another version is asked for again",
  async (path) => {
    const [, style = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(pages.get(path)?.html ?? "") ?? [];
    expect((await read(style)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await read(style.replace(/v=.*/, "v=older"))).headers.get("cache-control")).toBe("public, no-cache");
  },
);

test("pages name the address of this instance where the documents have an example", () => {
  for (const { path, html } of pages.values()) expect(html, path).not.toContain("https://age.example");
  expect(pages.get("/docs/start-a-check")?.html).toContain(`${base}/api/url_generator_`);
});

test("each chapter is once in llms-full.txt, for shops, or in llms-operate.txt, each of 150 KB at most", async () => {
  const [forShops, forOperators] = await Promise.all(
    ["/llms-full.txt", "/llms-operate.txt"].map(async (path) => (await fetch(`${base}${path}`)).text()),
  );
  for (const text of [forShops, forOperators]) expect(Buffer.byteLength(text ?? "")).toBeLessThanOrEqual(150 * 1024);
  for (const { path } of CHAPTERS) {
    const markdown = await (await fetch(`${base}${path}.md`)).text();
    const chapter = markdown.trim().replaceAll(`](${base}/`, "](/");
    const times = [forShops, forOperators].map((text) => (text?.split(chapter).length ?? 0) - 1);
    expect([path, times]).toEqual([path, FOR_OPERATORS.has(path) ? [0, 1] : [1, 0]]);
  }
});

test.for(["/docs/no-such-page", "/reasons/nope"])(
  "%s leads nowhere, keeps the navigation, and names no other page as its own",
  async (path) => {
    for (const _ of ["rendered", "published"]) {
      const answer = await fetch(`${base}${path}`, { headers: { Accept: "text/html", "Sec-Fetch-Mode": "navigate" } });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(headersOf(answer)).toEqual(["no-store", "nosniff", "noindex", null]);
      const html = await answer.text();
      expect(html).toContain('href="/docs/quick-start"');
      expect(html).not.toContain("canonical");
    }
  },
);

test.for(["", ".md"])("the former address of the gate test's chapter%s leads to the one of now", async (type) => {
  const { status, headers } = await fetch(`${base}/docs/doctor${type}`, { redirect: "manual" });
  expect([status, headers.get("location")]).toEqual([308, `/docs/gate-test${type}`]);
});

test.for(["/docs/no-such-page.md", "/reasons/nope.md", "/.well-known/security.txt"])(
  "a program that reads %s, which is not there, reads a line of text",
  async (path) => {
    const answer = await fetch(`${base}${path}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
    expect(headersOf(answer)).toEqual(["no-store", "nosniff", "noindex", null]);
    expect(await answer.text()).toContain("/llms.txt");
  },
);

const headersOf = ({ headers }: Response) =>
  ["cache-control", "x-content-type-options", "x-robots-tag", "etag"].map((name) => headers.get(name));

test.for(["/docs/quick-start", "/llms-full.txt", "/docs/no-such-page", "/"])(
  "HEAD of %s has the length that GET has",
  async (path) => {
    const [get, head] = await Promise.all(["GET", "HEAD"].map((method) => fetch(`${base}${path}`, { method })));
    const read = (answer?: Response) => [answer?.status, answer?.headers.get("content-length")];
    expect(read(head)).toEqual(read(get));
    expect(Number(head?.headers.get("content-length"))).toBeGreaterThan(0);
  },
);

test("each line of llms.txt says what is there, and one names the OpenAPI document", async () => {
  const text = await (await fetch(`${base}/llms.txt`)).text();
  expect(text).toContain(`](${base}/openapi.json): `);
  const lines = text.split("\n").filter((line) => line.startsWith("- ") && !/llms-(?:full|operate)\.txt/.test(line));
  expect(lines.filter((line) => !/^- \[[^\]]+\]\([^)]+\): .{30,}$/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.includes("CHANGELOG.md"))).toEqual([]);
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
