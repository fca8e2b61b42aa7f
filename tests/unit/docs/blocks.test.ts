import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blocksOf } from "#tests/support/document-block.ts";
import { DOCUMENTS } from "./documents.ts";

/** What no machine runs: bodies, and what goes over the wire. */
const READ_ONLY = new Set(["json", "text", "http"]);
/** Holds each command against the programs, the files and the settings that it names: for those of other programs. */
const TESTED_BY = "tests/unit/docs/commands.test.ts";

const RUN = [...DOCUMENTS].filter(([path]) => /^(?:docs\/(?:integrate|operate)\/|README\.md$)/.test(path));

test.for(RUN)("every block of code in %s is run by a test, or is data", ([path, text]) => {
  for (const { language, mark, code } of blocksOf(text)) {
    if (READ_ONLY.has(language)) continue;
    const [, kind = "", name = ""] = /^(file|run)=(\S+)$/.exec(mark) ?? [];
    expect(kind, `${path}: nobody runs\n${code}`).not.toBe("");
    // A file of a chapter is taken out of it by `tests/integration/docs`, which asks at its end whether all were.
    if (kind === "file") expect(path).toMatch(/^docs\/integrate\//);
    else expect(readsFrom(name, path), `${path}: ${name} does not read it`).toBe(true);
  }
});

/** PHP that we show or run. A notice of PHP at the start of an answer would keep a session from starting. */
const PHP = [
  "docs/integrate/quick-start.md",
  "docs/integrate/shop-systems.md",
  "docs/openapi/samples.ts",
  "app/(dashboard)/dashboard/connect/_snippets/packaged.ts",
];

test.for(PHP)("%s has nothing that PHP 8.4 and 8.5 deprecate and this machine’s PHP may not know of", (path) => {
  expect(readFileSync(path, "utf8")).not.toMatch(/\$http_response_header|exit\(header\(/);
});

/** Does this test take its commands out of the document? */
function readsFrom(name: string, path: string): boolean {
  if (name === TESTED_BY) return true;
  const text = existsSync(name) ? readFileSync(name, "utf8") : "";
  return text.includes(`"${path}"`) || (path === "docs/operate/backup.md" && text.includes("commandsUnder("));
}

test("each way to mark a block is recognized, and a block without a mark", () => {
  const text = "```sh run=a.test.ts\nls\n```\n\n- in a list\n\n  ```js file=x.mjs\n  1;\n  ```\n\n```\nbare\n```\n";
  expect(blocksOf(text).map(({ language, mark }) => [language, mark])).toEqual([
    ["sh", "run=a.test.ts"],
    ["js", "file=x.mjs"],
    ["", ""],
  ]);
});
