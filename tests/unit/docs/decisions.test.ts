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

test("the decisions are numbered, in their names and their titles", () => {
  for (const [n, [path, text]] of RECORDS.toSorted().entries()) {
    expect(path.slice(FOLDER.length)).toMatch(new RegExp(`^${String(n + 1).padStart(4, "0")}-[a-z-]+\\.md$`));
    expect(text).toMatch(new RegExp(`^# ${n + 1}\\. \\S`));
  }
});
