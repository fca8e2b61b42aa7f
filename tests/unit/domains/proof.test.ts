import { expect, test } from "vitest";
import { answerText, type DnsAnswer, domainAdviceOf, hostDiagnosisOf } from "#lib/domains/advice.rules.ts";
import {
  CHALLENGE_PATH,
  challengeNameOf,
  diagnosisOf,
  doubledNameOf,
  isReserved,
  nextRecheckAfter,
  outcomeOfProbe,
  type ServerAnswers,
} from "#lib/domains/proof.rules.ts";

const NOW = new Date("2026-03-08T12:00:00Z");

test.for([
  ["2026-03-01T04:22:59.999Z", "2026-03-01T04:23:00.000Z"],
  ["2026-03-01T04:23:00.000Z", "2026-03-02T04:23:00.000Z"],
  ["2026-12-31T23:59:59.999Z", "2027-01-01T04:23:00.000Z"],
] as const)("after %s the next look is at %s", ([now, next]) => {
  expect(nextRecheckAfter(new Date(now)).toISOString()).toBe(next);
});

test.for(["no_answer", "servers_disagree"] as const)("%s says nothing about what proved a host", (diagnosis) => {
  expect(outcomeOfProbe(diagnosis, null, NOW)).toBe("unchanged");
  expect(outcomeOfProbe(diagnosis, new Date(0), NOW)).toBe("unchanged");
});

test.for([
  "nothing_there",
  "file_missing",
  "file_other_value",
  "file_too_large",
  "file_redirects_away",
  "address_not_public",
  "host_not_found",
  "certificate_invalid",
] as const)("%s begins the seven days, and ends them", (diagnosis) => {
  const since = (days: number) => new Date(+NOW - days * 86_400_000);
  expect(outcomeOfProbe(diagnosis, null, NOW)).toBe("missing");
  expect(outcomeOfProbe(diagnosis, since(6.999), NOW)).toBe("unchanged");
  expect(outcomeOfProbe(diagnosis, since(7), NOW)).toBe("lost");
});

test("what one method found means nothing for the other", () => {
  expect(hostDiagnosisOf("file", "file_missing")).toEqual({ method: "file", diagnosis: "file_missing" });
  expect(hostDiagnosisOf("dns", "file_missing")).toEqual({ method: "dns", diagnosis: null });
  expect(hostDiagnosisOf("file", "quoted")).toEqual({ method: "file", diagnosis: null });
  expect(hostDiagnosisOf("dns", null)).toEqual({ method: "dns", diagnosis: null });
});

test("a verified host is proven, however long its record was missing", () => {
  expect(outcomeOfProbe("verified", null, NOW)).toBe("verified");
  expect(outcomeOfProbe("verified", new Date(0), NOW)).toBe("verified");
});

test.for(["verified", "quoted", "name_doubled", "nothing_there", "no_answer"] as const)(
  "%s is read again as it was stored",
  (word) => {
    expect(hostDiagnosisOf("dns", word)).toEqual({ method: "dns", diagnosis: word });
  },
);

test("the value stands at names and at a path that other programs rely on", () => {
  expect([challengeNameOf("shop.example"), doubledNameOf("shop.example"), CHALLENGE_PATH]).toEqual([
    "_ageway-challenge.shop.example",
    "_ageway-challenge.shop.example.shop.example",
    "/.well-known/ageway-challenge.txt",
  ]);
});

const VALUE = "ageway-value";
const records = (...values: string[]): DnsAnswer => ({ is: "records", values });
const NOTHING: DnsAnswer = { is: "nothing" };
const UNKNOWN: DnsAnswer = { is: "unknown", code: "ESERVFAIL" };
const ALIAS: DnsAnswer = { is: "alias", to: "elsewhere.example" };
const servers = (record: DnsAnswer, doubled: DnsAnswer = NOTHING, bare: DnsAnswer = NOTHING): ServerAnswers => ({
  server: "one",
  record,
  doubled,
  bare,
});

