import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openApi } from "#docs/openapi/document.ts";
import { breaksCallers, changeOf, endpointOf, factsOf } from "#docs/openapi/facts.ts";

/** As of the last release; `node docs/generate.ts released` writes it. A file, because a shallow clone has no other commit. */
const RELEASED = readFileSync("docs/openapi-released.txt", "utf8").trimEnd().split("\n");
const [, UNRELEASED = ""] = readFileSync("CHANGELOG.md", "utf8").split(/^## \[.*$/m);
const ENTRIES = UNRELEASED.split(/^- /m).map((entry) => entry.replaceAll(/\s+/g, " "));

type Facts = readonly string[];

/** What the changelog does not say of a change: each endpoint's name, and "breaking:" with those that lose something. */
function missingIn(entries: readonly string[], before: Facts, now: Facts): string[] {
  const change = changeOf(before, now);
  const named = (endpoint: string, word: string) =>
    entries.some((entry) => entry.includes(`\`${endpoint}\``) && entry.includes(word));
  const changed = new Set([...change.added, ...change.removed].map(endpointOf));
  const broken = new Set(breaksCallers(before, now).map(endpointOf));
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

const SECRET = { secret: [] };
const ANSWERED = { responses: { 200: { description: "The list." }, 304: { description: "Unchanged." } } };
const taking = (schema: object) => ({
  ...ANSWERED,
  security: [{}],
  parameters: [{ in: "query", name: "x", schema: { type: "string", ...schema } }],
});

test.for([
  ["a secret that becomes compulsory", { ...ANSWERED, security: [{}, SECRET] }, { ...ANSWERED, security: [SECRET] }],
  ["a secret where none was asked for", ANSWERED, { ...ANSWERED, security: [SECRET] }],
  ["a status without a body that is gone", ANSWERED, { responses: { 200: { description: "The list." } } }],
  ["a longest length of what is given", taking({}), taking({ maxLength: 9 })],
  ["a pattern of what is given", taking({}), taking({ pattern: "^a" })],
  ["a smallest value of what is given", taking({}), taking({ minimum: 1 })],
  ["a list of what is taken, where all was", taking({}), taking({ enum: ["a"] })],
  ["an operation of words alone that is gone", { description: "Lists.", responses: {} }, null],
  [
    "a field that is called as a keyword and is gone",
    { responses: { 200: { schema: { properties: { title: { type: "string" } } } } } },
    { responses: { 200: { schema: { properties: {} } } } },
  ],
] as const)("%s needs “breaking:”", ([, before, now]) => {
  const facts = (get: object | null) => factsOf({ paths: { "/a": get === null ? {} : { get } } });
  expect(missingIn([], facts(before), facts(before))).toEqual([]);
  expect(missingIn(["`GET /a` and `/a` are mended"], facts(before), facts(now))).toEqual(["breaking: GET /a"]);
});

test.for([
  ["a longest length that is given up", taking({ maxLength: 9 }), taking({})],
  ["a further value that is taken", taking({ enum: ["a"] }), taking({ enum: ["a", "b"] })],
  ["a second way to be let in", taking({}), { ...taking({}), security: [{}, SECRET] }],
  [
    "a header of a status that had words alone",
    ANSWERED,
    { responses: { ...ANSWERED.responses, 304: { headers: { ETag: { schema: { type: "string" } } } } } },
  ],
  ["a further parameter that may be left out", { ...taking({}), parameters: [] }, taking({ maxLength: 9 })],
] as const)("%s breaks nobody", ([, before, now]) => {
  const facts = (get: object) => factsOf({ paths: { "/a": { get } } });
  expect(missingIn([], facts(before), facts(now))).toEqual(["GET /a"]);
});

test("a further operation breaks nobody, whatever it asks for", () => {
  const before = factsOf({ paths: { "/a": { get: ANSWERED } } });
  const now = factsOf({ paths: { "/a": { get: ANSWERED, post: { ...taking({}), security: [SECRET] } } } });
  expect(missingIn([], before, now)).toEqual(["POST /a"]);
});

test("words are no facts", () => {
  const document = (description: string) => ({ paths: { "/a": { get: { description, responses: {} } } } });
  expect(factsOf(document("one"))).toEqual(factsOf(document("two")));
});
