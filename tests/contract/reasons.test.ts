import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { reasonText } from "#app/_http/reason-catalogue.ts";
import { exampleOf } from "#app/(docs)/reasons/_lib/example.ts";
import { plainText } from "#lib/reasons/entry.rules.ts";
import { PAGES } from "#lib/reasons/pages.rules.ts";
import { REASONS } from "#lib/reasons/reason.rules.ts";
import { send } from "#tests/support/gateway.ts";

const CODES = [...new Set([...Object.keys(REASONS), ...Object.keys(PAGES)])];
/** A page adds no more to the time of a reader with a slow line. */
const MAX_BYTES = 20_000;

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

test.for(CODES)("/reasons/%s says what happened, what to do, why, who sees it, and shows a call", async (code) => {
  const { status, headers, text } = await send(`/reasons/${code}`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(gzipSync(text).length).toBeLessThanOrEqual(MAX_BYTES);
  expect(text).not.toMatch(/javascript:|\son[a-z]+="/i);
  // The one that copies the example.
  expect(text.match(/<script\b/g)).toHaveLength(1);
  const { title = "", words = "", fix = "" } = reasonText(code) ?? {};
  const read = plain(text);
  for (const part of [title, `${words}.`, fix, `Ageway-Reason: ${code}`]) expect(read).toContain(plainText(part));
  expect(read).not.toContain("`");
  for (const id of ["causes", "seen", "example"]) expect(text).toContain(`<h2 id="${id}">`);
  // Nobody but a backend hears of a token that is unknown.
  expect(text.includes('<h2 id="visitor">')).toBe(code !== "token_unknown");
});

test.for(CODES)(
  "/reasons/%s.md is the same for a program: what the chapter of all reasons says of it",
  async (code) => {
    const { status, headers, text } = await send(`/reasons/${code}.md`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(text.match(/^#.*/gm)).toEqual([`# \`${code}\``]);
    const all = (await send("/reasons.md")).text;
    expect(all).toContain(`##${text}`.trimEnd());
    expect((await send(`/reasons/${code}`)).text).toContain(
      `<link rel="alternate" type="text/markdown" href="/reasons/${code}.md"`,
    );
  },
);

test("/reasons leads to each page, from the anchor that older links name", async () => {
  const { text } = await send("/reasons");
  const anchors = [...text.matchAll(/<tr id="([a-z_]+)"><td><a href="\/reasons\/([a-z_]+)"/g)];
  expect(anchors.map(([, anchor]) => anchor).toSorted()).toEqual(CODES.toSorted());
  expect(anchors.filter(([, anchor, path]) => anchor !== path)).toEqual([]);
});

test.for([
  ["domain_inv", ["domain_invalid"]],
  ["KEY PAUSED", ["plugin_key_paused"]],
  ["429 limit", ["rate_limited"]],
  ["no_such_code", []],
] as const)("/reasons finds “%s” by code, name and status", async ([query, codes]) => {
  const { status, headers, text } = await send(`/reasons?q=${encodeURIComponent(query)}`);
  expect([status, headers.get("x-robots-tag")]).toEqual([200, "noindex"]);
  expect([...text.matchAll(/<tr id="([a-z_]+)"/g)].map(([, code]) => code)).toEqual(codes);
  expect(text.includes("No reason has")).toBe(codes.length === 0);
  expect(text).toContain(`value="${query}"`);
});

test("each reason is listed with its status", async () => {
  const { text } = await send("/reasons");
  for (const code of CODES) {
    const [, row = ""] = new RegExp(`<tr id="${code}">(.*?)</tr>`).exec(text) ?? [];
    expect(row).toContain(`<td class="text-end">${reasonText(code)?.status}</td>`);
  }
});

test.for(["/reasons/of_another_version", "/reasons/used/x", "/reasons/constructor"])(
  "%s is not there",
  async (path) => {
    expect((await send(path)).status).toBe(404);
  },
);

test.for(
  Object.keys(REASONS).filter((code) =>
    [
      ...["method_not_allowed", "speculative_load", "domain_missing", "age_not_supported", "device_id_invalid"],
      ...["domain_invalid", "idempotency_key_invalid", "plugin_key_unknown", "token_unknown", "not_found"],
    ].includes(code),
  ),
)("the example of %s is answered as its page says", async (code) => {
  const { request, answer } = exampleOf(code as keyof typeof REASONS);
  const { status, headers, text } = await send(request.path, { method: request.method, headers: request.headers });
  const sent = Object.keys(answer.headers).map((name) => [name, headers.get(name)]);
  expect({ status, headers: Object.fromEntries(sent), body: text }).toEqual(answer);
});