test.for<[string, ServerAnswers[], string]>([
  ["two servers that have it", [servers(records("other", VALUE)), servers(records(VALUE))], "verified"],
  ["two of three that have it", [servers(records(VALUE)), servers(NOTHING), servers(records(VALUE))], "verified"],
  ["one that has it and one that does not", [servers(records(VALUE)), servers(NOTHING)], "servers_disagree"],
  ["one that has it and one that does not answer", [servers(records(VALUE)), servers(UNKNOWN)], "no_answer"],
  ["one server only", [servers(records(VALUE))], "no_answer"],
  ["none", [], "no_answer"],
  [
    "two that do not answer, though they know other names",
    [servers(UNKNOWN, records(VALUE)), servers(UNKNOWN)],
    "no_answer",
  ],
  ["a value in quotes", [servers(records(`"${VALUE}"`)), servers(NOTHING)], "quoted"],
  ["a value in spaces and printers' quotes", [servers(records(` \u201e${VALUE}\u201c\t`)), servers(NOTHING)], "quoted"],
  ["a quoted value beside another", [servers(records("other", `"${VALUE}"`)), servers(NOTHING)], "quoted"],
  ["quotes around nothing", [servers(records('"" \'')), servers(NOTHING)], "other_value"],
  ["nothing in a record", [servers(records("")), servers(NOTHING)], "other_value"],
  ["a letter too many", [servers(records(`${VALUE}x`)), servers(records(`x${VALUE}`))], "other_value"],
  ["the host in the name twice", [servers(NOTHING, records(VALUE)), servers(NOTHING)], "name_doubled"],
  ["the value at the host itself", [servers(NOTHING, NOTHING, records(VALUE)), servers(NOTHING)], "on_bare_domain"],
  [
    "another value at the host itself",
    [servers(NOTHING, NOTHING, records("v=spf1")), servers(NOTHING)],
    "nothing_there",
  ],
  ["another value", [servers(records("other")), servers(NOTHING)], "other_value"],
  ["an alias", [servers(ALIAS), servers(NOTHING)], "alias_in_the_way"],
  ["an alias, and the name doubled", [servers(ALIAS, records(VALUE)), servers(ALIAS)], "name_doubled"],
  [
    "another value at one and a quoted one at another",
    [servers(records("other")), servers(records(`'${VALUE}'`))],
    "quoted",
  ],
  ["nothing at all", [servers(NOTHING), servers(NOTHING)], "nothing_there"],
])("%s", ([, answers, diagnosis]) => {
  expect(diagnosisOf(answers, VALUE)).toBe(diagnosis);
});

test.for([
  ...["alt", "arpa", "corp", "home", "internal", "invalid"],
  ...["lan", "local", "localhost", "mail", "onion", "test"],
])("nobody can own a name below .%s; other names may have the word in them", (word) => {
  expect([isReserved(`shop.${word}`), isReserved(`a.shop.${word}`), isReserved(word)]).toEqual([true, true, true]);
  expect([isReserved(`${word}.dk`), isReserved(`shop.x${word}`), isReserved(`shop.${word}x`)]).toEqual(
    Array(3).fill(false),
  );
});

test("names of documentation are left to those who try things out", () => {
  expect(isReserved("shop.example")).toBe(false);
});

test("each diagnosis has words and an advice of its own, and so has none", () => {
  const dns = ["verified", "servers_disagree", "name_doubled", "on_bare_domain", "quoted", "other_value"];
  const more = ["alias_in_the_way", "nothing_there", "no_answer"];
  const file = ["verified", "file_missing", "file_other_value", "file_too_large", "file_redirects_away"];
  const host = ["address_not_public", "host_not_found", "certificate_invalid", "no_answer"];
  const diagnoses = [
    ...[...dns, ...more].map((word) => hostDiagnosisOf("dns", word)),
    ...[...file, ...host].map((word) => hostDiagnosisOf("file", word)),
    hostDiagnosisOf("dns", null),
  ];
  const words = diagnoses.map(domainAdviceOf).flatMap(({ heading, advice }) => [heading, advice]);
  expect(words.filter((text) => !/^[A-Z].{5,}/.test(text))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

test.for<[DnsAnswer, string]>([
  [records('a "b"', "c"), '"a \\"b\\"", "c"'],
  [ALIAS, "an alias for elsewhere.example"],
  [NOTHING, "no TXT record"],
  [UNKNOWN, "no answer (ESERVFAIL)"],
])("%j is told as %s", ([answer, text]) => {
  expect(answerText(answer)).toBe(text);
});
