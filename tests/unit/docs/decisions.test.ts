import { expect, test } from "vitest";
import { DOCUMENTS } from "./documents.ts";

const FOLDER = "docs/design/decisions/";
const RECORDS = [...DOCUMENTS].filter(([path]) => path.startsWith(FOLDER) && !path.endsWith("README.md"));

test.for(RECORDS)("%s says the context, two options or more, the choice and what would change it", ([, text]) => {
  const [, context = "", options = "", choice = "", change = ""] =
    /\*\*Context\.\*\*(.*)\*\*Options\.\*\*(.*)\*\*Choice\.\*\*(.*)\*\*It would change if\*\*(.*)/s.exec(text) ?? [];
  for (const part of [context, choice, change]) expect(part.trim()).not.toBe("");
  expect(options.match(/^- /gm)?.length).toBeGreaterThanOrEqual(2);
});

test("the decisions are numbered, and listed by their titles", () => {
  const list = DOCUMENTS.get(`${FOLDER}README.md`) ?? "";
  const rows = RECORDS.toSorted().map(([path, text], n) => {
    const [, title] = /^# \d+\. (.+)$/m.exec(text) ?? [];
    expect(path.slice(FOLDER.length)).toMatch(new RegExp(`^${String(n + 1).padStart(4, "0")}-`));
    return `| ${n + 1} | [${title}](${path.slice(FOLDER.length)}) |`;
  });
  expect(
    list
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(1),
  ).toEqual(rows);
});
