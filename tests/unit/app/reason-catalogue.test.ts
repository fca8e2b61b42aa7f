import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reasonsOf, reasonText } from "#app/_http/reason-catalogue.ts";
import { MENDERS } from "#lib/reasons/entry.rules.ts";
import { PAGES } from "#lib/reasons/pages.rules.ts";
import { REASONS, type Reason } from "#lib/reasons/reason.rules.ts";

const CODES = [...new Set([...Object.keys(REASONS), ...Object.keys(PAGES)])];

test.for(CODES)("%s is put into words: what happened, why, and what to do", (code) => {
  const { title, words, fix, details, causes } = reasonText(code) ?? {};
  expect(title).toMatch(/^([A-Z]|eID ).{3,34}[^.]$/);
  expect(words).toMatch(/^[A-Z].{8,90}[^.]$/);
  expect(fix).toMatch(/^[A-Z].{8,120}\.$/);
  expect((details?.length ?? 0) + (causes?.length ?? 0)).toBeGreaterThan(0);
  for (const cause of [...(causes ?? []), ...(details ?? []).map(([, text]) => text)])
    expect(cause).toMatch(/^[A-Z].+\.$/);
});

test("each reason stands with one person who can end it, and there is no other reason", () => {
  expect(
    MENDERS.flatMap(reasonsOf)
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(CODES.toSorted());
});

const GIVERS = globSync("{app/{_http,api,verify},lib/{keys,verification},server}/**/*.ts")
  .filter((file) => !file.endsWith("wording.ts"))
  .map((file) => readFileSync(file, "utf8"));

test.for(Object.keys(REASONS))("%s is given by some rule", (code) => {
  expect(GIVERS.some((text) => text.includes(`"${code}"`))).toBe(true);
});

test("a page has the status of the reason that it shares its code with", () => {
  const shared = Object.entries(PAGES).filter(([code]) => code in REASONS);
  expect(shared.map(([code, { status }]) => [code, status])).toEqual(
    shared.map(([code]) => [code, REASONS[code as Reason].status]),
  );
});

test.for(["constructor", "toString", "", "of_another_version"])("%j is no reason", (code) => {
  expect(reasonText(code)).toBeNull();
});
