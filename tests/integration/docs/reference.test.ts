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

const read = () => fetch(`${base}/reference`);

test("each operation, status and reason of the document has its anchor, and each reason leads to its page", async () => {
  const html = await (await read()).text();
  const operations = Object.values(openApi().paths ?? {}).flatMap((item) =>
    Object.values(item as Record<string, Operation>).filter(({ operationId }) => operationId),
  );
  expect(operations.length).toBeGreaterThan(10);
  for (const { operationId, responses } of operations) {
    expect(html).toContain(`id="${operationId}"`);
    for (const [status, { headers }] of Object.entries(responses)) {
      expect(html).toContain(`id="${operationId}-${status}"`);
      for (const reason of headers?.["Ageway-Reason"]?.schema?.enum ?? []) {
        expect(html).toContain(`id="${operationId}-${status}-${reason}"`);
        expect(html).toContain(`href="/reasons/${reason}"`);
      }
    }
  }
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** What stands between two anchors, without its marks. */
const part = (html: string, from: string, to: string) =>
  html
    .slice(html.indexOf(`id="${from}"`), html.indexOf(`id="${to}"`))
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

test("the page leaves out nothing that a caller sends or reads", async () => {
  const html = await (await read()).text();
  const start = part(html, "start_s", "start_b");
  expect(start).toContain("Authorization header, Bearer sk_live_…, may be left out");
  expect(start).toContain(`lang query, one of ${LANGUAGES.join(", ")}, may be left out`);
  expect(part(html, "check", "check-200")).not.toContain("Authorization");
  for (const name of ["Ageway-Reason", "Ageway-Detail", "Ageway-Reference", "Ageway-Version", "Link"])
    expect(part(html, "start_s-400", "start_s-403")).toContain(name);
  for (const name of ["Retry-After", "RateLimit", "RateLimit-Policy"])
    expect(part(html, "start_s-429", "start_s-503")).toContain(name);
  const named = [...html.matchAll(/href="#(header-[^"]+)"/g)].map(([, id]) => id ?? "");
  for (const id of new Set(named)) expect(html).toContain(`id="${id}"`);
  expect(part(html, "start_s-400-device_id_invalid", "start_s-400-domain_invalid")).toContain("placeholder");
  expect(part(html, "start_s-403-secret_required", "start_s-405")).toContain("The key was locked");
  expect(part(html, "addresses", "start-a-check")).toContain(`${base}/test `);
  const problem = html.slice(html.indexOf('id="problem"'));
  for (const field of ["type", "title", "status", "detail", "reason", "cause", "reference", "fix", "url"])
    expect(problem).toContain(`<code>${field}</code>`);
  expect(problem).toContain("reasons/age_not_supported");
});

test("the calls that a shop makes stand first, the others are folded", async () => {
  const html = await (await read()).text();
  const [list = "", others = ""] = html.slice(html.indexOf("<h1"), html.indexOf('id="addresses"')).split("<details");
  const named = (text: string) => [...text.matchAll(/href="#(\w+)"/g)].map(([, id]) => id);
  expect(named(list).slice(-3)).toEqual(["start_s", "start_b", "check"]);
  expect(named(others)).toContain("preflight_s");
  expect(html.indexOf('id="check"')).toBeLessThan(html.indexOf('id="device_id_script"'));
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
