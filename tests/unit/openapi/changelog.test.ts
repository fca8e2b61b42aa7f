import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openApi } from "#docs/openapi/document.ts";
import { breaksCallers, endpointOf, factsOf } from "#docs/openapi/facts.ts";

/** As of the last release; `node docs/generate.ts released` writes it. A file, because a shallow clone has no other commit. */
const RELEASED = readFileSync("docs/openapi-released.txt", "utf8").trimEnd().split("\n");
const [, UNRELEASED = ""] = readFileSync("CHANGELOG.md", "utf8").split(/^## \[.*$/m);
const ENTRIES = UNRELEASED.split(/^- /m).map((entry) => entry.replaceAll(/\s+/g, " "));

type Facts = readonly string[];

const changeOf = (before: Facts, now: Facts) => ({
  added: now.filter((fact) => !before.includes(fact)),
  removed: before.filter((fact) => !now.includes(fact)),
});

/** What the changelog does not say of a change: each endpoint's name, and "breaking:" with those that lose something. */
function missingIn(entries: readonly string[], before: Facts, now: Facts): string[] {
  const change = changeOf(before, now);
  const named = (endpoint: string, word: string) =>
    entries.some((entry) => entry.includes(`\`${endpoint}\``) && entry.includes(word));
  const changed = new Set([...change.added, ...change.removed].map(endpointOf));
  const broken = new Set(breaksCallers(change).map(endpointOf));
  return [
    ...[...changed].filter((endpoint) => !named(endpoint, "")),
    ...[...broken].filter((endpoint) => !named(endpoint, "breaking:")).map((endpoint) => `breaking: ${endpoint}`),
  ];
}

test("each change of the API since the last release has its line in the changelog, a loss with “breaking:”", () => {
  expect(missingIn(ENTRIES, RELEASED, factsOf(openApi()))).toEqual([]);
});

const ANSWER = "paths /a get responses 200 content application/json schema";
const BEFORE = [
  `${ANSWER} properties age type = "integer"`,
  `${ANSWER} required ∋ = "age"`,
  'paths /a get parameters query:x schema enum ∋ = "1"',
];

test("an addition needs its line, in which its endpoint is named", () => {
  const now = [...BEFORE, `${ANSWER} properties mode type = "string"`];
  expect(missingIn([], BEFORE, now)).toEqual(["GET /a"]);
  expect(missingIn(["`GET /a` says its mode"], BEFORE, now)).toEqual([]);
  expect(missingIn(["`GET /ab` says its mode"], BEFORE, now)).toEqual(["GET /a"]);
});

test.for([
  ["a field that is gone", BEFORE.slice(1)],
  ["a field that may be missing", BEFORE.toSpliced(1, 1)],
  ["a value that is no longer taken", BEFORE.slice(0, 2)],
  ["a further parameter that is required", [...BEFORE, "paths /a get parameters query:y required = true"]],
] as const)("%s needs “breaking:”", ([, now]) => {
  expect(missingIn(["`GET /a` is mended"], BEFORE, now)).toEqual(["breaking: GET /a"]);
  expect(missingIn(["breaking: `GET /a` is mended"], BEFORE, now)).toEqual([]);
});

test("a parameter that need not be given any more breaks nobody", () => {
  const before = [...BEFORE, "paths /a get parameters query:y required = true"];
  expect(missingIn(["`GET /a` takes less"], before, BEFORE)).toEqual([]);
});

test("words are no facts", () => {
  const document = (description: string) => ({ paths: { "/a": { get: { description, responses: {} } } } });
  expect(factsOf(document("one"))).toEqual(factsOf(document("two")));
});
