import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE_URL_IN_DOCS, KEY_IN_DOCS as KEY } from "#app/(docs)/_docs/built-docs.ts";
import { openApi } from "#docs/openapi/document.ts";
import { CHECK_SAMPLES, DEVICE, startSamples, TOKEN } from "#docs/openapi/samples.ts";
import { LANGUAGES } from "#lib/core/language.rules.ts";
import { newDevice } from "#tests/support/gateway.ts";
import { newOrganization } from "#tests/support/organization.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { browser, completeFlow, started, tokenIn } from "#tests/support/visitor.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "ageway-samples-"));
let base: string;
beforeAll(async () => {
  base = await sharedApp();
});
afterAll(() => rmSync(folder, { recursive: true }));

type Operation = {
  operationId: string;
  responses: Record<string, { headers?: Record<string, { schema?: { enum?: string[] } }> }>;
};

const read = async (page = "") => (await fetch(`${base}/reference${page}`)).text();

const operations = Object.values(openApi().paths ?? {}).flatMap((item) =>
  Object.values(item as Record<string, Operation>).filter(({ operationId }) => operationId),
);

test("each endpoint has a page, and there an anchor for each status and reason, which leads to the page of the reason", async () => {
  const list = await read();
  expect(operations.length).toBeGreaterThan(10);
  for (const { operationId, responses } of operations) {
    // The anchor is that of older links.
    expect(list).toContain(`<li id="${operationId}"`);
    expect(list).toContain(`href="/reference/${operationId}"`);
    const html = await read(`/${operationId}`);
    for (const [status, { headers }] of Object.entries(responses)) {
      expect(html).toContain(`id="${operationId}-${status}"`);
      for (const reason of headers?.["Ageway-Reason"]?.schema?.enum ?? []) {
        expect(html).toContain(`id="${operationId}-${status}-${reason}"`);
        expect(html).toContain(`href="/reasons/${reason}"`);
      }
    }
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect((await fetch(`${base}/reference/no_such_endpoint`)).status).toBe(404);
});

test("the pages of the endpoints are a row, from the first to the last", async () => {
  const next = (html: string) => /<a [^>]*rel="next" href="\/reference\/(\w+)"/.exec(html)?.[1];
  const walked = ["start_s"];
  for (let id = next(await read("/start_s")); id; id = next(await read(`/${id}`))) walked.push(id);
  expect(walked.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
});

/** What stands between two anchors, without its marks. `to`: without it, up to the end. */
const part = (html: string, from: string, to?: string) =>
  html
    .slice(html.indexOf(`id="${from}"`), to ? html.indexOf(`id="${to}"`) : undefined)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

test("the pages leave out nothing that a caller sends or reads", async () => {
  const [html, start, check] = await Promise.all(["", "/start_s", "/check"].map(read));
  const sent = part(start ?? "", "content", "start_s-200");
  expect(sent).toContain("Authorization header, Bearer sk_live_…, may be left out");
  expect(sent).toContain(`lang query, one of ${LANGUAGES.join(", ")}, may be left out`);
  expect(part(check ?? "", "content", "check-200")).not.toContain("Authorization");
  for (const name of ["Ageway-Reason", "Ageway-Detail", "Ageway-Reference", "Ageway-Version", "Link"])
    expect(part(start ?? "", "start_s-400", "start_s-403")).toContain(name);
  for (const name of ["Retry-After", "RateLimit", "RateLimit-Policy"])
    expect(part(start ?? "", "start_s-429", "start_s-503")).toContain(name);
  const named = [...(start ?? "").matchAll(/href="\/reference#(header-[^"]+)"/g)].map(([, id]) => id ?? "");
  expect(named.length).toBeGreaterThan(0);
  for (const id of new Set(named)) expect(html).toContain(`id="${id}"`);
  expect(part(start ?? "", "start_s-400-device_id_invalid", "start_s-400-domain_invalid")).toContain("placeholder");
  expect(part(start ?? "", "start_s-403-secret_required", "start_s-405")).toContain("The key was locked");
  expect(part(html ?? "", "addresses", "headers")).toContain(`${base}/test `);
  const problem = part(html ?? "", "problem");
  for (const field of ["type", "title", "status", "detail", "reason", "cause", "reference", "fix", "url"])
    expect(problem).toContain(` ${field} `);
  expect(problem).toContain("reasons/age_not_supported");
});

test("the calls that a shop makes stand first, the others are folded", async () => {
  const html = await read();
  const [list = "", others = ""] = html.slice(html.indexOf("<h1"), html.indexOf('id="addresses"')).split("<details");
  const named = (text: string) => [...text.matchAll(/href="\/reference\/(\w+)"/g)].map(([, id]) => id);
  expect(named(list)).toEqual(["start_s", "start_b", "check"]);
  expect(named(others)).toContain("preflight_s");
});

const FILES: Record<string, (source: string) => [string, string[]]> = {
  curl: (source) => ["sh", ["-c", source]],
  Node: (source) => [process.execPath, [written("sample.mjs", source)]],
  PHP: (source) => ["php", [written("sample.php", source)]],
  Python: (source) => ["python3", [written("sample.py", source)]],
};

test.for(startSamples("url_generator_s"))("the $label program that starts a check prints its link", async (sample) => {
  const shop = await newOrganization({ mode: "test", subscription: "none" });
  expect(await output(sample, { [KEY]: shop.key })).toMatch(/\/verify\/s\?session=[A-Za-z0-9_-]{43}/);
});

test.for(CHECK_SAMPLES)("the $label program that checks a token knows a yes from a no", async (sample) => {
  const shop = await newOrganization({ mode: "test", subscription: "none" });
  const device = newDevice();
  const { url } = await started("b", shop, { device });
  const token = tokenIn((await completeFlow(browser(), url, "adult")).headers.get("location")) ?? "";
  const [yes, no] = [/^yes$|"verified":true/m, /^no$|"verified":false/m];
  expect(await output(sample, { [KEY]: shop.key, [TOKEN]: token, [DEVICE]: device })).toMatch(yes);
  expect(await output(sample, { [KEY]: shop.key })).toMatch(no);
});

/** What the program prints, with these in the place of what stands in it for them. */
async function output({ label, source }: { label: string; source: string }, values: Record<string, string>) {
  const all = { ...values, [BASE_URL_IN_DOCS]: base };
  const filled = Object.entries(all).reduce((text, [name, value]) => text.replaceAll(name, value), source);
  const [program = "", args = []] = FILES[label]?.(filled) ?? [];
  return (await run(program, args)).stdout;
}

function written(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}
